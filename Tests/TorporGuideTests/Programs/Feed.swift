import Torpor

@MainActor final class Feed: ApplicationDelegate {
  private let identifier = "com.example.feed.refresh"

  private var refresh: AppRefreshTaskRequest {
    var request = AppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = WallDate(timeIntervalSinceNow: 3600)
    return request
  }

  func application(
    _ application: Application,
    didFinishLaunchingWithOptions launchOptions: LaunchOptions
  ) async {
    let scheduler = application.taskScheduler
    _ = try? await scheduler.registerAction(forTaskWithIdentifier: identifier) { _ in
      try await scheduler.submit(self.refresh)
      try await loadNews()
    }
  }

  func applicationDidEnterBackground(_ application: Application) async {
    do {
      try await application.taskScheduler.submit(refresh)
    } catch {
      let isOff = error.code == .unavailable
      print(isOff ? "Background App Refresh is off." : error.description)
    }
  }
}

func loadNews() async throws {}

/// The form of Apple's framework, for code that is moved over.
func registerAsOnIOS(_ scheduler: TaskScheduler) async throws {
  try await scheduler.register(forTaskWithIdentifier: "com.example.feed.index") { task in
    task.expirationHandler = { stopIndexing() }
    let isComplete = indexEverything()
    task.setTaskCompleted(success: isComplete)
  }
}

func stopIndexing() {}
func indexEverything() -> Bool { true }
