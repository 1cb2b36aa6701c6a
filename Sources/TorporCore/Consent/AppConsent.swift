package import TorporModel

/// The user's pending decisions about an app, and the questions to them.
///
/// Decisions that were made are settings. An app that was installed before there were questions has no
/// pending ones, and keeps its permissions.
package struct AppConsent: Hashable, Sendable, Saved {
  /// The undecided permissions; for location, the setting itself contains this.
  package internal(set) var undecided: [Permission]
  /// The pending questions.
  package internal(set) var asked: [Permission] = []
  /// Whether the pending question about location is about all times.
  var isAskedForAlways = false
  /// Whether the user has answered the question that follows "while in use"; it is asked once (iOS 13 on).
  var hasAnsweredAlways = false
  /// Whether notifications are delivered quietly, because the user was not asked.
  package internal(set) var hasProvisionalNotifications = false
  /// Whether the location is allowed only until the app is suspended or ends ("Allow Once").
  var isLocationForOnce = false
  /// Whether the app has asked for location at all times, and the user has allowed it while the app is
  /// in use: they are asked when it first receives a location in the background.
  var hasProvisionalAlways = false

  init(undecided: [Permission]) { self.undecided = undecided }

  mutating func decide(_ permission: Permission) {
    undecided.removeAll { $0 == permission }
    switch permission {
    case .notifications: hasProvisionalNotifications = false
    case .location: (isLocationForOnce, hasProvisionalAlways) = (false, false)
    case .microphone, .bluetooth, .accessories: break
    }
  }
}
