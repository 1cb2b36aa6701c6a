public import Foundation
internal import UserNotifications

/// The sound of a notification without its own sound.
public let UILocalNotificationDefaultSoundName = "UILocalNotificationDefaultSoundName"

/// A notification as apps scheduled it before iOS 10.
///
/// The system stores it as a `UNNotificationRequest`. Members that exist only in this form (`alertAction`, `hasAction`,
/// `alertLaunchImage`, `timeZone`) stay in the process.
open class UILocalNotification: NSObject, @unchecked Sendable {
  // Shape: one property for each property of Apple's class.
  /// The date at which it is shown; in the past or `nil`: at once.
  open var fireDate: Date?
  /// The time zone in which `fireDate` repeats; `nil`: that of the device.
  open var timeZone: TimeZone?
  /// The unit at which it repeats, from the next such moment on: `.minute`, `.hour`, `.day`, `.weekOfYear`, `.month`,
  /// `.year`; empty: it does not repeat.
  open var repeatInterval: NSCalendar.Unit = []
  /// The first line.
  open var alertTitle: String?
  /// The text.
  open var alertBody: String?
  /// The title of the button; not shown.
  open var alertAction: String?
  /// Whether there is a button; not shown.
  open var hasAction = true
  /// The launch image; not shown.
  open var alertLaunchImage: String?
  /// The name of its sound; `nil`: none.
  open var soundName: String?
  /// The number on the app's icon; 0 leaves it unchanged.
  open var applicationIconBadgeNumber = 0
  /// The app's own data; values that are not JSON are lost with the process.
  open var userInfo: [AnyHashable: Any]?
  /// The category, which determines the user's possible answers.
  open var category: String?

  /// The identifiers under which the system has it: one for each time it was scheduled.
  private(set) var identifiers: [String] = []

  /// Makes an empty notification.
  public override init() {}

  /// Makes a notification from the system's form.
  init(_ request: UNNotificationRequest) {
    identifiers = [request.identifier]
    let content = request.content
    alertTitle = content.title.isEmpty ? nil : content.title
    alertBody = content.body.isEmpty ? nil : content.body
    soundName = content.sound == nil ? nil : UILocalNotificationDefaultSoundName
    applicationIconBadgeNumber = content.badge?.intValue ?? 0
    userInfo = content.userInfo.isEmpty ? nil : content.userInfo
    category = content.categoryIdentifier.isEmpty ? nil : content.categoryIdentifier
    switch request.trigger {
    case let interval as UNTimeIntervalNotificationTrigger: fireDate = interval.nextTriggerDate()
    case let calendar as UNCalendarNotificationTrigger:
      fireDate = calendar.nextTriggerDate()
      repeatInterval = Self.interval(of: calendar.dateComponents)
    default: break
    }
  }

  /// Returns the notification in the system's form, with a new identifier: an object can be scheduled repeatedly.
  func scheduled(at now: Date = Date(), isImmediate: Bool = false) -> UNNotificationRequest {
    let identifier = UUID().uuidString
    identifiers.append(identifier)
    let content = UNMutableNotificationContent()
    content.title = alertTitle ?? ""
    content.body = alertBody ?? ""
    content.sound = soundName.map { name in
      name == UILocalNotificationDefaultSoundName
        ? .default : UNNotificationSound(named: UNNotificationSoundName(name))
    }
    if applicationIconBadgeNumber != 0 {
      content.badge = NSNumber(value: applicationIconBadgeNumber)
    }
    content.userInfo = userInfo ?? [:]
    content.categoryIdentifier = category ?? ""
    let trigger = isImmediate ? nil : trigger(at: now)
    return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
  }

  private func trigger(at now: Date) -> UNNotificationTrigger? {
    guard let fireDate else { return nil }
    if let parts = repeatedParts {
      var calendar = Calendar.current
      calendar.timeZone = timeZone ?? calendar.timeZone
      let match = calendar.dateComponents(parts, from: fireDate)
      return UNCalendarNotificationTrigger(dateMatching: match, repeats: true)
    }
    let seconds = fireDate.timeIntervalSince(now)
    guard seconds > 0 else { return nil }
    return UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
  }

  /// Returns how often a date with these components repeats.
  private static func interval(of parts: DateComponents) -> NSCalendar.Unit {
    if parts.month != nil { return .year }
    if parts.day != nil { return .month }
    if parts.weekday != nil { return .weekOfYear }
    if parts.hour != nil { return .day }
    return parts.minute != nil ? .hour : .minute
  }

  /// The components of `fireDate` that repeat; `nil`: it does not repeat.
  private var repeatedParts: Set<Calendar.Component>? {
    switch repeatInterval {
    case .minute: [.second]
    case .hour: [.minute, .second]
    case .day: [.hour, .minute, .second]
    case .weekOfYear, .weekday: [.weekday, .hour, .minute, .second]
    case .month: [.day, .hour, .minute, .second]
    case .year: [.month, .day, .hour, .minute, .second]
    default: nil
    }
  }
}

/// The permissions that an app asked for before iOS 10.
public struct UIUserNotificationType: OptionSet, Sendable {
  /// The types as bits.
  public let rawValue: UInt

  /// Makes a set of types from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The number on the app's icon.
  public static let badge = UIUserNotificationType(rawValue: 1)
  /// Sounds.
  public static let sound = UIUserNotificationType(rawValue: 2)
  /// Banners.
  public static let alert = UIUserNotificationType(rawValue: 4)
}

/// The permissions that an app asked for before iOS 10, and that the user gave.
open class UIUserNotificationSettings: NSObject, @unchecked Sendable {
  /// The types.
  public let types: UIUserNotificationType

  /// Makes settings; categories of this form are not stored.
  public init(types: UIUserNotificationType, categories: Set<NSObject>?) { self.types = types }
}
