import TorporCore
import TorporModel

/// Follows the transfers of all apps from look to look, and says which rule a change breaks.
///
/// A transfer that is over stays over, its app is told once, and none runs without a network or for an
/// app that the user has quit. It owns what it saw last and nothing else.
final class TransferWatch: Watch {
  /// Every transfer as it was last seen; one that went before its end counts as cancelled.
  private(set) var seen: [TransferIdentifier: TransferStatus] = [:]
  /// Those of them that were not over.
  private var open: Set<TransferIdentifier> = []
  /// Transfers whose end an app was told of, and the device knows that it was.
  private var told: Set<TransferIdentifier> = []
  /// Apps that the user had removed by the last look.
  private var quit: Set<AppIdentifier> = []
  private var complaints: [String] = []
  /// The device that was looked at last.
  private var revision: Int?

  /// The device knows that an app was told how a transfer ended.
  func wasTold(of transfer: TransferIdentifier) {
    guard !told.insert(transfer).inserted else { return }
    complaints.append("transfer \(transfer): its app was told twice of its end")
  }

  /// With the power the device loses what was not on the disk.
  ///
  /// Who was told, and what ended because time passed or an app left the screen; what was completed is
  /// on the disk before anybody hears of it.
  func daemonStarted(_ machine: SimulatedMachine, machineWasRestarted: Bool) {
    guard machineWasRestarted else { return }
    told.removeAll()
    seen = seen.filter { $0.value.state == .completed }
    open.removeAll()
  }

  /// Looks at everything; returns the rules that were broken since the last look, as sentences.
  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    defer { complaints.removeAll() }
    let now = machine.clock.now()
    var broken = complaints
    var gone = open
    // On the same device as before only the service may have done something else.
    guard revision != machine.daemon.revision else {
      return broken + open.sorted().flatMap { seen[$0].map { moves($0, device, machine) } ?? [] }
    }
    revision = machine.daemon.revision
    for status in Self.transfers(on: device, at: now) {
      gone.remove(status.transfer)
      broken += changes(to: status)
      broken += refusals(status, device)
      broken += moves(status, device, machine)
      seen[status.transfer] = status
      if status.state.isFinal {
        open.remove(status.transfer)
      } else {
        open.insert(status.transfer)
      }
    }
    for transfer in gone { seen[transfer]?.state = .cancelled }
    open.subtract(gone)
    quit = Set(machine.daemon.records.filter(\.persistentState.isForceQuit).map(\.identifier))
    return broken
  }

  /// Transfers that are over, which apps that run and have the session were not told of.
  ///
  /// Looked at after a long quiet time; an app whose main thread is occupied cannot be told.
  func untold(on machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    let now = machine.clock.now()
    return Self.transfers(on: device, at: now).compactMap { status in
      guard let outcome = status.outcome, outcome.at + .seconds(1) < now,
        let process = status.app.flatMap(machine.processes.process), process.isListening,
        process.resources.sessions[status.session] != nil
      else { return nil }
      return "transfer \(status.transfer): '\(process.app.alias)' was not told of its end"
    }
  }

  private func changes(to status: TransferStatus) -> [String] {
    guard let before = seen[status.transfer], before.state.isFinal else { return [] }
    guard before.state != status.state || before.outcome != status.outcome else { return [] }
    return ["transfer \(status.transfer): it was \(before.state) and is \(status.state)"]
  }

  /// What the user has taken from an app does not go on; what it asks for later, run by a call or a place,
  /// does (US3).
  private func refusals(_ status: TransferStatus, _ device: Device) -> [String] {
    guard !status.state.isFinal, let app = status.app.flatMap({ device.apps[$0] }),
      app.persistentState.isForceQuit, !quit.contains(app.identifier),
      open.contains(status.transfer)
    else { return [] }
    return ["transfer \(status.transfer): it is \(status.state) and its app was quit"]
  }

  /// The device and the service agree on what moves bytes.
  private func moves(
    _ status: TransferStatus,
    _ device: Device,
    _ machine: SimulatedMachine
  ) -> [String] {
    // Reports wait for the journal; until then the service is ahead.
    guard machine.daemon.journalOutage == nil else { return [] }
    guard !status.state.isFinal || machine.transfers.isRunning(status.transfer) else { return [] }
    let isRunning = status.state == .running
    // What is due at this very moment begins with the timer, which is yet to fire; so does what waits
    // for one of the places.
    func mayBegin() -> Bool {
      device.nextWakeup.map { $0 > machine.clock.now() } ?? true
        && machine.transfers.running.count < TransferPolicy.runningOfHostMax
    }
    var broken: [String] = []
    if status.state == .queued || status.state == .waiting, status.blockers.isEmpty, mayBegin() {
      broken.append("transfer \(status.transfer): it is \(status.state) without a reason")
    }
    if isRunning, machine.device.network == .none {
      broken.append("transfer \(status.transfer): it runs without a network")
    }
    if isRunning != machine.transfers.isRunning(status.transfer) {
      broken.append(
        isRunning
          ? "transfer \(status.transfer): it is called running and no bytes are moved"
          : "transfer \(status.transfer): its bytes are moved while it is \(status.state)"
      )
    }
    return broken
  }

  private static func transfers(on device: Device, at now: Instant) -> [TransferStatus] {
    guard !device.transfers.isEmpty else { return [] }
    var found: [TransferStatus] = []
    while true {
      let page = device.services.transfers.statuses(
        of: nil,
        after: found.last?.transfer,
        includesOver: true,
        countMax: pageLength,
        on: device.state,
        at: now
      )
      found += page
      if page.count < pageLength { return found }
    }
  }

  /// How many transfers are asked for at once: 256, more than any scenario has (our choice).
  private static let pageLength = 256
}

extension SimulatedProcess {
  /// Whether a callback that is sent now is called now.
  fileprivate var isListening: Bool {
    canRun && inbox.isAttached && threads.main == nil && threads.mainQueue.isEmpty
  }
}
