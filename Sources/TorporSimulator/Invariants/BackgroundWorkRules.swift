import TorporCore
import TorporModel

/// What background work must keep to when it begins, written down once more, beside the policy.
///
/// Facts of the machine are read from the machine and not from what the device believes of it.
enum BackgroundWorkRules {
  /// The rules that a refresh or a fetch breaks by beginning now.
  static func refresh(
    _ begun: BackgroundWorkWatch.Begun,
    _ machine: SimulatedMachine,
    _ device: Device
  ) -> [String] {
    var wrong = common(begun, machine, device)
    let now = machine.clock.now()
    if device.conditions.lowPowerMode.value { wrong.append("in Low Power Mode") }
    if machine.device.network == .none { wrong.append("without a network") }
    if begun.record.process.isOnScreen { wrong.append("while the app is on screen") }
    // 15 min between two refreshes of an app (BF10, §17).
    if let last = begun.lastRefreshAt, now < last + .minutes(15) {
      wrong.append("\(now - last) after the last")
    }
    return wrong.map { "\(begun.record.identifier): '\(begun.name)' began \($0)" }
  }

  /// The rules that a processing task breaks by beginning now.
  static func processing(
    _ request: TaskRequest,
    _ begun: BackgroundWorkWatch.Begun,
    _ machine: SimulatedMachine,
    _ device: Device
  ) -> [String] {
    var wrong = common(begun, machine, device)
    if device.conditions.lowPowerMode.value, !machine.device.isCharging {
      wrong.append("in Low Power Mode on the battery")
    }
    let now = machine.clock.now()
    // 5 min untouched before heavy work begins (BX11).
    if !(device.conditionContext.idleSince.map { $0 + .minutes(5) <= now } ?? false) {
      wrong.append("on a device that is in use")
    }
    wrong += lostConditions(of: request, machine, device)
    return wrong.map { "\(begun.record.identifier): '\(begun.name)' began \($0)" }
  }

  /// What a running task needs and no longer has; refreshes run on (BX7).
  static func lostConditions(
    of request: TaskRequest,
    _ machine: SimulatedMachine,
    _ device: Device
  ) -> [String] {
    let needs: TaskRequest.ProcessingNeeds
    switch request.kind {
    case .processing(let asked), .healthResearch(let asked, _): needs = asked
    case .appRefresh, .continued: return []
    }
    var lost: [String] = []
    if device.conditionContext.idleSince == nil { lost.append("while the device is in use") }
    if needs.externalPower, !machine.device.isCharging { lost.append("without a charger") }
    if needs.network, machine.device.network == .none { lost.append("without a network") }
    if [.serious, .critical].contains(machine.device.thermal) { lost.append("on a hot device") }
    return lost
  }

  private static func common(
    _ begun: BackgroundWorkWatch.Begun,
    _ machine: SimulatedMachine,
    _ device: Device
  ) -> [String] {
    var wrong: [String] = []
    if let earliest = begun.earliest, machine.clock.now() < earliest {
      wrong.append("before its begin date")
    }
    if begun.record.persistentState.isForceQuit { wrong.append("after a force-quit") }
    if begun.record.persistentState.offloadedSince != nil { wrong.append("and is offloaded") }
    if !device.screen.wasUnlockedSinceBoot { wrong.append("before the first unlock") }
    let switches = [
      device.conditions.backgroundRefresh.value, begun.record.settings.backgroundRefresh,
    ]
    if switches.contains(.off) { wrong.append("with background refresh off") }
    if switches.contains(.wifi), machine.device.network != .wifi {
      wrong.append("off Wi-Fi")
    }
    return wrong
  }
}
