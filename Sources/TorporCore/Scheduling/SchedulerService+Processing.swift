import TorporModel

// When heavy work runs: while the device charges unused, if that is likely to last long enough.

extension SchedulerService {
  /// How long work that could run on the battery waits for a charger first (BX8: "even with `false`
  /// the system may wait for a charger").
  ///
  /// 12 h, our choice: a night comes within it, and a day and a half of the two days (BG13) is left.
  package static let chargerPatience = Duration.hours(12)

  /// Handles that the device is idle, charging and connected, or no longer.
  mutating func updateProcessingWindow(_ device: DeviceState) {
    let isOpen =
      device.conditions.power.value?.isOnExternalPower == true && device.idleSince != nil
      && NetworkNeed.any.isMet(by: device.conditions.network.value)
    // Most changes have no effect here, and computing the time of day is expensive.
    guard isOpen != (processingWindow.openedAt != nil) else { return }
    let local = LocalSecond(device.clock.localSecond(at: device.now))
    processingWindow.update(
      isOpen: isOpen,
      at: device.now,
      secondOfDay: Int(local.secondOfDay)
    )
  }

  /// Returns when a processing request without unmet conditions may run; `nil`: now.
  func processingMoment(
    for request: PendingRequest,
    of record: AppRecord,
    on device: ConditionContext
  ) -> WakeWindow? {
    if request.latest <= device.now { return nil }
    guard device.isOnExternalPower else {
      let patienceEnd = request.earliest + Self.chargerPatience
      guard patienceEnd > device.now else { return nil }
      return WakeWindow(
        earliest: patienceEnd,
        latest: patienceEnd + .hours(1),
        level: .processor
      )
    }
    let hasNetwork = device.network(.any).holds
    // Charging without a network is no window that was learned; what needs none may run.
    guard let window = processingWindow.current(hasNetwork: hasNetwork) else { return nil }
    let candidate = ProcessingCandidate(
      key: request.number,
      expectedLength: record.work.expectedLength(of: request.identifier),
      latest: request.latest,
      needsPower: true,
      needsNetwork: false
    )
    switch ProcessingChooser().choose(from: [candidate], in: window, at: device.now) {
    case .start: return nil
    case .wait(let moment):
      return WakeWindow(earliest: moment, latest: moment, level: .processor)
    case .nothing:
      return WakeWindow(earliest: request.latest, latest: request.latest, level: .processor)
    }
  }
}

extension TaskType {
  /// Whether work of the kind takes minutes of the processor.
  var isHeavy: Bool {
    switch self {
    case .processing, .healthResearch: true
    case .appRefresh, .continued: false
    }
  }
}
