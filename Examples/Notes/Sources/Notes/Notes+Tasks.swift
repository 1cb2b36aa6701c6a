import Torpor

// Background work: new notes are fetched before the app is opened, and old ones are tidied up at night. To run the
// refresh now: `torpor simulate-launch io.torpor.examples.notes.refresh`.

extension Notes {
  /// A refresh, 15 minutes from now at the earliest.
  private static var refresh: AppRefreshTaskRequest {
    var request = AppRefreshTaskRequest(identifier: "io.torpor.examples.notes.refresh")
    request.earliestBeginDate = WallDate(timeIntervalSinceNow: 15 * 60)
    return request
  }
  /// Several minutes of work while the device is on external power.
  private static var tidy: ProcessingTaskRequest {
    var request = ProcessingTaskRequest(identifier: "io.torpor.examples.notes.tidy")
    request.requiresExternalPower = true
    return request
  }

  /// Registers the tasks' handlers: in every launch, before the app has finished launching.
  func registerTasks(_ scheduler: TaskScheduler) async {
    do {
      try await scheduler.registerAction(forTaskWithIdentifier: Self.refresh.identifier) { _ in
        // One request is one launch: submit the next one first, even if this run fails.
        try await scheduler.submit(Self.refresh)
        say("checking for new notes")
        try await Task.sleep(for: .seconds(1))
        say("no new notes")
      }
      try await scheduler.registerAction(forTaskWithIdentifier: Self.tidy.identifier) { _ in
        for shelf in 1...100 {
          // Throws when the task expires, for example because the user picks up the device.
          try await Task.sleep(for: .seconds(1))
          say("tidied shelf \(shelf)")
        }
      }
    } catch {
      say("could not register tasks: \(error)")
    }
  }

  /// Submits both requests; each replaces one that is still pending.
  func submitTasks(_ scheduler: TaskScheduler) async {
    for request: any TaskRequest in [Self.refresh, Self.tidy] {
      do throws(TorporError) {
        try await scheduler.submit(request)
        say("submitted \(request.identifier)")
      } catch {
        say("could not submit \(request.identifier): \(error)")
      }
    }
  }
}
