internal import AppleSupport
public import Foundation
internal import Synchronization
internal import Torpor

/// Notifications that the app schedules and the system shows.
///
/// Every method may be called from any thread. Those that Apple's framework sends without waiting wait here for the
/// system's answer, so that what was asked for is done in its turn, and before the app can be frozen. Only the user's
/// answer to `requestAuthorization(options:completionHandler:)` is not waited for.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  // Shape: one method for each of Apple's class.
  private static let theOne = UNUserNotificationCenter()

  /// What is set by any thread, within `lock`.
  private struct State {
    weak var delegate: (any UNUserNotificationCenterDelegate)?
    /// Held here, since the client library holds its delegates weakly.
    var bridge: NotificationBridge?
    /// What is told of notifications where there is no delegate.
    var withoutDelegate: (@MainActor @Sendable (UNNotificationRequest) -> Void)?
    var categories: Set<UNNotificationCategory> = []

    /// Makes what hands answers to the delegate, or to what is told without one.
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

  /// The app of the process has ended: neither its delegate nor its categories are known any more.
  package static func forget() {
    let old = theOne.lock.withLock {
      defer { theOne.state = State() }
      return theOne.state
    }
    withExtendedLifetime(old) {}
    ScheduledContents.shared.withLock { $0 = ScheduledContents() }
  }

  /// The app's center.
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

  /// Has a body told of notifications, as apps were before iOS 10, as long as there is no delegate.
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

  /// Asks the user, unless they have decided already; the handler is called with what they decide.
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

  /// Hands what the user allows to the handler.
  open func getNotificationSettings(
    completionHandler: @escaping (UNNotificationSettings) -> Void
  ) {
    let settings = AppleSystem.attempt { application throws(TorporError) in
      try application.userNotificationCenter.notificationSettings()
    }
    CallbackQueue.call(completionHandler, with: UNNotificationSettings(settings))
  }

  /// What the user allows.
  open func notificationSettings() async -> UNNotificationSettings {
    UNNotificationSettings(
      await AppleSystem.attempt { application async throws(TorporError) in
        try await application.userNotificationCenter.notificationSettings()
      }
    )
  }

  // MARK: Scheduling

  /// Schedules a notification, in place of one with that identifier.
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

  /// Schedules a notification, in place of one with that identifier.
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

  /// Hands the notifications that wait for their trigger to the handler.
  open func getPendingNotificationRequests(
    completionHandler: @escaping ([UNNotificationRequest]) -> Void
  ) {
    CallbackQueue.call(completionHandler, with: waitForPendingRequests())
  }

  /// The notifications that wait for their trigger; the calling thread waits for the list.
  package func waitForPendingRequests() -> [UNNotificationRequest] {
    let requests = AppleSystem.attempt { application throws(TorporError) in
      try application.userNotificationCenter.pendingNotificationRequests()
    }
    return (requests ?? []).map(UNNotificationRequest.init)
  }

  /// The notifications that wait for their trigger.
  open func pendingNotificationRequests() async -> [UNNotificationRequest] {
    let requests = await AppleSystem.attempt { application async throws(TorporError) in
      try await application.userNotificationCenter.pendingNotificationRequests()
    }
    return (requests ?? []).map(UNNotificationRequest.init)
  }

  /// Hands the notifications that were shown and not removed to the handler.
  open func getDeliveredNotifications(completionHandler: @escaping ([UNNotification]) -> Void) {
    let requests = AppleSystem.attempt { application throws(TorporError) in
      try application.userNotificationCenter.deliveredNotifications()
    }
    let notifications = (requests ?? []).map { UNNotification(UNNotificationRequest($0)) }
    CallbackQueue.call(completionHandler, with: notifications)
  }

  /// The notifications that were shown and not removed.
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

  // MARK: Answers, and the number on the icon

  /// Sets what the user can answer: all categories of the app.
  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    lock.withLock { state.categories = categories }
    let scheduled = categories.map(\.scheduled).sorted { $0.identifier < $1.identifier }
    attempt { center throws(TorporError) in try center.setNotificationCategories(scheduled) }
  }

  /// Hands the categories that this process has set to the handler.
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
