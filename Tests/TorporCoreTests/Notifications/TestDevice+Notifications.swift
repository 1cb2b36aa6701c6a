import TorporModel

@testable import TorporCore

extension TestDevice {
  /// 2026-03-02 20:00 UTC, a Monday, in seconds since 1970.
  static let mondayEvening: Int64 = 1_772_481_600

  /// A device with one app on screen, whose wall clock shows Monday evening, in UTC.
  static func withTea(_ profile: ProfileName = .ios26, hasPasscode: Bool = true) -> TestDevice {
    var device = TestDevice(profile, hasPasscode: hasPasscode)
    device.setWallClock(to: mondayEvening)
    device.install("tea")
    device.open("tea")
    return device
  }

  /// Schedules a notification after a while.
  @discardableResult
  mutating func schedule(
    _ identifier: String,
    after length: Duration,
    repeats: Bool = false,
    of app: String = "tea"
  ) -> Reply? {
    add(identifier, .interval(length, repeats: repeats), of: app)
  }

  /// Schedules a notification for a date.
  @discardableResult
  mutating func schedule(
    _ identifier: String,
    at match: CalendarMatch,
    repeats: Bool = false,
    of app: String = "tea"
  ) -> Reply? {
    add(identifier, .calendar(match, repeats: repeats), of: app)
  }

  /// Schedules a notification that says its own name.
  @discardableResult
  mutating func add(
    _ identifier: String,
    _ trigger: NotificationTrigger?,
    _ change: (inout NotificationContent) -> Void = { _ in },
    of app: String = "tea"
  ) -> Reply? {
    var content = NotificationContent(body: identifier)
    change(&content)
    let notification = LocalNotification(
      identifier: identifier,
      content: content,
      trigger: trigger
    )
    return center(.add(notification), of: app)
  }

  /// Asks the notification centre.
  @discardableResult
  mutating func center(_ request: NotificationCenterRequest, of app: String = "tea") -> Reply? {
    ask(app, .service(.notifications(request)))
  }

  /// The user does something with a notification.
  @discardableResult
  mutating func answer(
    _ identifier: String,
    _ action: String = NotificationResponse.defaultAction,
    of app: String = "tea"
  ) -> Reply? {
    let response = NotificationResponse(notification: identifier, action: action)
    return user(.respond(app: self.app(app), response))
  }

  /// The user lets the app show notifications, or not.
  mutating func allowNotifications(_ isAllowed: Bool, of app: String = "tea") {
    let settings = AppSettings(allowsNotifications: isAllowed)
    user(.change(setting: .appSettings(app: self.app(app), settings: settings)))
  }

  /// What the user saw, in order.
  var shown: [ShownNotification] {
    log.compactMap { entry in
      if case .service(.show(let notification)) = entry.effect { notification } else { nil }
    }
  }

  /// How long after the start the user saw a notification.
  func shown(_ identifier: String) -> [Duration] {
    log.compactMap { entry in
      guard case .service(.show(let notification)) = entry.effect,
        notification.key.identifier == identifier
      else { return nil }
      return entry.at - .zero
    }
  }

  /// The names of what was taken off the screen.
  var withdrawn: [String] {
    log.compactMap { entry in
      if case .service(.withdraw(let key)) = entry.effect { key.identifier } else { nil }
    }
  }

  func pendingNotifications(_ app: String = "tea") -> [String] {
    device.notifications[self.app(app)]?.pending.map(\.notification.identifier) ?? []
  }

  func delivered(_ app: String = "tea") -> [String] {
    device.notifications[self.app(app)]?.delivered.map(\.notification.identifier) ?? []
  }

  /// Why a notification was not scheduled or not shown, in order.
  func objections(to identifier: String, _ app: String = "tea") -> [Reason] {
    decisions(app) { action in
      action == .show(notification: identifier) || action == .schedule(notification: identifier)
    }
    .filter { $0.verdict != .done }.flatMap { $0.conditions.map(\.reason) }
  }
}
