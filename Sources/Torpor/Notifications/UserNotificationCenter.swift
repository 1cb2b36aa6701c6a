internal import Glibc
internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// The notifications that the app schedules and the system shows (`UNUserNotificationCenter`).
///
/// They do not need a process of the app; they outlive it, and also a restart of the machine.
public struct UserNotificationCenter: Sendable {
  // Shape: one method for each method of Apple's class, most of them also in a blocking form.
  let application: Application

  /// Receives the user's answers; held weakly.
  public var delegate: (any UserNotificationCenterDelegate)? {
    get { application.delegates.notifications }
    nonmutating set { application.changing.withLock { $0.delegates.notifications = newValue } }
  }

  /// Schedules a notification, replacing one with the same identifier.
  ///
  /// An interval that is not positive, or that is below 60 s and repeats, is an error in the app's code and ends the
  /// process, as Apple's exception does; in profiles before iOS 10, the first kind is shown at once and the second
  /// repeats every minute.
  ///
  /// - Returns: The identifiers of notifications that were dropped because they are due last: 64 may wait for their
  ///   trigger, in older profiles 128. The new one may be among them.
  /// - Throws: `TorporError`: `notificationsNotAllowed`, `impossibleDate` if no date matches, or `stopped` after
  ///   `stop()`.
  @discardableResult
  public func add(_ request: NotificationRequest) async throws(TorporError) -> [String] {
    try await call(App.AddNotification(notification: request), subject: request.identifier)
      .dropped ?? []
  }

  /// Returns the notifications that wait for their trigger.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func pendingNotificationRequests() async throws(TorporError) -> [NotificationRequest] {
    try await call(App.PendingNotifications()).notifications
  }

  /// Returns the notifications that were shown and have not been removed.
  ///
  /// - Throws: The same errors as `pendingNotificationRequests()`.
  public func deliveredNotifications() async throws(TorporError) -> [NotificationRequest] {
    try await call(App.DeliveredNotifications()).notifications
  }

  /// Removes notifications that wait for their trigger.
  ///
  /// - Throws: The same errors as `pendingNotificationRequests()`.
  public func removePendingNotificationRequests(
    withIdentifiers identifiers: [String]
  ) async throws(TorporError) {
    try await call(App.RemovePendingNotifications(identifiers: identifiers))
  }

  /// Removes all notifications that wait for their trigger.
  ///
  /// - Throws: The same errors as `pendingNotificationRequests()`.
  public func removeAllPendingNotificationRequests() async throws(TorporError) {
    try await call(App.RemovePendingNotifications())
  }

  /// Removes notifications that were shown.
  ///
  /// - Throws: The same errors as `pendingNotificationRequests()`.
  public func removeDeliveredNotifications(
    withIdentifiers identifiers: [String]
  ) async throws(TorporError) {
    try await call(App.RemoveDeliveredNotifications(identifiers: identifiers))
  }

  /// Removes all notifications that were shown.
  ///
  /// - Throws: The same errors as `pendingNotificationRequests()`.
  public func removeAllDeliveredNotifications() async throws(TorporError) {
    try await call(App.RemoveDeliveredNotifications())
  }

  /// Sets the app's notification categories, all of them at once.
  ///
  /// - Throws: The same errors as `pendingNotificationRequests()`.
  public func setNotificationCategories(
    _ categories: [NotificationCategory]
  ) async throws(TorporError) {
    try await call(App.SetNotificationCategories(categories: categories))
  }

  /// Sets the number on the app's icon; 0 removes it.
  ///
  /// - Throws: The same errors as `pendingNotificationRequests()`.
  public func setBadgeCount(_ count: Int) async throws(TorporError) {
    try await call(App.SetBadge(count: count))
  }

  /// Returns the permissions that the user has given.
  ///
  /// - Throws: The same errors as `pendingNotificationRequests()`.
  public func notificationSettings() async throws(TorporError) -> NotificationSettings {
    let status = try await application.authorizationStatus(of: .notifications)
    return NotificationSettings(authorizationStatus: NotificationSettings.status(status))
  }

  /// Asks the user to allow notifications, unless they have decided already, and waits for the answer.
  ///
  /// The app must be in the foreground. With `.provisional` the user is not asked, and notifications are delivered
  /// quietly. The user can change the decision with `torpor settings APP allowsNotifications=on` or `off`.
  ///
  /// - Returns: Whether notifications are shown; false also while the user has not decided.
  /// - Throws: The same errors as `pendingNotificationRequests()`.
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
  /// The notifications that the app schedules and the system shows.
  public var userNotificationCenter: UserNotificationCenter {
    UserNotificationCenter(application: self)
  }
}

/// An error in scheduling a notification: its interval is too short.
struct NotificationMisuse {
  let interval: Duration
  let least: Duration

  /// Reports the error in the app's code and ends the process, like the exception on iOS, which Swift code cannot
  /// catch.
  func endProcess() -> Never {
    let text = crashMessage
    _ = text.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
    abort()
  }

  /// The message printed before the process ends: Apple's line, and what to change.
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
