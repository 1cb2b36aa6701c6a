import TorporCore
import TorporModel

/// Follows who has time to save before it is ended for its memory: only apps that asked for it, few at a time, for
/// 300 ms at most, and each is ended then.
final class SavingWatch: Watch {
  /// Since when processes save, watched by a daemon.
  private var since: [LaunchIdentifier: Instant] = [:]
  private var told: [AppIdentifier] = []

  /// A kill takes up to 50 ms, and a message to the daemon 4 ms, in a drawn life.
  private static let tolerance = Duration.milliseconds(100)

  func delivered(_ callback: Callback, to app: AppIdentifier) {
    if callback == .willTerminateForMemory { told.append(app) }
  }

  func daemonStarted(_ machine: SimulatedMachine, machineWasRestarted: Bool) {
    // The app has its time once more, from a daemon that is there to see it.
    let now = machine.clock.now()
    since = since.mapValues { _ in now }
  }

  func slept(for length: Duration) { since = since.mapValues { $0 + length } }

  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    let now = machine.clock.now()
    var broken: [String] = []
    for identifier in told {
      guard let app = machine.apps.first(where: { $0.identifier == identifier }) else { continue }
      if app.manifest.savesBeforeTermination != true {
        broken.append("\(app.alias) was told to save, and did not ask for it")
      }
      guard let launch = machine.processes.process(of: identifier)?.launch else { continue }
      since[launch] = since[launch] ?? now
    }
    told.removeAll()
    since = since.filter { machine.processes.isAlive($0.key) }
    for (launch, began) in since.sorted(by: { $0.key < $1.key }) {
      if now > began + Callback.saveLimit + Self.tolerance {
        broken.append("\(launch) has saved since \(now - began), and its memory is not free")
      }
      // The device may know of its end before its memory is seen to be free.
      let process = device.apps.slot(of: launch).flatMap { device.apps.process(inSlot: $0) }
      if let process, process.launch == launch, !process.isEnding {
        broken.append("\(launch) had time to save before its end, and is not ended")
      }
    }
    let saving = device.apps.records.count { $0.isSaving }
    if saving > SavingTime.countMax { broken.append("\(saving) apps save at the same time") }
    return broken
  }
}
