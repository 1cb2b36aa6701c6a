import Torpor

// Work for when nobody looks: new notes are there before the app is opened, and old ones are tidied up
// at night. `torpor simulate-launch io.torpor.examples.notes.refresh` does not wait for it.

extension Notes {
  /// A refresh, a quarter of an hour from now at the earliest.
  private static var refresh: AppRefreshTaskRequest {
    var request = AppRefreshTaskRequest(identifier: "io.torpor.examples.notes.refresh")
    request.earliestBeginDate = WallDate(timeIntervalSinceNow: 15 * 60)
    return request
  }
  /// Minutes of work while the device is charged.
  private static var tidy: ProcessingTaskRequest {
    var request = ProcessingTaskRequest(identifier: "io.torpor.examples.notes.tidy")
    request.requiresExternalPower = true
    return request
  }

  /// Says what the tasks do; in every launch, before the app has finished launching.
  func registerTasks(_ scheduler: TaskScheduler) async {
    do {
      try await scheduler.registerAction(forTaskWithIdentifier: Self.refresh.identifier) { _ in
        // One request is one launch, so the next one comes first, whatever becomes of this one.
        try await scheduler.submit(Self.refresh)
        say("looking for new notes")
        try await Task.sleep(for: .seconds(1))
        say("there are none")
      }
      try await scheduler.registerAction(forTaskWithIdentifier: Self.tidy.identifier) { _ in
        for shelf in 1...100 {
          // Ends with an error when the time is nearly over: somebody uses the device again.
          try await Task.sleep(for: .seconds(1))
          say("tidied shelf \(shelf)")
        }
      }
    } catch {
      say("no tasks: \(error)")
    }
  }

  /// Asks for both tasks; a request takes the place of one that still waits.
  func submitTasks(_ scheduler: TaskScheduler) async {
    for request: any TaskRequest in [Self.refresh, Self.tidy] {
      do throws(TorporError) {
        try await scheduler.submit(request)
        say("asked for \(request.identifier)")
      } catch {
        say("\(request.identifier) was not submitted: \(error)")
      }
    }
  }
}
