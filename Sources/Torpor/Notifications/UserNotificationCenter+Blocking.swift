internal import TorporAppModel
internal import TorporAppWire

// Forms for code that cannot suspend. They block the calling thread until the system answers, so that a notification is
// scheduled before a subsequent completion handler lets the app be frozen.

extension UserNotificationCenter {
  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  @discardableResult
  public func add(_ request: NotificationRequest) throws(TorporError) -> [String] {
    try callBlocking(App.AddNotification(notification: request), subject: request.identifier)
      .dropped ?? []
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func pendingNotificationRequests() throws(TorporError) -> [NotificationRequest] {
    try callBlocking(App.PendingNotifications()).notifications
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func deliveredNotifications() throws(TorporError) -> [NotificationRequest] {
    try callBlocking(App.DeliveredNotifications()).notifications
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func removePendingNotificationRequests(
    withIdentifiers identifiers: [String]
  ) throws(TorporError) {
    try callBlocking(App.RemovePendingNotifications(identifiers: identifiers))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func removeAllPendingNotificationRequests() throws(TorporError) {
    try callBlocking(App.RemovePendingNotifications())
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func removeDeliveredNotifications(
    withIdentifiers identifiers: [String]
  ) throws(TorporError) {
    try callBlocking(App.RemoveDeliveredNotifications(identifiers: identifiers))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func removeAllDeliveredNotifications() throws(TorporError) {
    try callBlocking(App.RemoveDeliveredNotifications())
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func setNotificationCategories(
    _ categories: [NotificationCategory]
  ) throws(TorporError) {
    try callBlocking(App.SetNotificationCategories(categories: categories))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func notificationSettings() throws(TorporError) -> NotificationSettings {
    let status = try callBlocking(App.AuthorizationStatus(use: .notifications)).status
    return NotificationSettings(authorizationStatus: NotificationSettings.status(status))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func setBadgeCount(_ count: Int) throws(TorporError) {
    try callBlocking(App.SetBadge(count: count))
  }

  @discardableResult
  private func callBlocking<Call: KeyedCall>(
    _ call: Call,
    subject: String = "the notifications"
  ) throws(TorporError) -> Call.Reply {
    try application.callBlocking(call, subject: subject)
  }
}
