import TorporModel

/// A question of the system to the user about an app and location.
///
/// It is shown as a notification of the app, with buttons; the setting answers it as well.
enum LocationPrompt: String, Hashable, Sendable, Saved, CaseIterable {
  /// Whether the app may know the exact place while it is in use.
  case fullAccuracy
  /// Whether the app may continue to receive locations off screen (LO14).
  case keepAlways

  /// What the identifiers of the system's own notifications begin with; apps may not use it.
  static let prefix = "io.torpor.location."

  init?(identifier: String) {
    guard identifier.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(identifier.dropFirst(Self.prefix.count)))
  }

  var identifier: String { Self.prefix + rawValue }

  /// The possible answers.
  enum Answer: String, CaseIterable {
    case allowOnce, decline, keepAlways, whenInUse
  }

  var actions: [NotificationAction] {
    switch self {
    case .fullAccuracy:
      [
        NotificationAction(identifier: Answer.allowOnce.rawValue, title: "Allow Once"),
        NotificationAction(identifier: Answer.decline.rawValue, title: "Keep Approximate"),
      ]
    case .keepAlways:
      [
        NotificationAction(
          identifier: Answer.whenInUse.rawValue,
          title: "Change to Only While Using"
        ),
        NotificationAction(identifier: Answer.keepAlways.rawValue, title: "Always Allow"),
      ]
    }
  }

  func content(for name: String, saying purpose: String) -> NotificationContent {
    switch self {
    case .fullAccuracy:
      NotificationContent(
        title: "Let \(name) know the exact place while you use it?",
        body: purpose,
        level: .timeSensitive
      )
    case .keepAlways:
      NotificationContent(
        title: "\(name) has used your location in the background",
        body: "Do you want it to keep knowing where you are while you do not use it?"
      )
    }
  }
}
