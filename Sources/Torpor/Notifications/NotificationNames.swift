public import TorporAppModel

// Apple's names for the members of notifications.

extension NotificationContent {
  /// Makes empty content; set its members afterwards (`UNMutableNotificationContent`).
  public init() { self.init(body: "") }

  /// The category, which determines the actions that the user can choose.
  public var categoryIdentifier: String {
    get { category ?? "" }
    set { category = newValue.isEmpty ? nil : newValue }
  }

  /// How much it may disturb the user.
  public var interruptionLevel: InterruptionLevel {
    get { level }
    set { level = newValue }
  }
}

extension NotificationSound {
  /// The system's default sound.
  public static var `default`: NotificationSound { .standard }
}

/// The options of a category (`UNNotificationCategoryOptions`).
public struct NotificationCategoryOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes a set of options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The delegate is called when the user dismisses a notification.
  public static let customDismissAction = NotificationCategoryOptions(rawValue: 1)
}

extension NotificationCategory {
  /// Makes a category from its actions.
  public init(
    identifier: String,
    actions: [NotificationAction],
    options: NotificationCategoryOptions
  ) {
    self.init(
      identifier: identifier,
      actions: actions,
      tellsOfDismissal: options.contains(.customDismissAction)
    )
  }

  /// The options of the category.
  public var options: NotificationCategoryOptions { tellsOfDismissal ? .customDismissAction : [] }
}

/// The options of an action (`UNNotificationActionOptions`).
public struct NotificationActionOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes a set of options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The device must be unlocked for the action.
  public static let authenticationRequired = NotificationActionOptions(rawValue: 1)
  /// The action is shown as one that cannot be undone.
  public static let destructive = NotificationActionOptions(rawValue: 2)
  /// The action opens the app; without this option, the app runs in the background for a few seconds.
  public static let foreground = NotificationActionOptions(rawValue: 4)
}

extension NotificationAction {
  /// Makes a button; `takesText`: the user enters a text as the answer (`UNTextInputNotificationAction`).
  public init(
    identifier: String,
    title: String,
    options: NotificationActionOptions,
    takesText: Bool = false
  ) {
    self.init(
      identifier: identifier,
      title: title,
      opensApp: options.contains(.foreground),
      needsAuthentication: options.contains(.authenticationRequired),
      isDestructive: options.contains(.destructive),
      takesText: takesText
    )
  }

  /// The options of the button.
  public var options: NotificationActionOptions {
    var options: NotificationActionOptions = []
    if needsAuthentication { options.insert(.authenticationRequired) }
    if isDestructive { options.insert(.destructive) }
    if opensApp { options.insert(.foreground) }
    return options
  }
}

extension NotificationResponse {
  /// The action for a tap on the notification itself (`UNNotificationDefaultActionIdentifier`).
  public static var defaultActionIdentifier: String { defaultAction }
  /// The action for dismissing a notification (`UNNotificationDismissActionIdentifier`).
  public static var dismissActionIdentifier: String { dismissAction }

  /// The action that the user chose.
  public var actionIdentifier: String { action }
  /// The notification to which the answer belongs (`notification.request.identifier`).
  public var notificationIdentifier: String { notification }
  /// The text that the user entered; `nil` for an action without text.
  public var userText: String? { text }
}

/// The permissions that the user has given (`UNNotificationSettings`).
public struct NotificationSettings: Hashable, Sendable {
  /// Whether notifications are shown (`UNAuthorizationStatus`).
  public enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
    /// The user has not been asked, or has not answered.
    case notDetermined
    case denied, authorized
    /// Notifications are delivered quietly; the user was not asked.
    case provisional
  }

  /// Whether notifications are shown.
  public let authorizationStatus: AuthorizationStatus
}

/// The permissions that an app asks the user for (`UNAuthorizationOptions`).
public struct NotificationAuthorizationOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes a set of options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The number on the app's icon.
  public static let badge = NotificationAuthorizationOptions(rawValue: 1)
  /// Sounds.
  public static let sound = NotificationAuthorizationOptions(rawValue: 2)
  /// Banners.
  public static let alert = NotificationAuthorizationOptions(rawValue: 4)
  /// Quiet notifications; the user is not asked about them.
  public static let provisional = NotificationAuthorizationOptions(rawValue: 64)
}

extension NotificationSettings {
  /// Returns Apple's term for the status.
  static func status(_ status: PermissionStatus) -> AuthorizationStatus {
    switch status {
    case .notDetermined: .notDetermined
    case .denied: .denied
    case .provisional: .provisional
    case .authorized, .authorizedWhenInUse, .authorizedAlways: .authorized
    }
  }
}
