internal import AppleSupport
public import Foundation
internal import Synchronization
internal import Torpor

/// The notifications that the app schedules and the system shows.
///
/// Every method can be called from any thread. Methods that do not wait in Apple's framework block here until the
/// system answers, so that requests are carried out in order, and before the app can be frozen. Only the user's answer
/// to `requestAuthorization(options:completionHandler:)` is not waited for.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  // Shape: one method for each method of Apple's class.
  private static let theOne = UNUserNotificationCenter()

  /// State that any thread sets, within `lock`.
  private struct State {
    weak var delegate: (any UNUserNotificationCenterDelegate)?
    /// Held here, because the client library holds its delegates weakly.
    var bridge: NotificationBridge?
    /// Receives notifications if there is no delegate.
    var withoutDelegate: (@MainActor @Sendable (UNNotificationRequest) -> Void)?
    var categories: Set<UNNotificationCategory> = []

    /// Makes the bridge to the delegate, or to the closure that is called without one.
    mutating func makeBridge() -> NotificationBridge? {
      bridge =
        delegate.map(NotificationBridge.init)
        ?? withoutDelegate.map(NotificationBridge.init(withoutDelegate:))
      return bridge
    }
  }

  private let lock = NSLock()
  private var state = State()

  override fileprivate init() {}

  /// Resets the delegate and the categories at the end of the app's process.
  package static func forget() {
    let old = theOne.lock.withLock {
      defer { theOne.state = State() }
      return theOne.state
    }
    withExtendedLifetime(old) {}
    ScheduledContents.shared.withLock { $0 = ScheduledContents() }
  }

  /// Returns the app's center.
  open class func current() -> UNUserNotificationCenter { theOne }

  /// Receives the user's answers; held weakly.
  ///
  /// Set it before the app has finished launching.
  open weak var delegate: (any UNUserNotificationCenterDelegate)? {
    get { lock.withLock { state.delegate } }
    set {
      let bridge = lock.withLock {
        state.delegate = newValue
        return state.makeBridge()
      }
      use(bridge)
    }
  }

  /// Sets a closure that receives notifications, as apps did before iOS 10, as long as there is no delegate.
  package func tellWithoutDelegate(
    _ body: @escaping @MainActor @Sendable (UNNotificationRequest) -> Void
  ) {
    let bridge = lock.withLock {
      state.withoutDelegate = body
      return state.makeBridge()
    }
    use(bridge)
  }

  private func use(_ bridge: NotificationBridge?) {
    AppleSystem.attempt { application throws(TorporError) in
      application.userNotificationCenter.delegate = bridge
    }
  }

  // MARK: Permission

  /// Asks the user, unless they have decided already; the handler is called with the decision.
  open func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping (Bool, (any Error)?) -> Void
  ) {
    CallbackQueue.call(
      { (answer: Result<Bool, any Error>) in
        switch answer {
        case .success(let isGranted): completionHandler(isGranted, nil)
        case .failure(let error): completionHandler(false, error)
        }
      },
      after: {
        do {
          return .success(try await self.requestAuthorization(options: options))
        } catch {
          return .failure(error)
        }
      }
    )
  }

  /// Asks the user, unless they have decided already.
  ///
  /// - Returns: Whether notifications are shown.
  @discardableResult
  open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    do throws(TorporError) {
      return try await AppleSystem.application().userNotificationCenter.requestAuthorization(
        options: options.asked
      )
    } catch {
      throw UNError.error(error)
    }
  }

  /// Passes the permissions that the user has given to the handler.
  open func getNotificationSettings(
    completionHandler: @escaping (UNNotificationSettings) -> Void
  ) {
    let settings = AppleSystem.attempt { application throws(TorporError) in
      try application.userNotificationCenter.notificationSettings()
    }
    CallbackQueue.call(completionHandler, with: UNNotificationSettings(settings))
  }

  /// Returns the permissions that the user has given.
  open func notificationSettings() async -> UNNotificationSettings {
    UNNotificationSettings(
      await AppleSystem.attempt { application async throws(TorporError) in
        try await application.userNotificationCenter.notificationSettings()
      }
    )
  }

  // MARK: Scheduling

  /// Schedules a notification, replacing one with the same identifier.
  open func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (((any Error)?) -> Void)? = nil
  ) {
    let error: (any Error)?
    do {
      try schedule(request)
      error = nil
    } catch let reason {
      error = reason
    }
    guard let completionHandler else { return }
    CallbackQueue.call(completionHandler, with: error)
  }

  /// Schedules a notification, replacing one with the same identifier.
  open func add(_ request: UNNotificationRequest) async throws {
    do throws(TorporError) {
      let scheduled = request.scheduled
      try await AppleSystem.application().userNotificationCenter.add(scheduled)
      ScheduledContents.shared.withLock { $0.remember(scheduled) }
    } catch {
      throw UNError.error(error)
    }
  }

  private func schedule(_ request: UNNotificationRequest) throws {
    do throws(TorporError) {
      let scheduled = request.scheduled
      try AppleSystem.application().userNotificationCenter.add(scheduled)
      ScheduledContents.shared.withLock { $0.remember(scheduled) }
    } catch {
      throw UNError.error(error)
    }
  }

  /// Passes the notifications that wait for their trigger to the handler.
  open func getPendingNotificationRequests(
    completionHandler: @escaping ([UNNotificationRequest]) -> Void
  ) {
    CallbackQueue.call(completionHandler, with: waitForPendingRequests())
  }

  /// Returns the notifications that wait for their trigger; the calling thread waits for the list.
  package func waitForPendingRequests() -> [UNNotificationRequest] {
    let requests = AppleSystem.attempt { application throws(TorporError) in
      try application.userNotificationCenter.pendingNotificationRequests()
    }
    return (requests ?? []).map(UNNotificationRequest.init)
  }

  /// Returns the notifications that wait for their trigger.
  open func pendingNotificationRequests() async -> [UNNotificationRequest] {
    let requests = await AppleSystem.attempt { application async throws(TorporError) in
      try await application.userNotificationCenter.pendingNotificationRequests()
    }
    return (requests ?? []).map(UNNotificationRequest.init)
  }

  /// Passes the notifications that were shown and have not been removed to the handler.
  open func getDeliveredNotifications(completionHandler: @escaping ([UNNotification]) -> Void) {
    let requests = AppleSystem.attempt { application throws(TorporError) in
      try application.userNotificationCenter.deliveredNotifications()
    }
    let notifications = (requests ?? []).map { UNNotification(UNNotificationRequest($0)) }
    CallbackQueue.call(completionHandler, with: notifications)
  }

  /// Returns the notifications that were shown and have not been removed.
  open func deliveredNotifications() async -> [UNNotification] {
    let requests = await AppleSystem.attempt { application async throws(TorporError) in
      try await application.userNotificationCenter.deliveredNotifications()
    }
    return (requests ?? []).map { UNNotification(UNNotificationRequest($0)) }
  }

  // MARK: Removing

  /// Removes notifications that wait for their trigger.
  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    attempt { center throws(TorporError) in
      try center.removePendingNotificationRequests(withIdentifiers: identifiers)
    }
  }

  /// Removes all notifications that wait for their trigger.
  open func removeAllPendingNotificationRequests() {
    attempt { center throws(TorporError) in try center.removeAllPendingNotificationRequests() }
  }

  /// Removes notifications that were shown.
  open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    attempt { center throws(TorporError) in
      try center.removeDeliveredNotifications(withIdentifiers: identifiers)
    }
  }

  /// Removes all notifications that were shown.
  open func removeAllDeliveredNotifications() {
    attempt { center throws(TorporError) in try center.removeAllDeliveredNotifications() }
  }

  // MARK: Categories, and the number on the icon

  /// Sets the app's categories, which define the user's possible answers.
  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    lock.withLock { state.categories = categories }
    let scheduled = categories.map(\.scheduled).sorted { $0.identifier < $1.identifier }
    attempt { center throws(TorporError) in try center.setNotificationCategories(scheduled) }
  }

  /// Passes the categories that this process has set to the handler.
  open func getNotificationCategories(
    completionHandler: @escaping (Set<UNNotificationCategory>) -> Void
  ) {
    let categories = lock.withLock { state.categories }
    CallbackQueue.call(completionHandler, with: categories)
  }

  /// Sets the number on the app's icon; 0 removes it.
  open func setBadgeCount(
    _ newBadgeCount: Int,
    withCompletionHandler completionHandler: (((any Error)?) -> Void)? = nil
  ) {
    let error: (any Error)?
    do throws(TorporError) {
      try AppleSystem.application().userNotificationCenter.setBadgeCount(newBadgeCount)
      error = nil
    } catch let reason {
      AppleSystem.report(reason)
      error = UNError.error(reason)
    }
    if let completionHandler { CallbackQueue.call(completionHandler, with: error) }
  }

  /// Sets the number on the app's icon; 0 removes it.
  open func setBadgeCount(_ newBadgeCount: Int) async throws {
    do throws(TorporError) {
      try await AppleSystem.application().userNotificationCenter.setBadgeCount(newBadgeCount)
    } catch {
      throw UNError.error(error)
    }
  }

  private func attempt(_ call: (UserNotificationCenter) throws(TorporError) -> Void) {
    AppleSystem.attempt { application throws(TorporError) in
      try call(application.userNotificationCenter)
    }
  }
}
