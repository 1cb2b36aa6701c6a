import TorporModel

/// What a process gets of the processor beside others (A16: the app in front comes first).
package enum ProcessPriority: Hashable, Sendable, CaseIterable {
  /// As much as any program of the machine: what the user sees, hears, or waits for.
  case foreground
  /// What those leave: work off screen.
  case background
}

extension AppRecord {
  /// What its process is to get of the processor; `nil`: what it gets, while its hazards are looked at again and
  /// when its end is ordered.
  ///
  /// Beside the app on screen an app keeps its share while somebody hears it or is called by it, while the user
  /// exempts it, and while a hazard says that others depend on it: what may not be frozen is not slowed down.
  ///
  /// Changes nothing of the record, which is lent so, and copied otherwise.
  mutating func wantedPriority(at now: Instant) -> ProcessPriority? {
    switch process.state {
    case .notRunning: return .foreground
    // It has 300 ms, in which others of the machine may not keep it waiting.
    case .terminating where isSaving: return .foreground
    case .terminating, .killed: return nil
    case .active, .inactive: return .foreground
    // Its hazards are looked at again.
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

  /// Orders what its process is to get of the processor, where that is not what it gets.
  mutating func followPriority(in turn: inout Turn) {
    guard let wanted = wantedPriority(at: turn.now), wanted != orderedPriority else { return }
    orderedPriority = wanted
    if let launch = process.launch { turn.order(.prioritize(launch, wanted)) }
  }

  /// Orders it again: what became of the order of a daemon that is gone is not known.
  mutating func repeatPriority(in turn: inout Turn) {
    guard let launch = process.launch, wantedPriority(at: turn.now) != nil else { return }
    turn.order(.prioritize(launch, orderedPriority))
  }
}
