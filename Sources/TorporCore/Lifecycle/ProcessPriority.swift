import TorporModel

/// The processor priority of a process (A16: the app in the foreground comes first).
package enum ProcessPriority: Hashable, Sendable, CaseIterable {
  /// The same as any program of the machine: for apps that the user sees, hears, or waits for.
  case foreground
  /// The remaining time: for work off screen.
  case background
}

extension AppRecord {
  /// Returns the wanted priority of its process; `nil`: unchanged, while its hazards are checked again
  /// and when its end is ordered.
  ///
  /// Besides the app on screen, an app keeps its share while the user hears it or has a call with it,
  /// while the user exempts it, and while a hazard shows that others depend on it: a process that may
  /// not be frozen is not slowed down.
  ///
  /// Does not change the record, so that it is lent rather than copied.
  mutating func wantedPriority(at now: Instant) -> ProcessPriority? {
    switch process.state {
    case .notRunning: return .foreground
    // It has 300 ms, in which others of the machine may not keep it waiting.
    case .terminating where isSaving: return .foreground
    case .terminating, .killed: return nil
    case .active, .inactive: return .foreground
    // Its hazards are checked again.
    case .inspecting where suspension.hold != nil: return nil
    case .inspecting, .freezing, .suspended: return .background
    case .launching, .background: break
    }
    let hasShare =
      process.isOnScreen || persistentState.exemption != nil || assertions.isPerceptible
      || wakes.contains { $0.reason == .voipPush || $0.reason == .pushToTalk }
      || isHeldByHazard(at: now) || suspension.hold?.recheckAt != nil
    return hasShare ? .foreground : .background
  }

  /// Orders the wanted priority of its process, if it differs from the present one.
  mutating func followPriority(in turn: inout Turn) {
    guard let wanted = wantedPriority(at: turn.now), wanted != orderedPriority else { return }
    orderedPriority = wanted
    if let launch = process.launch { turn.order(.prioritize(launch, wanted)) }
  }

  /// Orders the priority again: the result of a previous daemon's order is unknown.
  mutating func repeatPriority(in turn: inout Turn) {
    guard let launch = process.launch, wantedPriority(at: turn.now) != nil else { return }
    turn.order(.prioritize(launch, orderedPriority))
  }
}
