import Torpor

/// A delegate that writes down what it was told and can be given something to do at each call.
@MainActor
final class RecordingDelegate: ApplicationDelegate {
  private(set) var calls: [String] = []
  private(set) var states: [ApplicationState] = []
  private let action: (String, Application) async throws -> Void
  private(set) var failure: (any Error)?
  /// What the launch said of the time that the last process had to save.
  private(set) var terminationSave: TerminationSave?

  init(_ action: @escaping (String, Application) async throws -> Void = { _, _ in }) {
    self.action = action
  }

  private func record(_ call: String, _ application: Application) async {
    calls.append(call)
    states.append(application.applicationState)
    do {
      try await action(call, application)
    } catch {
      failure = error
    }
  }

  func application(
    _ application: Application,
    didFinishLaunchingWithOptions launchOptions: LaunchOptions
  ) async {
    terminationSave = launchOptions.terminationSave
    await record(
      launchOptions.isForeground ? "didFinishLaunching" : "didFinishLaunching in background",
      application
    )
  }

  func applicationDidBecomeActive(_ application: Application) async {
    await record("didBecomeActive", application)
  }

  func applicationWillResignActive(_ application: Application) async {
    await record("willResignActive", application)
  }

  func applicationDidEnterBackground(_ application: Application) async {
    await record("didEnterBackground", application)
  }

  func applicationWillEnterForeground(_ application: Application) async {
    await record("willEnterForeground", application)
  }

  func applicationWillTerminate(_ application: Application) async {
    await record("willTerminate", application)
  }

  func applicationWillTerminateForMemory(_ application: Application) async {
    await record("willTerminateForMemory", application)
  }

  func applicationDidReceiveMemoryWarning(_ application: Application) async {
    await record("didReceiveMemoryWarning", application)
  }

  func applicationProtectedDataWillBecomeUnavailable(_ application: Application) async {
    await record("protectedDataWillBecomeUnavailable", application)
  }

  func applicationProtectedDataDidBecomeAvailable(_ application: Application) async {
    await record("protectedDataDidBecomeAvailable", application)
  }

  func application(
    _ application: Application,
    didReceiveRemoteNotification payload: Payload
  ) async -> BackgroundFetchResult {
    await record("push \(payload)", application)
    return .newData
  }

  func applicationPerformFetch(_ application: Application) async -> BackgroundFetchResult {
    await record("fetch", application)
    return .newData
  }

  func application(
    _ application: Application,
    powerStateDidChange isLowPowerModeEnabled: Bool
  ) async {
    await record("low power \(isLowPowerModeEnabled)", application)
  }

  func application(
    _ application: Application,
    backgroundRefreshStatusDidChange isAvailable: Bool
  ) async {
    await record("refresh \(isAvailable)", application)
  }
}
