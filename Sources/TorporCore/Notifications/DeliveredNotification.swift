package import TorporModel

/// A notification that will be shown, or was.
package struct DeliveredNotification: Hashable, Sendable, Saved {
  package let app: AppIdentifier
  package let notification: LocalNotification
  /// The payload, if it is a push; `nil`: the app scheduled it.
  let payload: String?
  /// When it was to be shown.
  package let dueAt: Instant
  /// The user's answer, which the app gets only after the device is unlocked.
  var answer: NotificationResponse?

  init(
    app: AppIdentifier,
    _ notification: LocalNotification,
    payload: String? = nil,
    dueAt: Instant
  ) {
    self.app = app
    self.notification = notification
    self.payload = payload
    self.dueAt = dueAt
  }

  /// Whether its name is reserved for the system's own notifications.
  var isNamedAsTheSystems: Bool {
    let name = notification.identifier
    return LocationPrompt(identifier: name) != nil
      || ProgressNotice.task(ofNotification: name) != nil
      || ConsentPrompt.permission(ofNotification: name) != nil
  }

  /// Returns whether one of the two replaces the other.
  func isNamed(as other: borrowing DeliveredNotification) -> Bool {
    notification.identifier == other.notification.identifier && app == other.app
  }

  var key: NotificationKey {
    NotificationKey(app: app, identifier: notification.identifier)
  }

  /// The notification without its text, as shown for a push before the first unlock (§10).
  var withoutPreview: DeliveredNotification {
    var content = notification.content
    content.title = ""
    content.subtitle = ""
    // The word that iOS shows in place of a hidden preview.
    content.body = "Notification"
    content.userInfoJSON = nil
    let hidden = LocalNotification(identifier: notification.identifier, content: content)
    return DeliveredNotification(app: app, hidden, payload: payload, dueAt: dueAt)
  }
}

/// A notification of the app in the foreground that the app is asked about (`willPresent`).
package struct PendingPresentation: Hashable, Sendable, Saved {
  let token: CallbackToken
  let notice: DeliveredNotification
  /// When it is dropped silently.
  var until: Instant

  /// How long an app has for its answer.
  ///
  /// 10 s: as long as a wake for a notification (§17); Apple gives no number. Our choice.
  static let timeLimit = WakeReason.notificationResponse.budget

  /// The maximum number that an app is asked about at a time; others are dropped silently.
  ///
  /// 64, as many as may be scheduled (LN3); our choice.
  static let countMax = 64
}

extension NotificationSound {
  /// The sound, if its name shows that it can be played; otherwise the default sound (LN7).
  ///
  /// AIFF, WAVE and CAF contain the formats listed by the rule. Only the host, which has the file, can
  /// determine the length of a sound, at most 30 s, and its encoding.
  var playable: NotificationSound {
    guard case .named(let file) = self else { return self }
    let ending = file.split(separator: ".").last?.lowercased() ?? ""
    return ["aif", "aiff", "caf", "wav"].contains(ending) ? self : .standard
  }
}

extension PresentationOptions {
  /// Everything: the presentation of a notification if its app is not in the foreground.
  static let all: PresentationOptions = [.badge, .sound, .list, .banner]
}
