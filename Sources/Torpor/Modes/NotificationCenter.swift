internal import Glibc
public import TorporModel
internal import TorporWire

/// Notifications that the app schedules and the system shows (`UNUserNotificationCenter`).
///
/// They need no process of the app, and outlive it and the machine.
public struct NotificationCenter: Sendable {
  let application: Application

  /// Schedules a notification, in the place of one of that identifier.
  ///
  /// An interval that is not positive, or below 60 s where it repeats, is a mistake in the app's code and
  /// ends the process, as Apple's exception does.
  ///
  /// - Throws: `TorporError`: `refused` where the user does not allow notifications, or no date matches;
  ///   `stopped` after `stop()`.
  public func add(_ notification: LocalNotification) async throws(TorporError) {
    try await ask(.add(notification), subject: notification.identifier)
  }

  /// The notifications that wait for their trigger.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func pendingNotifications() async throws(TorporError) -> [LocalNotification] {
    try await list(.pending)
  }

  /// The notifications that were shown and not removed.
  ///
  /// - Throws: as `pendingNotifications`.
  public func deliveredNotifications() async throws(TorporError) -> [LocalNotification] {
    try await list(.delivered)
  }

  /// Takes back notifications that wait; `nil`: all of them.
  ///
  /// - Throws: as `pendingNotifications`.
  public func removePending(_ identifiers: [String]? = nil) async throws(TorporError) {
    try await ask(.removePending(identifiers))
  }

  /// Removes notifications that were shown; `nil`: all of them.
  ///
  /// - Throws: as `pendingNotifications`.
  public func removeDelivered(_ identifiers: [String]? = nil) async throws(TorporError) {
    try await ask(.removeDelivered(identifiers))
  }

  /// Says what the user can answer: all categories of the app.
  ///
  /// - Throws: as `pendingNotifications`.
  public func setCategories(_ categories: [NotificationCategory]) async throws(TorporError) {
    try await ask(.setCategories(categories))
  }

  /// Sets the number on the app's icon; 0 takes it away.
  ///
  /// - Throws: as `pendingNotifications`.
  public func setBadgeCount(_ count: Int) async throws(TorporError) {
    try await ask(.setBadge(count))
  }

  /// Whether the user lets the app show notifications.
  ///
  /// - Throws: as `pendingNotifications`.
  public func isAllowed() async throws(TorporError) -> Bool {
    guard case .notificationsAllowed(let isAllowed) = try await ask(.settings) else {
      return false
    }
    return isAllowed
  }

  private func list(
    _ request: NotificationCenterRequest
  ) async throws(TorporError) -> [LocalNotification] {
    guard case .notifications(let notifications) = try await ask(request) else { return [] }
    return notifications
  }

  @discardableResult
  private func ask(
    _ request: NotificationCenterRequest,
    subject: String = "the notifications"
  ) async throws(TorporError) -> ModeReply? {
    try await application.ask(.notifications(request), subject: subject)
  }
}

extension Application {
  /// Notifications that the app schedules and the system shows.
  public var notifications: NotificationCenter { NotificationCenter(application: self) }
}

/// A notification that no app may schedule: its interval is too short.
struct NotificationMisuse {
  let interval: Duration
  let least: Duration

  /// Says what is wrong with the app's code and ends the process, as the exception does on iOS that
  /// Swift code cannot catch.
  func endProcess() -> Never {
    let text = lastWords
    _ = text.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
    abort()
  }

  /// What the process says before it ends: Apple's line, and what to change.
  var lastWords: String {
    let message =
      interval > .zero
      ? "time interval must be at least 60 if repeating" : "time interval must be greater than 0"
    let refusal = Refusal.mode(.notification(.intervalTooShort(interval, least: least)))
    return
      "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '"
      + message + "'\n*** " + WireError.refused(refusal).sentence + "\n"
  }
}
