import TorporModel
import TorporText

/// The outcome of a push: what `torpor push` shows.
enum PushText {
  /// The outcome first, then each decision that was made because of it.
  static func lines(
    _ app: AppIdentifier,
    isVisible: Bool,
    _ decisions: [Decision],
    _ clock: WallClock
  ) -> [String] {
    [outcome(app, isVisible: isVisible, decisions)]
      + decisions.map { "  " + DecisionLog.sentence($0, clock) }
  }

  /// Whether the app is or will be run for it, or was told; what is not is said by an exit status too.
  static func isTaken(_ decisions: [Decision]) -> Bool {
    let wakes = decisions.filter(\.isAboutPush)
    return wakes.isEmpty || wakes.contains { $0.verdict != .denied }
  }

  private static func outcome(
    _ app: AppIdentifier,
    isVisible: Bool,
    _ decisions: [Decision]
  ) -> String {
    let wakes = decisions.filter(\.isAboutPush)
    if wakes.contains(where: { $0.verdict == .done }) { return "Delivered: '\(app)' was woken." }
    if wakes.contains(where: { $0.verdict == .waiting }) {
      return "Held: '\(app)' will be woken when its conditions hold."
    }
    if wakes.contains(where: { $0.verdict == .denied }) {
      return isVisible
        ? "Not delivered: the user may see it, but '\(app)' will not be launched for it."
        : "Not delivered: '\(app)' will not be launched for this push."
    }
    if !decisions.isEmpty { return "Accepted. Decisions for '\(app)':" }
    return isVisible
      ? "Accepted: shown to the user; '\(app)' is not launched."
      : "Delivered: '\(app)' was already running and was notified."
  }
}

extension Decision {
  /// Whether it says if the app is run for a push.
  fileprivate var isAboutPush: Bool {
    switch action {
    case .wake(let reason), .launch(.background(let reason)): reason.isPush
    default: false
    }
  }
}
