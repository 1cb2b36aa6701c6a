import Torpor

/// A note taker without a window: it counts the times it was opened, saves when it leaves the screen,
/// and asks for the time to send what it saved.
@MainActor
final class Notes: ApplicationDelegate {
  private let overruns: Bool
  private var saved: SavedState
  private var openings = 0
  /// Whether the user has used the app since it was last in the background; `didEnterBackground` is also called at
  /// wakes in the profiles of iOS, and then there is nothing to send.
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
      say("launched by the user; opened \(openings) times before")
    }
    await registerTasks(application.taskScheduler)
  }

  func applicationDidBecomeActive(_ application: Application) async {
    openings += 1
    hasNews = true
    say("active; opened for the \(openings). time")
  }

  func applicationWillResignActive(_ application: Application) async {
    say("about to lose the user's input")
  }

  func applicationDidEnterBackground(_ application: Application) async {
    say("in the background")
    guard hasNews else { return }
    hasNews = false
    await save()
    await submitTasks(application.taskScheduler)
    await beginUpload(application)
  }

  func applicationWillEnterForeground(_ application: Application) async {
    say("coming back to the screen")
  }

  func applicationWillTerminate(_ application: Application) async {
    say("about to be ended")
    await save()
  }

  func applicationDidReceiveMemoryWarning(_ application: Application) async {
    say("memory is short")
  }

  private func save() async {
    do {
      try saved.set(openings, for: "openings")
      try saved.save()
      say("saved")
    } catch {
      say("not saved: \(error)")
    }
  }

  /// Takes three seconds of background time and gives it back, or, with `--overrun`, keeps it.
  private func beginUpload(_ application: Application) async {
    do {
      let task = try await application.beginBackgroundTask(withName: "upload") { [self] task in
        say("the time of the task \(task) is nearly over" + (overruns ? ", and I do not care" : ""))
        if !overruns { Task { await end(task, application) } }
      }
      let rest = try await application.backgroundTimeRemaining
      say("began the task \(task); time remaining: \(rest.map { "\($0)" } ?? "unlimited")")
      guard !overruns else { return }
      Task {
        try await Task.sleep(for: .seconds(3))
        say("uploaded")
        await end(task, application)
      }
    } catch {
      say("no extra time: \(error)")
    }
  }

  private func end(_ task: BackgroundTaskIdentifier, _ application: Application) async {
    do {
      try await application.endBackgroundTask(task)
      say("ended the task \(task)")
    } catch {
      say("the task \(task) was not ended: \(error)")
    }
  }
}
