import TorporCore
import TorporLinux
import TorporModel
import TorporPosix

/// How the daemon ends when it is told to.
///
/// Apps stay as they are, frozen or not, for the next daemon. Where the whole machine stops there is none:
/// they are thawed and asked to end before the daemon does, for a bounded time.
final class ServiceEnd {
  /// Whether a client has reported that the machine is about to stop.
  var isAnnounced: () -> Bool = { false }
  /// Told when the daemon is told to end, before anything else.
  var isAsked: () -> Void = {}
  /// Told when apps are asked to end.
  var begins: () -> Void = {}
  /// Whether it ends with the machine, so that no app goes on after it.
  private(set) var isOfMachine = false
  private let loop: EventLoop
  private let mailbox: any HostEventSink
  private let machine: MachineStop
  private var limit: EventLoop.Token?

  /// How long the daemon waits for its apps at most: the time that a process has for its end, and a second
  /// for the kernel; our choice.
  private static let patience = Callback.terminateLimit + .seconds(1)

  init(
    on loop: EventLoop,
    mailbox: any HostEventSink,
    machine: MachineStop = MachineStop(userID: CurrentProcess.userID)
  ) {
    self.loop = loop
    self.mailbox = mailbox
    self.machine = machine
  }

  /// The daemon is told to end; a second time it does so at once.
  func begin() {
    isAsked()
    guard limit == nil, isAnnounced() || machine.isUnderWay() else { return finish() }
    isOfMachine = true
    begins()
    mailbox.post(.input(.device(event: .machineStops)))
    limit = loop.schedule(after: ServiceEnd.patience) { [unowned self] in finish() }
  }

  /// Ends as soon as nothing is left to wait for.
  func turnEnded(governsProcesses: Bool) {
    if limit != nil, !governsProcesses { finish() }
  }

  private func finish() {
    if let limit { loop.cancel(limit) }
    limit = nil
    mailbox.post(.stopRequested)
  }
}
