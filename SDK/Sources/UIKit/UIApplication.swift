internal import AppleSupport
public import Foundation
internal import Torpor
internal import UserNotifications

/// This process as an app of the system.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
  // Shape: one method for each method of Apple's class.
  /// The app once it is created; any thread may access it first, as in the tests of an app.
  private nonisolated(unsafe) static var theOne: UIApplication?
  private nonisolated static let lock = NSRecursiveLock()

  /// The app.
  public class var shared: UIApplication { lock.withLock { theOne ?? UIApplication() } }

  /// Receives the events of the app's life; held by `UIApplicationMain`.
  open weak var delegate: (any UIApplicationDelegate)?

  /// Whether the app is launched in the background at all.
  open internal(set) var backgroundRefreshStatus = UIBackgroundRefreshStatus.available

  /// The connected scenes: one, if the app has scenes and was on screen.
  open internal(set) var connectedScenes: Set<UIScene> = []
  /// The sessions of the scenes.
  open internal(set) var openSessions: Set<UISceneSession> = []

  /// Whether protected files are readable; true until the system reports a change.
  open internal(set) var isProtectedDataAvailable = true

  /// The number on the app's icon as set by this process; a change is sent to the system.
  open var applicationIconBadgeNumber = 0 {
    didSet { UNUserNotificationCenter.current().setBadgeCount(applicationIconBadgeNumber) }
  }

  /// Stored, and without effect: the system does not turn off a screen.
  open var isIdleTimerDisabled = false

  /// The actions on the app's icon: stored, and not shown.
  open var shortcutItems: [UIApplicationShortcutItem]?

  /// Makes the app, once, as `UIApplicationMain` does.
  public override init() {
    super.init()
    let isSecond = Self.lock.withLock {
      guard Self.theOne == nil else { return true }
      Self.theOne = self
      return false
    }
    if isSecond { Self.secondInstance.raise() }
  }

  /// Removes the app of the process: the next one is created from scratch.
  nonisolated static func forget() {
    let old = lock.withLock {
      defer { theOne = nil }
      return theOne
    }
    withExtendedLifetime(old) {}
  }

  private nonisolated static var secondInstance: AppleException {
    AppleException(
      name: "NSInternalInconsistencyException",
      reason: "There can only be one UIApplication instance.",
      hint: "Use UIApplication.shared, which is made when it is first asked for."
    )
  }

  /// The state of the app as the user sees it.
  open var applicationState: State {
    guard let state = try? AppleSystem.application().applicationState else { return .inactive }
    return switch state {
    case .active: .active
    case .inactive: .inactive
    case .background, .suspended, .notRunning: .background
    }
  }

  /// Sets the minimum interval between calls of `application(_:performFetchWithCompletionHandler:)`, in seconds.
  open func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {
    let interval: FetchInterval
    switch minimumBackgroundFetchInterval {
    case _ where minimumBackgroundFetchInterval.isNaN: interval = .minimum
    case Self.backgroundFetchIntervalNever...: interval = .never
    case ...Self.backgroundFetchIntervalMinimum: interval = .minimum
    default: interval = .atLeast(.seconds(min(minimumBackgroundFetchInterval, Self.secondsMax)))
    }
    AppleSystem.attempt { application throws(TorporError) in
      try application.setMinimumBackgroundFetchInterval(interval)
    }
  }

  /// 200 years, which the unit of an interval can represent.
  private static let secondsMax: TimeInterval = 200 * 365 * 86_400

  /// Requests the token under which senders reach the app; its delegate receives the token.
  open func registerForRemoteNotifications() {
    inTurn { [self] in
      do throws(TorporError) {
        let token = try await AppleSystem.application().registerForRemoteNotifications()
        isRegisteredForRemoteNotifications = true
        delegate?.application(
          self,
          didRegisterForRemoteNotificationsWithDeviceToken: Self.bytes(ofToken: token)
        )
      } catch {
        delegate?.application(
          self,
          didFailToRegisterForRemoteNotificationsWithError: AppleSystem.error(error)
        )
      }
    }
  }

  /// Invalidates the token.
  open func unregisterForRemoteNotifications() {
    isRegisteredForRemoteNotifications = false
    inTurn { [self] in
      // This also applies to a token that was requested earlier and has arrived since.
      isRegisteredForRemoteNotifications = false
      await AppleSystem.attempt { application async throws(TorporError) in
        try await application.unregisterForRemoteNotifications()
      }
    }
  }

  /// Runs work in order, so that the last request takes effect last: each waits for the answer to the previous one.
  private func inTurn(_ work: @escaping @MainActor () async -> Void) {
    let before = registration
    registration = Task { @MainActor in
      await before?.value
      await work()
    }
  }

  private var registration: Task<Void, Never>?

  /// The permissions that the user has given this process in the form before iOS 10; `nil`: it has not asked.
  var grantedNotificationTypes: UIUserNotificationType?

  /// Whether this process has a token.
  open private(set) var isRegisteredForRemoteNotifications = false

  /// Returns the bytes that a token represents.
  static func bytes(ofToken token: String) -> Data { PushToken.bytes(of: token) }
}
