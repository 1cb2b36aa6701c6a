import TorporModel

/// What became of a push: what `torpor push` shows.
enum PushText {
  /// The outcome first, then each decision that was made because of it.
  static func lines(
    _ app: AppIdentifier,
    isVisible: Bool,
    _ decisions: [Decision]
  ) -> [String] {
    [outcome(app, isVisible: isVisible, decisions)]
      + decisions.map { "  " + $0.sentence(naming: nil) }
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
    if wakes.contains(where: { $0.verdict == .done }) { return "Delivered: '\(app)' runs for it." }
    if wakes.contains(where: { $0.verdict == .waiting }) {
      return "Held: '\(app)' is launched for it once what it waits for has come."
    }
    if wakes.contains(where: { $0.verdict == .denied }) {
      return isVisible
        ? "Not delivered: the user may see it, but '\(app)' is not launched for it."
        : "Not delivered: '\(app)' will not be launched for this push."
    }
    if !decisions.isEmpty { return "Accepted. Decisions for '\(app)':" }
    return isVisible
      ? "Accepted: '\(app)' is not launched for it; its user is to see it."
      : "Delivered: '\(app)' runs already, and was told."
  }
}

extension Decision {
  /// Whether it says if the app is run for a push.
  fileprivate var isAboutPush: Bool {
    switch action {
    case .wake(.silentPush), .wake(.visiblePush), .wake(.voipPush), .wake(.newsstand),
      .wake(.pushToTalk), .launch(.background(.pushToTalk)),
      .launch(.background(.silentPush)), .launch(.background(.visiblePush)),
      .launch(.background(.voipPush)), .launch(.background(.newsstand)):
      true
    default: false
    }
  }
}
