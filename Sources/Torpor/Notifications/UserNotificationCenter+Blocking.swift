internal import TorporAppModel
internal import TorporAppWire

// The forms for code that cannot suspend. The calling thread waits for the system's answer, so that a notification is
// scheduled before a completion handler that is called next lets the app be frozen.

extension UserNotificationCenter {
  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  @discardableResult
  public func add(_ request: NotificationRequest) throws(TorporError) -> [String] {
    try callBlocking(App.AddNotification(notification: request), subject: request.identifier)
      .dropped ?? []
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func pendingNotificationRequests() throws(TorporError) -> [NotificationRequest] {
    try callBlocking(App.PendingNotifications()).notifications
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func deliveredNotifications() throws(TorporError) -> [NotificationRequest] {
    try callBlocking(App.DeliveredNotifications()).notifications
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func removePendingNotificationRequests(
    withIdentifiers identifiers: [String]
  ) throws(TorporError) {
    try callBlocking(App.RemovePendingNotifications(identifiers: identifiers))
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func removeAllPendingNotificationRequests() throws(TorporError) {
    try callBlocking(App.RemovePendingNotifications())
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func removeDeliveredNotifications(
    withIdentifiers identifiers: [String]
  ) throws(TorporError) {
    try callBlocking(App.RemoveDeliveredNotifications(identifiers: identifiers))
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func removeAllDeliveredNotifications() throws(TorporError) {
    try callBlocking(App.RemoveDeliveredNotifications())
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func setNotificationCategories(
    _ categories: [NotificationCategory]
  ) throws(TorporError) {
    try callBlocking(App.SetNotificationCategories(categories: categories))
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func notificationSettings() throws(TorporError) -> NotificationSettings {
    let status = try callBlocking(App.AuthorizationStatus(use: .notifications)).status
    return NotificationSettings(authorizationStatus: NotificationSettings.status(status))
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
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
