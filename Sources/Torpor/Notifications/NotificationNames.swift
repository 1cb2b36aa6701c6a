public import TorporAppModel

// Apple's names of what notifications hold.

extension NotificationContent {
  /// Makes an empty content, whose members are then set (`UNMutableNotificationContent`).
  public init() { self.init(body: "") }

  /// The category, which determines the actions that the user can choose.
  public var categoryIdentifier: String {
    get { category ?? "" }
    set { category = newValue.isEmpty ? nil : newValue }
  }

  /// How much it may disturb.
  public var interruptionLevel: InterruptionLevel {
    get { level }
    set { level = newValue }
  }
}

extension NotificationSound {
  /// The system's default sound.
  public static var `default`: NotificationSound { .standard }
}

/// What can be set for a category (`UNNotificationCategoryOptions`).
public struct NotificationCategoryOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes a set of options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The delegate is called when the user dismisses a notification.
  public static let customDismissAction = NotificationCategoryOptions(rawValue: 1)
}

extension NotificationCategory {
  /// Makes a category of its actions.
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

/// What can be set for an action (`UNNotificationActionOptions`).
public struct NotificationActionOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes a set of options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The device must be unlocked for it.
  public static let authenticationRequired = NotificationActionOptions(rawValue: 1)
  /// It is shown as something that cannot be undone.
  public static let destructive = NotificationActionOptions(rawValue: 2)
  /// It opens the app; without this the app runs in the background for a few seconds.
  public static let foreground = NotificationActionOptions(rawValue: 4)
}

extension NotificationAction {
  /// Makes a button; `takesText`: the user answers with a text (`UNTextInputNotificationAction`).
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
  /// The action of a tap on the notification itself (`UNNotificationDefaultActionIdentifier`).
  public static var defaultActionIdentifier: String { defaultAction }
  /// The action of a notification that was dismissed (`UNNotificationDismissActionIdentifier`).
  public static var dismissActionIdentifier: String { dismissAction }

  /// The action that the user chose.
  public var actionIdentifier: String { action }
  /// The notification that it answers (`notification.request.identifier`).
  public var notificationIdentifier: String { notification }
  /// The text that the user entered; `nil` for an action without text.
  public var userText: String? { text }
}

/// What the user has allowed (`UNNotificationSettings`).
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

/// What an app asks the user to allow (`UNAuthorizationOptions`).
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
  /// Quiet notifications, about which the user is not asked.
  public static let provisional = NotificationAuthorizationOptions(rawValue: 64)
}

extension NotificationSettings {
  /// Apple's word for the status.
  static func status(_ status: PermissionStatus) -> AuthorizationStatus {
    switch status {
    case .notDetermined: .notDetermined
    case .denied: .denied
    case .provisional: .provisional
    case .authorized, .authorizedWhenInUse, .authorizedAlways: .authorized
    }
  }
}
