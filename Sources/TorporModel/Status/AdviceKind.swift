/// The subject of a piece of advice.
package enum AdviceKind: String, Hashable, Sendable, CaseIterable {
  /// An app has run off screen longer than its reasons explain.
  case sleepless
  /// Background work of an app costs much, measured by how rarely the app is opened.
  case refresh
  /// The use of the location off screen costs much.
  case location
  /// Notifications of an app remain unanswered.
  case notifications
  /// An app is ended for memory again and again.
  case evicted
  /// An app is removed from the switcher again and again, and opened again.
  case forceQuit
  /// The battery is low, or was, and Low Power Mode is off.
  case lowPower
  /// The machine has run for long, and memory is short.
  case restart
}
