internal import Glibc
internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// Notifications that the app schedules and the system shows (`UNUserNotificationCenter`).
///
/// They need no process of the app, and outlive it and the machine's restart.
public struct UserNotificationCenter: Sendable {
  // Shape: one method for each of Apple's class, most of them also in the form that blocks.
  let application: Application

  /// Receives the user's answers; held weakly.
  public var delegate: (any UserNotificationCenterDelegate)? {
    get { application.delegates.notifications }
    nonmutating set { application.changing.withLock { $0.delegates.notifications = newValue } }
  }

  /// Schedules a notification, replacing one with the same identifier.
  ///
  /// An interval that is not positive, or below 60 s where it repeats, is a mistake in the app's code and
  /// ends the process, as Apple's exception does; in profiles before iOS 10, the first is shown at once and the
  /// second repeats every minute.
  ///
  /// - Returns: The identifiers of notifications for which there is no more room, because they are due last: 64 may
  ///   wait for their trigger, in older profiles 128. The new one may be among them.
  /// - Throws: `TorporError`: `notificationsNotAllowed`, `impossibleDate` where no date matches, or
  ///   `stopped` after `stop()`.
  @discardableResult
  public func add(_ request: NotificationRequest) async throws(TorporError) -> [String] {
    try await call(App.AddNotification(notification: request), subject: request.identifier)
      .dropped ?? []
  }

  /// The notifications that wait for their trigger.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func pendingNotificationRequests() async throws(TorporError) -> [NotificationRequest] {
    try await call(App.PendingNotifications()).notifications
  }

  /// The notifications that were shown and not removed.
  ///
  /// - Throws: as `pendingNotificationRequests()`.
  public func deliveredNotifications() async throws(TorporError) -> [NotificationRequest] {
    try await call(App.DeliveredNotifications()).notifications
  }

  /// Removes notifications that wait for their trigger.
  ///
  /// - Throws: as `pendingNotificationRequests()`.
  public func removePendingNotificationRequests(
    withIdentifiers identifiers: [String]
  ) async throws(TorporError) {
    try await call(App.RemovePendingNotifications(identifiers: identifiers))
  }

  /// Removes all notifications that wait for their trigger.
  ///
  /// - Throws: as `pendingNotificationRequests()`.
  public func removeAllPendingNotificationRequests() async throws(TorporError) {
    try await call(App.RemovePendingNotifications())
  }

  /// Removes notifications that were shown.
  ///
  /// - Throws: as `pendingNotificationRequests()`.
  public func removeDeliveredNotifications(
    withIdentifiers identifiers: [String]
  ) async throws(TorporError) {
    try await call(App.RemoveDeliveredNotifications(identifiers: identifiers))
  }

  /// Removes all notifications that were shown.
  ///
  /// - Throws: as `pendingNotificationRequests()`.
  public func removeAllDeliveredNotifications() async throws(TorporError) {
    try await call(App.RemoveDeliveredNotifications())
  }

  /// Sets the app's notification categories, all of them at once.
  ///
  /// - Throws: as `pendingNotificationRequests()`.
  public func setNotificationCategories(
    _ categories: [NotificationCategory]
  ) async throws(TorporError) {
    try await call(App.SetNotificationCategories(categories: categories))
  }

  /// Sets the number on the app's icon; 0 removes it.
  ///
  /// - Throws: as `pendingNotificationRequests()`.
  public func setBadgeCount(_ count: Int) async throws(TorporError) {
    try await call(App.SetBadge(count: count))
  }

  /// What the user allows.
  ///
  /// - Throws: as `pendingNotificationRequests()`.
  public func notificationSettings() async throws(TorporError) -> NotificationSettings {
    let status = try await application.authorizationStatus(of: .notifications)
    return NotificationSettings(authorizationStatus: NotificationSettings.status(status))
  }

  /// Asks the user to allow notifications, unless they have decided already, and waits for the answer.
  ///
  /// The app must be in front. With `.provisional` the user is not asked, and notifications are delivered quietly.
  /// The user changes their decision with `torpor settings APP allowsNotifications=on` or `off`.
  ///
  /// - Returns: Whether notifications are shown; false also while the user has not decided.
  /// - Throws: as `pendingNotificationRequests()`.
  public func requestAuthorization(
    options: NotificationAuthorizationOptions = []
  ) async throws(TorporError) -> Bool {
    let status = try await application.requestAuthorization(
      .notifications,
      isProvisional: options.contains(.provisional)
    )
    return status == .authorized || status == .provisional
  }

  @discardableResult
  private func call<Call: KeyedCall>(
    _ call: Call,
    subject: String = "the notifications"
  ) async throws(TorporError) -> Call.Reply {
    try await application.call(call, subject: subject)
  }
}

extension Application {
  /// Notifications that the app schedules and the system shows.
  public var userNotificationCenter: UserNotificationCenter {
    UserNotificationCenter(application: self)
  }
}

/// A notification that no app may schedule: its interval is too short.
struct NotificationMisuse {
  let interval: Duration
  let least: Duration

  /// Prints what is wrong with the app's code and ends the process, as the exception does on iOS that
  /// Swift code cannot catch.
  func endProcess() -> Never {
    let text = crashMessage
    _ = text.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
    abort()
  }

  /// What is printed before the process ends: Apple's line, and what to change.
  var crashMessage: String {
    let message =
      interval > .zero
      ? "time interval must be at least 60 if repeating" : "time interval must be greater than 0"
    let refusal = Refusal.service(.notification(.intervalTooShort(interval, least: least)))
    return
      "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '"
      + message + "'\n*** " + WireError.refused(refusal).sentence + "\n"
  }
}
