package import TorporModel

/// A notification that is to be shown, or was.
package struct DeliveredNotification: Hashable, Sendable, Saved {
  package let app: AppIdentifier
  package let notification: LocalNotification
  /// The payload of the push that it is; `nil`: the app scheduled it.
  let payload: String?
  /// When it was to be shown.
  package let dueAt: Instant
  /// What the user has answered and the app is not told before the device is unlocked.
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

  /// Whether its name is one of the system's own notifications, of which no app has any.
  var isNamedAsTheSystems: Bool {
    let name = notification.identifier
    return LocationPrompt(identifier: name) != nil
      || ProgressNotice.task(ofNotification: name) != nil
      || ConsentPrompt.permission(ofNotification: name) != nil
  }

  /// Whether it takes the place of the other one, or the other one its place.
  func isNamed(as other: borrowing DeliveredNotification) -> Bool {
    notification.identifier == other.notification.identifier && app == other.app
  }

  var key: NotificationKey {
    NotificationKey(app: app, identifier: notification.identifier)
  }

  /// The notification without what it says: what is seen of a push before the first unlock (§10).
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

/// A notification of the app in front that the app is asked about (`willPresent`).
package struct PendingPresentation: Hashable, Sendable, Saved {
  let token: CallbackToken
  let notice: DeliveredNotification
  /// When it is dropped silently.
  var until: Instant

  /// How long an app has for its answer.
  ///
  /// 10 s: as long as a wake for a notification (§17); Apple names none. Our choice.
  static let timeLimit = WakeReason.notificationResponse.budget

  /// The most that an app is asked about at a time; others are dropped silently.
  ///
  /// 64, as many as may be scheduled (LN3); our choice.
  static let countMax = 64
}

extension NotificationSound {
  /// The sound as far as its name lets it be played; else the default sound (LN7).
  ///
  /// AIFF, WAVE and CAF hold the formats that the rule names. How long a sound is, of which 30 s are
  /// allowed, and how it is coded, only the host can tell, which has the file.
  var playable: NotificationSound {
    guard case .named(let file) = self else { return self }
    let ending = file.split(separator: ".").last?.lowercased() ?? ""
    return ["aif", "aiff", "caf", "wav"].contains(ending) ? self : .standard
  }
}

extension PresentationOptions {
  /// Everything: what is seen and heard of a notification whose app is not in front.
  static let all: PresentationOptions = [.badge, .sound, .list, .banner]
}
