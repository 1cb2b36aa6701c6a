/// A notification that an app has scheduled (`UNNotificationRequest`, `UILocalNotification`).
public struct LocalNotification: Hashable, Sendable, Saved {
  /// Its name within the app; a second one of that name replaces it (LN6).
  public var identifier: String
  /// The content that the user sees and hears.
  public var content: NotificationContent
  /// When it is shown; `nil`: at once.
  public var trigger: NotificationTrigger?

  /// Makes a notification.
  public init(
    identifier: String,
    content: NotificationContent,
    trigger: NotificationTrigger? = nil
  ) {
    self.identifier = identifier
    self.content = content
    self.trigger = trigger
  }
}

/// The visible and audible content of a notification (`UNNotificationContent`).
public struct NotificationContent: Hashable, Sendable, Saved {
  /// The first line.
  public var title: String
  /// The second line.
  public var subtitle: String
  /// The text.
  public var body: String
  /// The sound.
  public var sound: NotificationSound
  /// The number on the app's icon; `nil` leaves it unchanged.
  public var badge: Int?
  /// The app's category that defines the possible answers.
  @usableFromInline package var category: String?
  /// How much it may disturb.
  @usableFromInline package var level: InterruptionLevel
  /// The app's own data, as JSON.
  @usableFromInline package var userInfoJSON: String?

  private enum CodingKeys: String, CodingKey {
    case title, subtitle, body, sound, badge, category, level
    case userInfoJSON = "userInfo"
  }

  /// Makes a content; everything except the body has Apple's default.
  @usableFromInline package init(
    title: String = "",
    subtitle: String = "",
    body: String = "",
    sound: NotificationSound = .none,
    badge: Int? = nil,
    category: String? = nil,
    level: InterruptionLevel = .active,
    userInfoJSON: String? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.sound = sound
    self.badge = badge
    self.category = category
    self.level = level
    self.userInfoJSON = userInfoJSON
  }
}

/// The sound of a notification (`UNNotificationSound`).
public enum NotificationSound: Hashable, Sendable, Saved {
  case none
  /// The default sound.
  case standard
  /// A file of the app's bundle, or of `Library/Sounds` in its container; a file that is longer than
  /// 30 s, or not in a format listed in LN7, is replaced by the default sound.
  case named(String)
}

/// How much a notification may disturb (`UNNotificationInterruptionLevel`, LN9).
public enum InterruptionLevel: Int, Hashable, Sendable, Saved, CaseIterable {
  case passive, active, timeSensitive, critical
}

/// When a notification is shown (`UNNotificationTrigger`).
public enum NotificationTrigger: Hashable, Sendable, Saved {
  /// `UNTimeIntervalNotificationTrigger`; at least 60 s if it repeats (LN5; before iOS 10 a shorter
  /// one repeats every minute).
  case interval(Duration, repeats: Bool)
  /// `UNCalendarNotificationTrigger`.
  case calendar(CalendarMatch, repeats: Bool)
  /// `UNLocationNotificationTrigger`; counts as one of the app's 20 regions.
  case region(CircularRegion, repeats: Bool)

  /// Whether it is shown repeatedly.
  public var repeats: Bool {
    switch self {
    case .interval(_, let repeats), .calendar(_, let repeats), .region(_, let repeats): repeats
    }
  }
}

/// A date that is matched by the given parts (`DateComponents`); it is local time at the device's
/// location, and follows it.
public struct CalendarMatch: Hashable, Sendable, Saved {
  /// The year.
  public var year: Int?
  /// 1 to 12.
  public var month: Int?
  /// 1 to 31.
  public var day: Int?
  /// 1 (Sunday) to 7.
  public var weekday: Int?
  /// 0 to 23.
  public var hour: Int?
  /// 0 to 59.
  public var minute: Int?
  /// 0 to 59; a date without it is matched at its first second.
  public var second: Int?

  /// Makes a match of the given parts.
  public init(
    year: Int? = nil,
    month: Int? = nil,
    day: Int? = nil,
    weekday: Int? = nil,
    hour: Int? = nil,
    minute: Int? = nil,
    second: Int? = nil
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.weekday = weekday
    self.hour = hour
    self.minute = minute
    self.second = second
  }
}

/// The possible answers to the notifications of a category (`UNNotificationCategory`).
public struct NotificationCategory: Hashable, Sendable, Saved {
  /// Its name within the app.
  public var identifier: String
  /// The buttons, in order.
  public var actions: [NotificationAction]
  /// Whether the app is notified when the user dismisses one (`customDismissAction`).
  @usableFromInline package var tellsOfDismissal: Bool

  /// Makes a category.
  @usableFromInline package init(
    identifier: String,
    actions: [NotificationAction],
    tellsOfDismissal: Bool = false
  ) {
    self.identifier = identifier
    self.actions = actions
    self.tellsOfDismissal = tellsOfDismissal
  }
}

/// A button of a notification (`UNNotificationAction`).
public struct NotificationAction: Hashable, Sendable, Saved {
  /// Its name within the app.
  public var identifier: String
  /// The first line.
  public var title: String
  /// Whether it opens the app; otherwise the app is run off screen for a few seconds (LN8).
  @usableFromInline package var opensApp: Bool
  /// Whether the device must be unlocked for it.
  @usableFromInline package var needsAuthentication: Bool
  /// Whether it is shown as something that cannot be undone.
  @usableFromInline package var isDestructive: Bool
  /// Whether the user answers with text (`UNTextInputNotificationAction`).
  @usableFromInline package var takesText: Bool

  /// Makes an action.
  @usableFromInline package init(
    identifier: String,
    title: String,
    opensApp: Bool = false,
    needsAuthentication: Bool = false,
    isDestructive: Bool = false,
    takesText: Bool = false
  ) {
    self.identifier = identifier
    self.title = title
    self.opensApp = opensApp
    self.needsAuthentication = needsAuthentication
    self.isDestructive = isDestructive
    self.takesText = takesText
  }
}

/// The user's response to a notification (`UNNotificationResponse`).
public struct NotificationResponse: Hashable, Sendable, Saved {
  /// `UNNotificationDefaultActionIdentifier`.
  @usableFromInline package static let defaultAction =
    "com.apple.UNNotificationDefaultActionIdentifier"
  /// `UNNotificationDismissActionIdentifier`.
  @usableFromInline package static let dismissAction =
    "com.apple.UNNotificationDismissActionIdentifier"

  /// The notification's identifier.
  @usableFromInline package var notification: String
  /// The action's identifier.
  @usableFromInline package var action: String
  /// The text that the user entered, for an action that takes text.
  @usableFromInline package var text: String?

  /// Makes a response; without an action, a tap on the notification itself.
  @usableFromInline package init(
    notification: String,
    action: String = NotificationResponse.defaultAction,
    text: String? = nil
  ) {
    self.notification = notification
    self.action = action
    self.text = text
  }
}
