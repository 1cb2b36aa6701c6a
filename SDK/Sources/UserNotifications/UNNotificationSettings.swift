internal import AppleSupport
public import Foundation
internal import Torpor

/// The permissions that an app asks the user for.
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
  /// Critical notifications; not requested here.
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
  /// A button for the app's own settings; not shown here.
  public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
  /// Quiet notifications; the user is not asked about them.
  public static let provisional = UNAuthorizationOptions(rawValue: 64)

  /// The options that the system knows.
  var asked: NotificationAuthorizationOptions {
    let known = intersection([.badge, .sound, .alert, .provisional])
    return NotificationAuthorizationOptions(rawValue: Int(known.rawValue))
  }
}

/// Whether notifications are shown.
public enum UNAuthorizationStatus: Int, Sendable {
  /// The user has not been asked, or has not answered.
  case notDetermined = 0
  /// They are not shown.
  case denied = 1
  /// They are shown.
  case authorized = 2
  /// They are delivered quietly; the user was not asked.
  case provisional = 3
  /// They are shown temporarily, for an app that is not installed; never used here.
  case ephemeral = 4
}

/// Whether a way of notifying is allowed.
public enum UNNotificationSetting: Int, Sendable {
  /// It is not available to the app.
  case notSupported = 0
  /// It is not allowed.
  case disabled = 1
  /// It is allowed.
  case enabled = 2
}

/// How a notification is presented while its app is on screen.
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

  /// The options in the system's form, in which `alert` corresponds to the other two.
  var presented: NotificationPresentationOptions {
    var options = NotificationPresentationOptions(rawValue: Int(rawValue & ~Self.alert.rawValue))
    if contains(.alert) { options.formUnion([.banner, .list]) }
    return options
  }
}

/// The permissions that the user has given.
open class UNNotificationSettings: NSObject, @unchecked Sendable {
  /// Whether notifications are shown.
  public let authorizationStatus: UNAuthorizationStatus

  // The user of this system allows or disallows notifications as a whole.

  /// Whether banners are allowed.
  open var alertSetting: UNNotificationSetting { each }
  /// Whether sounds are allowed.
  open var soundSetting: UNNotificationSetting { each }
  /// Whether the number on the icon is allowed.
  open var badgeSetting: UNNotificationSetting { each }
  /// Whether notifications appear in the list.
  open var notificationCenterSetting: UNNotificationSetting { each }
  /// Whether notifications appear on the lock screen.
  open var lockScreenSetting: UNNotificationSetting { each }
  /// Whether critical notifications are allowed: there is no such permission.
  open var criticalAlertSetting: UNNotificationSetting { .notSupported }
  /// Whether notifications are read out: they are not.
  open var announcementSetting: UNNotificationSetting { .notSupported }
  /// Whether notifications appear in a car: not supported.
  open var carPlaySetting: UNNotificationSetting { .notSupported }
  /// Whether messages have a separate permission: they do not.
  open var directMessagesSetting: UNNotificationSetting { .notSupported }
  /// Whether notifications wait for a summary: there is none.
  open var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
  /// Whether urgent notifications have a separate permission: they do not.
  open var timeSensitiveSetting: UNNotificationSetting { .notSupported }
  /// The style of notifications: as the desktop shows them, temporarily.
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

/// The style of a notification.
public enum UNAlertStyle: Int, Sendable {
  /// Not at all.
  case none = 0
  /// Temporarily.
  case banner = 1
  /// Until it is answered; never used here.
  case alert = 2
}

/// When the text of a notification is shown.
public enum UNShowPreviewsSetting: Int, Sendable {
  /// Always.
  case always = 0
  /// While the device is unlocked; never used here.
  case whenAuthenticated = 1
  /// Never; not used here.
  case never = 2
}

/// The domain of notification errors.
public let UNErrorDomain = "UNErrorDomain"

/// Why a notification was not scheduled.
public struct UNError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The cause, by Apple's numbers.
  public enum Code: Int, Sendable {
    /// The user does not allow notifications.
    case notificationsNotAllowed = 1
    /// There is no file at the attachment's location.
    case attachmentInvalidURL = 100
    /// The attachment's type is not supported; never used here.
    case attachmentUnrecognizedType = 101
    /// The attachment is too large; never used here.
    case attachmentInvalidFileSize = 102
    /// The attachment is not stored by the system; never used here.
    case attachmentNotInDataStore = 103
    /// The attachment could not be moved; never used here.
    case attachmentMoveIntoDataStoreFailed = 104
    /// The attachment cannot be read; never used here.
    case attachmentCorrupt = 105
    /// The trigger's date never occurs.
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
  /// The additional information of the error.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }

  /// The cause, for `catch`.
  public static let notificationsNotAllowed = Code.notificationsNotAllowed

  /// Returns Apple's error for a refusal of the system; others have the system's message.
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
  /// Makes `catch UNError.notificationsNotAllowed` match.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? UNError)?.code == code }
}
