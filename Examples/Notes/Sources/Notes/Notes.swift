import Torpor

/// A note-taking app without a window: it counts how often it was opened, saves its state when it leaves the screen,
/// and begins a background task to upload what it saved.
@MainActor
final class Notes: ApplicationDelegate {
  private let overruns: Bool
  private var saved: SavedState
  private var openings = 0
  /// Whether the user has used the app since it last entered the background.
  ///
  /// In the iOS profiles, `didEnterBackground` is also called at wakes; then there is nothing new to upload.
  private var hasNews = false

  init(overruns: Bool) throws {
    self.overruns = overruns
    saved = try SavedState()
    openings = try saved.value(Int.self, for: "openings") ?? 0
  }

  func application(
    _ application: Application,
    didFinishLaunchingWithOptions launchOptions: LaunchOptions
  ) async {
    if let reason = launchOptions.wakeReason {
      say("launched in the background for \(reason)")
    } else {
      say("launched by the user; times opened before: \(openings)")
    }
    await registerTasks(application.taskScheduler)
  }

  func applicationDidBecomeActive(_ application: Application) async {
    openings += 1
    hasNews = true
    say("active; times opened: \(openings)")
  }

  func applicationWillResignActive(_ application: Application) async {
    say("about to become inactive")
  }

  func applicationDidEnterBackground(_ application: Application) async {
    say("in the background")
    guard hasNews else { return }
    hasNews = false
    await save()
    if !overruns { await submitTasks(application.taskScheduler) }
    await beginUpload(application)
  }

  func applicationWillEnterForeground(_ application: Application) async {
    say("returning to the screen")
  }

  func applicationWillTerminate(_ application: Application) async {
    say("about to be terminated")
    await save()
  }

  func applicationDidReceiveMemoryWarning(_ application: Application) async {
    say("received a memory warning")
  }

  private func save() async {
    do {
      try saved.set(openings, for: "openings")
      try saved.save()
      say("saved its state")
    } catch {
      say("could not save its state: \(error)")
    }
  }

  /// Begins a background task and ends it after three seconds; with `--overrun`, never.
  private func beginUpload(_ application: Application) async {
    do {
      let task = try await application.beginBackgroundTask(withName: "upload") { [self] task in
        say("background task \(task) is about to expire; \(overruns ? "keeping" : "ending") it")
        if !overruns { Task { await end(task, application) } }
      }
      let rest = try await application.backgroundTimeRemaining
      say("began background task \(task); time remaining: \(rest.map(seconds) ?? "unlimited")")
      guard !overruns else { return }
      Task {
        try await Task.sleep(for: .seconds(3))
        say("uploaded")
        await end(task, application)
      }
    } catch {
      say("no background time: \(error)")
    }
  }

  private func end(_ task: BackgroundTaskIdentifier, _ application: Application) async {
    do {
      try await application.endBackgroundTask(task)
      say("ended background task \(task)")
    } catch {
      say("could not end background task \(task): \(error)")
    }
  }
}
