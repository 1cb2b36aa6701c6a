import TorporModel

extension ConditionContext {
  /// The time within which an app must have been on screen for its heavy work to run: a week (BG13).
  package static let usageRecency = Duration.days(7)

  /// Returns whether the user still opens the app.
  func usage(lastOnScreen: Instant?) -> Condition {
    guard let lastOnScreen else { return Condition(.usage, holds: false) }
    return Condition(.usage, holds: lastOnScreen + Self.usageRecency > now, since: lastOnScreen)
  }
}
