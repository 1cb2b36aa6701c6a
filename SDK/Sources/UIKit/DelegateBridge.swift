internal import AppleSupport
internal import Foundation
internal import Torpor

/// Passes the system's events to the app's own delegate, in UIKit's form: one call after the other on the main thread,
/// and the notification after the delegate's method.
///
/// A callback has returned to the system when the delegate's method has returned, because nothing here suspends before
/// that.
@MainActor
final class DelegateBridge: Torpor.ApplicationDelegate {
  // Shape: one method for each callback of the client library, under UIKit's name.
  private let application: UIApplication
  /// Held here, because the application holds its delegate weakly.
  private let first: any UIApplicationDelegate
  /// The current delegate: the app may set another one, or none.
  private var delegate: any UIApplicationDelegate { application.delegate ?? NoDelegate.theOne }
  private let scenes: SceneLife

  init(_ application: UIApplication, _ delegate: any UIApplicationDelegate) {
    self.application = application
    first = delegate
    scenes = SceneLife(application)
    application.delegate = delegate
    // Before the app is notified of its launch, which a tap may have caused.
    UNUserNotificationCenter.current().tellWithoutDelegate { [weak application] request in
      guard let application else { return }
      application.delegate?.application(application, didReceive: UILocalNotification(request))
    }
  }

  private func post(_ name: NSNotification.Name, userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: application, userInfo: userInfo)
  }

  // MARK: The life cycle

  func application(
    _: Application,
    didFinishLaunchingWithOptions options: LaunchOptions
  ) async {
    let isForeground = options.isForeground
    let options = Self.launchOptions(for: options.wakeReason)
    UIApplication.life?.willLaunch()
    _ = delegate.application(application, willFinishLaunchingWithOptions: options)
    _ = delegate.application(application, didFinishLaunchingWithOptions: options)
    post(UIApplication.didFinishLaunchingNotification, userInfo: options)
    if isForeground { scenes.willEnterForeground(delegate) }
    Launch.finish()
  }

  /// Returns the values of Apple's keys for a reason; Apple has none for tasks, fetches and transfers.
  static func launchOptions(for reason: WakeReason?) -> [UIApplication.LaunchOptionsKey: Any]? {
    switch reason {
    case .significantLocation, .region, .visit, .continuousLocation, .liveLocation:
      [.location: true]
    case .bluetoothRestoring: radioOptions()
    default: nil
    }
  }

  /// Returns the Bluetooth managers that the app must create again.
  private static func radioOptions() -> [UIApplication.LaunchOptionsKey: Any]? {
    let standing = AppleSystem.attempt { application throws(TorporError) in
      try application.centralManager.currentStanding()
    }
    var options: [UIApplication.LaunchOptionsKey: Any] = [:]
    if let centrals = standing?.centrals, !centrals.isEmpty {
      options[.bluetoothCentrals] = centrals
    }
    if let peripherals = standing?.peripherals, !peripherals.isEmpty {
      options[.bluetoothPeripherals] = peripherals
    }
    return options.isEmpty ? nil : options
  }

  func applicationDidBecomeActive(_: Application) async {
    if scenes.isOfApplication { delegate.applicationDidBecomeActive(application) }
    scenes.didBecomeActive()
    post(UIApplication.didBecomeActiveNotification)
  }

  func applicationWillResignActive(_: Application) async {
    if scenes.isOfApplication { delegate.applicationWillResignActive(application) }
    scenes.willResignActive()
    post(UIApplication.willResignActiveNotification)
  }

  func applicationDidEnterBackground(_: Application) async {
    if scenes.isOfApplication { delegate.applicationDidEnterBackground(application) }
    scenes.didEnterBackground()
    post(UIApplication.didEnterBackgroundNotification)
    SavedDefaults.write()
    FreedMemory.giveBack()
  }

  func applicationWillEnterForeground(_: Application) async {
    scenes.willEnterForeground(delegate)
    if scenes.isOfApplication { delegate.applicationWillEnterForeground(application) }
    post(UIApplication.willEnterForegroundNotification)
  }

  func applicationWillTerminate(_: Application) async {
    scenes.willTerminate()
    delegate.applicationWillTerminate(application)
    post(UIApplication.willTerminateNotification)
    SavedDefaults.write()
  }

  func applicationDidReceiveMemoryWarning(_: Application) async {
    delegate.applicationDidReceiveMemoryWarning(application)
    post(UIApplication.didReceiveMemoryWarningNotification)
  }

  func applicationProtectedDataWillBecomeUnavailable(_: Application) async {
    delegate.applicationProtectedDataWillBecomeUnavailable(application)
    application.isProtectedDataAvailable = false
    post(UIApplication.protectedDataWillBecomeUnavailableNotification)
  }

  func applicationProtectedDataDidBecomeAvailable(_: Application) async {
    application.isProtectedDataAvailable = true
    delegate.applicationProtectedDataDidBecomeAvailable(application)
    post(UIApplication.protectedDataDidBecomeAvailableNotification)
  }

  func application(_: Application, powerStateDidChange isLowPowerModeEnabled: Bool) async {
    PowerState.change(isLowPowerModeEnabled: isLowPowerModeEnabled)
  }

  func application(
    _: Application,
    backgroundRefreshStatusDidChange isAvailable: Bool
  ) async {
    application.backgroundRefreshStatus = isAvailable ? .available : .denied
    post(UIApplication.backgroundRefreshStatusDidChangeNotification)
  }

  func application(_: Application, didReceive notification: NotificationRequest) async {
    let notification = UILocalNotification(UNNotificationRequest(notification))
    delegate.application(application, didReceive: notification)
  }

  // MARK: Callbacks that end with a completion handler

  func applicationPerformFetch(_: Application) async -> BackgroundFetchResult {
    await withHandler { [self] handler in
      delegate.application(application, performFetchWithCompletionHandler: handler)
    }
  }

  func application(
    _: Application,
    didReceiveRemoteNotification payload: Payload
  ) async -> BackgroundFetchResult {
    let userInfo = Self.userInfo(of: payload)
    return await withHandler { [self] handler in
      delegate.application(
        application,
        didReceiveRemoteNotification: userInfo,
        fetchCompletionHandler: handler
      )
    }
  }

  func application(
    _: Application,
    handleEventsForBackgroundURLSession identifier: String
  ) async {
    guard identifier != BackgroundSessions.issues else {
      return await BackgroundSessions.eventsFinished(of: identifier)
    }
    if let life = UIApplication.life {
      BackgroundSessions.reopen(identifier)
      if await life.backgroundEvents(identifier) { return }
    }
    await withUnsafeContinuation { continuation in
      let completion = Completion<Void> { continuation.resume() }
      delegate.application(
        application,
        handleEventsForBackgroundURLSession: identifier
      ) { completion.call(()) }
      BackgroundSessions.reopen(identifier)
    }
  }

  private func withHandler(
    _ body: (@escaping @Sendable (UIBackgroundFetchResult) -> Void) -> Void
  ) async -> BackgroundFetchResult {
    let result = await withUnsafeContinuation { continuation in
      let completion = Completion<UIBackgroundFetchResult> { continuation.resume(returning: $0) }
      body { completion.call($0) }
    }
    return switch result {
    case .newData: .newData
    case .noData: .noData
    case .failed: .failed
    }
  }

  /// Returns a payload as Foundation reads JSON; empty if it is not an object.
  static func userInfo(of payload: Payload) -> [AnyHashable: Any] {
    let object = try? JSONSerialization.jsonObject(with: Data(payload.json.utf8))
    return object as? [String: Any] ?? [:]
  }
}

extension DelegateBridge: Torpor.IssueDelegate {
  /// Calls the app until the system has no more events.
  func serve(_ connection: Torpor.Application) async throws(TorporError) {
    connection.issueDelegate = self
    try await connection.run(self)
  }

  /// Handled like any push, as on Apple's systems: the next event follows when the app has called its handler.
  func application(_ application: Application, didReceiveIssueAnnouncement payload: Payload) async {
    _ = await self.application(application, didReceiveRemoteNotification: payload)
  }

  func application(
    _: Application,
    didDownloadIssue transfer: TransferIdentifier,
    of session: String,
    outcome: TransferOutcome,
    detail: TransferDetail
  ) async {
    await BackgroundSessions.take(issue: transfer, of: session, outcome, detail)
  }
}

/// The delegate of an app that has none: every method has its default.
@MainActor
private final class NoDelegate: NSObject, UIApplicationDelegate {
  static let theOne = NoDelegate()
}
