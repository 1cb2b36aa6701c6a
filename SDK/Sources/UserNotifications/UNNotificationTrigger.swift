internal import CoreLocation
public import Foundation
internal import Torpor

/// When a notification is shown.
open class UNNotificationTrigger: NSObject, @unchecked Sendable {
  /// Whether it is shown again and again.
  public let repeats: Bool

  init(repeating repeats: Bool) { self.repeats = repeats }

  /// The trigger as the system takes it.
  var scheduled: NotificationTrigger? { nil }

  /// The trigger as the system gives it back.
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

/// After a time.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// The seconds until then.
  public let timeInterval: TimeInterval

  /// Makes a trigger; adding one whose interval is too short ends the app with Apple's text.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    super.init(repeating: repeats)
  }

  /// When it would be shown next if it were added now.
  open func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

  override var scheduled: NotificationTrigger? {
    // What is no number is too short.
    let seconds = timeInterval.isNaN ? 0 : min(max(timeInterval, 0), Self.secondsMax)
    return .interval(.seconds(seconds), repeats: repeats)
  }

  /// 200 years, which fit into what an interval is counted in.
  private static let secondsMax: TimeInterval = 200 * 365 * 86_400
}

/// At a date, by the parts that are given.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// The parts of the date.
  public let dateComponents: DateComponents

  /// Makes a trigger.
  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeating: repeats)
  }

  /// When it would be shown next if it were added now.
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

/// The trigger of a notification that a push has brought; the system shows those by itself, so that none is handed over.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}
