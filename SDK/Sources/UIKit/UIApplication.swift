internal import AppleSupport
public import Foundation
internal import Torpor
internal import UserNotifications

/// This process as an app of the system.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
  // Shape: one method for each of Apple's class.
  /// The app once it is made; any thread may ask for it first, as in the tests of an app.
  private nonisolated(unsafe) static var theOne: UIApplication?
  private nonisolated static let lock = NSRecursiveLock()

  /// The app.
  public class var shared: UIApplication { lock.withLock { theOne ?? UIApplication() } }

  /// What is told of the app's life; held by `UIApplicationMain`.
  open weak var delegate: (any UIApplicationDelegate)?

  /// Whether the app is launched in the background at all.
  open internal(set) var backgroundRefreshStatus = UIBackgroundRefreshStatus.available

  /// The scenes that are there: one, where the app has scenes and was on screen.
  open internal(set) var connectedScenes: Set<UIScene> = []
  /// The sessions of the scenes.
  open internal(set) var openSessions: Set<UISceneSession> = []

  /// Whether protected files are readable; true until the system reports a change.
  open internal(set) var isProtectedDataAvailable = true

  /// The number on the app's icon that this process has set; a change is handed to the system.
  open var applicationIconBadgeNumber = 0 {
    didSet { UNUserNotificationCenter.current().setBadgeCount(applicationIconBadgeNumber) }
  }

  /// Kept, and without effect: the system has no screen that it turns off.
  open var isIdleTimerDisabled = false

  /// The choices on the app's icon: kept, and not shown.
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

  /// The process has no app any more: the next one is made anew.
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

  /// How the app stands to the user.
  open var applicationState: State {
    guard let state = try? AppleSystem.application().applicationState else { return .inactive }
    return switch state {
    case .active: .active
    case .inactive: .inactive
    case .background, .suspended, .notRunning: .background
    }
  }

  /// How often `application(_:performFetchWithCompletionHandler:)` is called at most, in seconds.
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

  /// 200 years, which fit into what an interval is counted in.
  private static let secondsMax: TimeInterval = 200 * 365 * 86_400

  /// Asks for the token under which senders reach the app, which its delegate is told.
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

  /// Ends the validity of the token.
  open func unregisterForRemoteNotifications() {
    isRegisteredForRemoteNotifications = false
    inTurn { [self] in
      // Also of one that was asked for before and has come since.
      isRegisteredForRemoteNotifications = false
      await AppleSystem.attempt { application async throws(TorporError) in
        try await application.unregisterForRemoteNotifications()
      }
    }
  }

  /// What is asked for last takes effect last: each waits for the answer to the one before it.
  private func inTurn(_ work: @escaping @MainActor () async -> Void) {
    let before = registration
    registration = Task { @MainActor in
      await before?.value
      await work()
    }
  }

  private var registration: Task<Void, Never>?

  /// What the user has allowed this process in the form of systems before iOS 10; `nil`: it has not asked.
  var grantedNotificationTypes: UIUserNotificationType?

  /// Whether this process has a token.
  open private(set) var isRegisteredForRemoteNotifications = false

  /// The bytes that a token stands for.
  static func bytes(ofToken token: String) -> Data { PushToken.bytes(of: token) }
}
