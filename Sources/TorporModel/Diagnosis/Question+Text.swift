// The questions in users' words.

extension Question {
  /// The question, as a developer would ask it.
  package var text: String {
    switch self {
    case .refreshNeverRan: "Why did my refresh task never run?"
    case .onlyWithDebugger: "Why does it run when simulated, but never on its own?"
    case .ranOnce: "Why did it run once and never again?"
    case .submitUnavailable: "Why does submit fail with code 1 (unavailable)?"
    case .submitRejected:
      "Why does submit fail with code 2 (tooManyPendingTaskRequests) or 3 (notPermitted)?"
    case .handlerNotRegistered:
      "Why does my app crash with 'No launch handler registered' or 'must be registered before "
        + "application finishes launching'?"
    case .processingOnlyAtNight: "Why does my processing task run only at night?"
    case .killedAfterThirtySeconds:
      "Why is my task ended after 30 s, or its expiration handler not called?"
    case .runsTooSeldom: "I asked for every 15 min: why are there only a few runs a day?"
    case .pushLostAfterForceQuit: "Why is a silent push not delivered when the app was quit?"
    case .onlySomePushes: "Why do only some silent pushes wake the app?"
    case .onlyOnTheCable: "Why does it work on the cable, but not in the field?"
    case .pushComesLate: "Why does a push arrive minutes late?"
    case .killedForAssertions: "Why was my app killed with 0x8badf00d or 0x2182bad2?"
    case .remainingTimeIsHuge: "Why is backgroundTimeRemaining 1.79e308?"
    case .lessTimeThanBefore: "I used to get 10 minutes (3 minutes): why not now?"
    case .killedForFileLock: "Why was my app killed with 0xdead10cc?"
    case .downloadsStop: "Why does the background download stop after a few files?"
    case .uploadIsSlow: "Why is the upload slow, or waiting for Wi-Fi?"
    case .transferDelegateNotCalled: "Why is the session's delegate not called after a relaunch?"
    case .transfersCancelled: "Why were all transfers cancelled (-999)?"
    case .downloadedFileGone: "Why is the file gone in didFinishDownloading?"
    case .startedByItself: "Why was my app started when I did not open it?"
    case .locationStops: "Why does background location stop after some minutes?"
    case .regionIsLate: "Why does a region fire late, or never after the app was killed?"
    case .bluetoothNotRelaunched: "Why is my Bluetooth app not relaunched?"
    case .voipPushStopped: "Why did VoIP pushes stop waking my app?"
    case .timersStop: "Why do timers and sockets stop when the app leaves the screen?"
    case .notificationsDropped: "Why are only 64 notifications kept?"
    case .continuedTaskExpired: "Why did the continued task expire by itself?"
    case .runEveryFewMinutes:
      "How do I run every few minutes, keep running, or run after a force-quit?"
    case .neverSleeps: "Why does the app drain the battery, or never sleep?"
    }
  }

  /// Words by which a search finds the question, besides those of its text.
  package var keywords: [String] {
    switch self {
    case .refreshNeverRan: ["BGAppRefreshTask", "fetch", "performFetch"]
    case .onlyWithDebugger: ["_simulateLaunchForTaskWithIdentifier", "Xcode"]
    case .ranOnce: ["resubmit", "setTaskCompleted"]
    case .submitUnavailable: ["BGTaskSchedulerErrorDomain Code=1", "Background App Refresh"]
    case .submitRejected: ["BGTaskSchedulerErrorDomain Code=2", "Code=3", "Info.plist"]
    case .handlerNotRegistered: ["register", "NSInternalInconsistencyException"]
    case .processingOnlyAtNight: ["BGProcessingTask", "idle", "requiresExternalPower"]
    case .killedAfterThirtySeconds: ["expirationHandler", "0x2182bad4"]
    case .runsTooSeldom: ["earliestBeginDate", "hourly", "interval"]
    case .pushLostAfterForceQuit: ["content-available", "force-quit"]
    case .onlySomePushes: ["content-available", "throttled", "apns-push-type"]
    case .onlyOnTheCable: ["charger", "debugger"]
    case .pushComesLate: ["apns-priority"]
    case .killedForAssertions: ["active assertions beyond permitted time", "watchdog"]
    case .remainingTimeIsHuge: ["DBL_MAX", "greatestFiniteMagnitude"]
    case .lessTimeThanBefore: ["beginBackgroundTask", "180 seconds", "600 seconds"]
    case .killedForFileLock: ["SQLite", "flock", "app group"]
    case .downloadsStop: ["URLSession", "rate limiter"]
    case .uploadIsSlow: ["URLSession", "isDiscretionary"]
    case .transferDelegateNotCalled: ["handleEventsForBackgroundURLSession"]
    case .transfersCancelled: ["NSURLErrorCancelled"]
    case .downloadedFileGone: ["URLSession", "temporary file"]
    case .startedByItself: ["background launch", "night"]
    case .locationStops: ["allowsBackgroundLocationUpdates", "CLLocationManager"]
    case .regionIsLate: ["geofence", "CLCircularRegion"]
    case .bluetoothNotRelaunched: ["state restoration", "CBCentralManager"]
    case .voipPushStopped: ["PushKit", "CallKit", "0xbaadca11"]
    case .timersStop: ["suspended", "Timer", "lock"]
    case .notificationsDropped: ["UNUserNotificationCenter"]
    case .continuedTaskExpired: ["BGContinuedProcessingTask", "progress"]
    case .runEveryFewMinutes: ["cron", "keep alive", "interval"]
    case .neverSleeps: ["battery", "assertion", "suspend"]
    }
  }
}
