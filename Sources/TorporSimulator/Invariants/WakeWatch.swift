import TorporCore
import TorporModel

/// Follows what runs apps off screen: after a force-quit, and of a dead app, only what the relaunch table has
/// there, nothing before the first unlock or of an offloaded app, and nothing for longer than its time.
///
/// Whether the table is right is for the tests that play its cells.
///
/// Tasks and fetches, which developers may have run past all that, are for `BackgroundWorkWatch`.
final class WakeWatch: Watch {
  private var decisions: [Decision] = []
  /// Since when a wake has the time of one off screen, watched by a daemon.
  private var since: [CallbackToken: Instant] = [:]

  func decided(_ decision: Decision) {
    switch decision.action {
    case .wake, .launch(.background): if decision.verdict == .done { decisions.append(decision) }
    default: break
    }
  }

  func daemonStarted(_ machine: SimulatedMachine, machineWasRestarted: Bool) {
    since.removeAll()
  }

  func slept(for length: Duration) { since = since.mapValues { $0 + length } }

  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    defer { decisions.removeAll() }
    return decisions.flatMap { forbidden($0, device) } + tooLong(machine)
  }

  // MARK: What may not run

  private func forbidden(_ decision: Decision, _ device: Device) -> [String] {
    // The user may have opened the app, or ended it, since.
    guard let app = decision.app, let record = device.apps[app],
      record.process.launch == decision.launch, decision.launch != nil, !record.process.isOnScreen,
      !record.process.isEnding, let reason = decision.wakeReason, !Self.scheduled.contains(reason)
    else { return [] }
    let rule = RelaunchRule.row(reason, in: device.profile)
    var wrong: [String] = []
    if record.persistentState.isForceQuit, rule[.forceQuit] != .runs {
      wrong.append("after a force-quit")
    }
    if record.persistentState.offloadedSince != nil { wrong.append("and is offloaded") }
    if !device.screen.wasUnlockedSinceBoot {
      wrong.append("before the first unlock")
    }
    if case .launch = decision.action, rule[.crash] == .ends {
      wrong.append("although it was dead")
    }
    return wrong.map { "\(app) runs for \(reason.rawValue) \($0)" }
  }

  /// What developers may have run past all that.
  private static let scheduled = Set(TaskType.allCases.map(\.wakeReason) + [.backgroundFetch])

  // MARK: How long

  /// An app has a second to listen to a new daemon before its time runs.
  private static let tolerance = Duration.seconds(1)

  private func tooLong(_ machine: SimulatedMachine) -> [String] {
    let now = machine.clock.now()
    var broken: [String] = []
    var current: [CallbackToken: Instant] = [:]
    for record in machine.daemon.records where !record.wakes.isEmpty {
      // On screen an event may take its time, and nobody ends what the user has exempted.
      guard !record.process.isOnScreen, record.persistentState.exemption == nil,
        !record.process.isEnding
      else { continue }
      for wake in record.wakes {
        let began = since[wake.token] ?? now
        current[wake.token] = began
        guard now > began + wake.reason.budget + Self.tolerance else { continue }
        broken.append("\(record.identifier) runs for \(wake.reason.rawValue) since \(now - began)")
      }
    }
    since = current
    return broken
  }
}

extension Decision {
  /// What the app was run for, or launched for.
  fileprivate var wakeReason: WakeReason? {
    if case .wake(let reason) = action { return reason }
    return conditions.first { $0.reason == .wake }?.subject.flatMap(WakeReason.init(rawValue:))
  }
}
