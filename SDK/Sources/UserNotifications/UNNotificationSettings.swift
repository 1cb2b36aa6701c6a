internal import AppleSupport
public import Foundation
internal import Torpor

/// What an app asks the user to allow.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Makes a set of options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The number on the app's icon.
  public static let badge = UNAuthorizationOptions(rawValue: 1)
  /// Sounds.
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  /// Banners.
  public static let alert = UNAuthorizationOptions(rawValue: 4)
  /// Critical notifications; nothing is asked for here.
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
  /// A button for the app's own settings; not shown here.
  public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
  /// Quiet notifications, about which the user is not asked.
  public static let provisional = UNAuthorizationOptions(rawValue: 64)

  /// Those that the system knows.
  var asked: NotificationAuthorizationOptions {
    let known = intersection([.badge, .sound, .alert, .provisional])
    return NotificationAuthorizationOptions(rawValue: Int(known.rawValue))
  }
}

/// Whether notifications are shown.
public enum UNAuthorizationStatus: Int, Sendable {
  /// The user has not been asked, or has not answered.
  case notDetermined = 0
  /// They are not.
  case denied = 1
  /// They are.
  case authorized = 2
  /// They are delivered quietly; the user was not asked.
  case provisional = 3
  /// They are, for a while, to an app without installation; never here.
  case ephemeral = 4
}

/// Whether one way to notify is allowed.
public enum UNNotificationSetting: Int, Sendable {
  /// The app cannot have it.
  case notSupported = 0
  /// It is not allowed.
  case disabled = 1
  /// It is allowed.
  case enabled = 2
}

/// What is shown of a notification of the app on screen.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Makes a set of options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The number on the app's icon.
  public static let badge = UNNotificationPresentationOptions(rawValue: 1)
  /// Its sound.
  public static let sound = UNNotificationPresentationOptions(rawValue: 2)
  /// A banner, and a place in the list.
  public static let alert = UNNotificationPresentationOptions(rawValue: 4)
  /// A place in the list.
  public static let list = UNNotificationPresentationOptions(rawValue: 8)
  /// A banner.
  public static let banner = UNNotificationPresentationOptions(rawValue: 16)

  /// The options as the system takes them, to which `alert` is the other two.
  var presented: NotificationPresentationOptions {
    var options = NotificationPresentationOptions(rawValue: Int(rawValue & ~Self.alert.rawValue))
    if contains(.alert) { options.formUnion([.banner, .list]) }
    return options
  }
}

/// What the user allows.
open class UNNotificationSettings: NSObject, @unchecked Sendable {
  /// Whether notifications are shown.
  public let authorizationStatus: UNAuthorizationStatus

  // The user of this system allows notifications as a whole.

  /// Whether banners are allowed.
  open var alertSetting: UNNotificationSetting { each }
  /// Whether sounds are allowed.
  open var soundSetting: UNNotificationSetting { each }
  /// Whether the number on the icon is allowed.
  open var badgeSetting: UNNotificationSetting { each }
  /// Whether the list shows notifications.
  open var notificationCenterSetting: UNNotificationSetting { each }
  /// Whether the lock screen shows notifications.
  open var lockScreenSetting: UNNotificationSetting { each }
  /// Whether critical notifications are allowed: there is no such permission.
  open var criticalAlertSetting: UNNotificationSetting { .notSupported }
  /// Whether notifications are read out: they are not.
  open var announcementSetting: UNNotificationSetting { .notSupported }
  /// Whether a car shows notifications: there is none.
  open var carPlaySetting: UNNotificationSetting { .notSupported }
  /// Whether messages have a permission of their own: they do not.
  open var directMessagesSetting: UNNotificationSetting { .notSupported }
  /// Whether notifications wait for a summary: there is none.
  open var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
  /// Whether urgent notifications have a permission of their own: they do not.
  open var timeSensitiveSetting: UNNotificationSetting { .notSupported }
  /// How notifications are shown: as the desktop does, for a while.
  open var alertStyle: UNAlertStyle { each == .enabled ? .banner : .none }
  /// When the text of a notification is shown: always.
  open var showPreviewsSetting: UNShowPreviewsSetting { .always }
  /// Whether the app has a page of settings for notifications: nothing opens it.
  open var providesAppNotificationSettings: Bool { false }

  private var each: UNNotificationSetting {
    switch authorizationStatus {
    case .authorized, .provisional, .ephemeral: .enabled
    case .denied, .notDetermined: .disabled
    }
  }

  init(_ settings: NotificationSettings?) {
    authorizationStatus =
      switch settings?.authorizationStatus {
      case .denied: .denied
      case .authorized: .authorized
      case .provisional: .provisional
      case .notDetermined, nil: .notDetermined
      }
  }
}

/// How a notification is shown.
public enum UNAlertStyle: Int, Sendable {
  /// Not at all.
  case none = 0
  /// For a while.
  case banner = 1
  /// Until it is answered; never here.
  case alert = 2
}

/// When the text of a notification is shown.
public enum UNShowPreviewsSetting: Int, Sendable {
  /// Always.
  case always = 0
  /// While the device is unlocked; never here.
  case whenAuthenticated = 1
  /// Never; never here.
  case never = 2
}

/// The domain of errors of notifications.
public let UNErrorDomain = "UNErrorDomain"

/// Why a notification was not scheduled.
public struct UNError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The cause, by Apple's numbers.
  public enum Code: Int, Sendable {
    /// The user does not allow notifications.
    case notificationsNotAllowed = 1
    /// There is no file at the attachment's place.
    case attachmentInvalidURL = 100
    /// The attachment is of no kind that is shown; never here.
    case attachmentUnrecognizedType = 101
    /// The attachment is too large; never here.
    case attachmentInvalidFileSize = 102
    /// The attachment is not kept by the system; never here.
    case attachmentNotInDataStore = 103
    /// The attachment could not be taken; never here.
    case attachmentMoveIntoDataStoreFailed = 104
    /// The attachment cannot be read; never here.
    case attachmentCorrupt = 105
    /// The trigger's date is never.
    case notificationInvalidNoDate = 1400
    /// There is no content.
    case notificationInvalidNoContent = 1401
  }

  /// The cause.
  public let code: Code
  /// What failed, why, and what to do next.
  public let errorDescription: String?
  /// The domain.
  public static var errorDomain: String { UNErrorDomain }
  /// Apple's number.
  public var errorCode: Int { code.rawValue }
  /// What goes beside the number.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }

  /// The cause, for `catch`.
  public static let notificationsNotAllowed = Code.notificationsNotAllowed

  /// The error of Apple's for what the system has refused; others have the system's text.
  static func error(_ error: TorporError) -> any Error {
    let code: Code
    switch error.code {
    case .notificationsNotAllowed: code = .notificationsNotAllowed
    case .impossibleDate: code = .notificationInvalidNoDate
    default: return AppleSystem.error(error)
    }
    return UNError(code: code, errorDescription: error.description)
  }
}

extension UNError.Code {
  /// Has `catch UNError.notificationsNotAllowed` match.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? UNError)?.code == code }
}
