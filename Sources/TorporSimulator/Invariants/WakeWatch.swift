import TorporCore
import TorporModel

/// Follows what runs apps off screen: nothing after a force-quit but what the user's own acts, places and
/// calls are behind, nothing before the first unlock, and nothing for longer than its time.
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
    var wrong: [String] = []
    if record.persistentState.isForceQuit, !Self.survivesForceQuit(reason, device.profile.name) {
      wrong.append("after a force-quit")
    }
    if !device.screen.wasUnlockedSinceBoot {
      wrong.append("before the first unlock")
    }
    if case .launch = decision.action, Self.wakesTheLivingAlone.contains(reason) {
      wrong.append("although it was dead")
    }
    return wrong.map { "\(app) runs for \(reason.rawValue) \($0)" }
  }

  /// §10, column "Force-quit", and LO2 for its versions.
  private static func survivesForceQuit(_ reason: WakeReason, _ profile: ProfileName) -> Bool {
    switch reason {
    case .voipPush, .notificationResponse: true
    case .significantLocation: profile != .ios7
    default: false
    }
  }

  private static let scheduled: Set<WakeReason> = [
    .appRefresh, .backgroundFetch, .processing, .continuedProcessing,
  ]

  /// §10: rows that start nothing that is dead.
  private static let wakesTheLivingAlone: Set<WakeReason> = [
    .accessory, .bluetooth, .continuousLocation,
  ]

  // MARK: How long

  /// Seconds for a place, an accessory, the radio, a socket, an answer; half a minute for the rest (§17).
  private static func timeLimit(of reason: WakeReason) -> Duration? {
    switch reason {
    case .significantLocation, .continuousLocation, .liveLocation, .bluetooth, .bluetoothRestoring,
      .accessory, .voipSocket, .descriptor, .notificationResponse, .audio:
      .seconds(10)
    case .backgroundFetch, .silentPush, .visiblePush, .transfer, .newsstand, .voipPush, .pushToTalk:
      .seconds(30)
    case .appRefresh, .processing, .continuedProcessing, .job: nil
    }
  }

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
        guard let limit = Self.timeLimit(of: wake.reason), now > began + limit + Self.tolerance
        else { continue }
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
