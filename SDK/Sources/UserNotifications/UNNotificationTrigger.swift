internal import CoreLocation
public import Foundation
internal import Torpor

/// The condition under which a notification is shown.
open class UNNotificationTrigger: NSObject, @unchecked Sendable {
  /// Whether it repeats.
  public let repeats: Bool

  init(repeating repeats: Bool) { self.repeats = repeats }

  /// The trigger in the system's form.
  var scheduled: NotificationTrigger? { nil }

  /// Returns a trigger from the system's form.
  static func delivered(_ trigger: NotificationTrigger?) -> UNNotificationTrigger? {
    switch trigger {
    case .interval(let interval, let repeats):
      let parts = interval.components
      let seconds = TimeInterval(parts.seconds) + TimeInterval(parts.attoseconds) / 1e18
      return UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats)
    case .calendar(let match, let repeats):
      var date = DateComponents()
      (date.year, date.month, date.day) = (match.year, match.month, match.day)
      (date.weekday, date.hour, date.minute) = (match.weekday, match.hour, match.minute)
      date.second = match.second
      return UNCalendarNotificationTrigger(dateMatching: date, repeats: repeats)
    case .region(let region, let repeats):
      return UNLocationNotificationTrigger(region: CLCircularRegion(region), repeats: repeats)
    case nil: return nil
    }
  }
}

/// A trigger after an interval.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// The interval in seconds.
  public let timeInterval: TimeInterval

  /// Makes a trigger; adding one with an interval that is too short ends the app with Apple's message.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    super.init(repeating: repeats)
  }

  /// Returns the date at which it would next be shown if it were added now.
  open func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

  override var scheduled: NotificationTrigger? {
    // A value that is not a number is too short.
    let seconds = timeInterval.isNaN ? 0 : min(max(timeInterval, 0), Self.secondsMax)
    return .interval(.seconds(seconds), repeats: repeats)
  }

  /// 200 years, which the unit of an interval can represent.
  private static let secondsMax: TimeInterval = 200 * 365 * 86_400
}

/// A trigger at a date, given by some of its components.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// The components of the date.
  public let dateComponents: DateComponents

  /// Makes a trigger.
  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeating: repeats)
  }

  /// Returns the date at which it would next be shown if it were added now.
  open func nextTriggerDate() -> Date? {
    Calendar.current.nextDate(after: Date(), matching: dateComponents, matchingPolicy: .nextTime)
  }

  override var scheduled: NotificationTrigger? {
    .calendar(
      CalendarMatch(
        year: dateComponents.year,
        month: dateComponents.month,
        day: dateComponents.day,
        weekday: dateComponents.weekday,
        hour: dateComponents.hour,
        minute: dateComponents.minute,
        second: dateComponents.second
      ),
      repeats: repeats
    )
  }
}

/// The trigger of a notification from a push; the system shows those itself, so the app never receives one.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}
