import TorporModel

@testable import TorporAppWire
@testable import TorporWire

/// One value of every case of the shared vocabulary.
///
/// Times are whole microseconds, the unit on the wire.
enum Samples {
  static let mail = AppIdentifier("com.example.mail")!
  static let notes = AppIdentifier("com.example.notes")!
  static let launch = LaunchIdentifier(rawValue: 7)
  static let task = BackgroundTaskIdentifier(rawValue: 3)
  static let token = CallbackToken(rawValue: 12)
  static let refresh = "com.example.mail.refresh"
  static let index = "com.example.mail.index"
  static let export = "com.example.mail.export"

  static let taskRequests: [TaskRequest] = [
    TaskRequest(identifier: refresh, kind: .appRefresh),
    TaskRequest(identifier: refresh, kind: .appRefresh, earliestBegin: .minutes(15)),
    TaskRequest(identifier: index, kind: .processing(TaskRequest.ProcessingNeeds())),
    TaskRequest(
      identifier: index,
      kind: .processing(TaskRequest.ProcessingNeeds(network: true, externalPower: true)),
      earliestBegin: .zero
    ),
    TaskRequest(
      identifier: index,
      kind: .healthResearch(
        TaskRequest.ProcessingNeeds(externalPower: true),
        protection: .complete
      )
    ),
    TaskRequest(
      identifier: export,
      kind: .continued(TaskRequest.ContinuedProcessing(title: "Export"))
    ),
    TaskRequest(
      identifier: export,
      kind: .continued(
        TaskRequest.ContinuedProcessing(
          title: "Export",
          subtitle: "Film 3",
          strategy: .fail,
          needsGPU: true
        )
      )
    ),
  ]

  static let pendingTasks = taskRequests.enumerated().map { index, request in
    PendingTask(
      request: request,
      submittedAt: .at(.seconds(index)),
      earliestBegin: request.earliestBegin.map { .at(.seconds(index)) + $0 }
    )
  }

  static let requests: [AppRequest] =
    [
      .attach,
      .returned(callback: token),
      .complete(callback: token, result: .newData),
      .beginBackgroundTask(name: "upload", hasExpirationHandler: true, key: "k1"),
      .beginBackgroundTask(name: nil, hasExpirationHandler: false, key: nil),
      .endBackgroundTask(task: task),
      .performExpiringActivity(reason: "index", key: "k2"),
      .backgroundTimeRemaining,
      .registerTask(identifier: refresh, key: "k3"), .registerTask(identifier: refresh, key: nil),
      .cancelTaskRequest(identifier: refresh), .cancelTaskRequest(identifier: nil),
      .pendingTaskRequests,
      .setExpirationHandler(callback: token, isSet: true),
      .setExpirationHandler(callback: token, isSet: false),
      .reportProgress(callback: token, permille: 305, title: "Export", subtitle: "Film 3"),
      .reportProgress(callback: token, permille: 1000, title: nil, subtitle: nil),
      .setFetchInterval(.never), .setFetchInterval(.minimum),
      .setFetchInterval(.atLeast(.hours(4))),
    ] + taskRequests.map { .submitTask($0) }

  /// A call of each method of the life cycle and of the task scheduler.
  static let calls: [any WireCall] =
    [
      App.Attach(), App.Returned(callback: token), App.Complete(callback: token, result: .newData),
      App.BeginBackgroundTask(name: "upload", hasExpirationHandler: true, key: "k1"),
      App.BeginBackgroundTask(), App.EndBackgroundTask(task: task),
      App.PerformExpiringActivity(reason: "index", key: "k2"), App.BackgroundTimeRemaining(),
      App.IsMultitaskingSupported(),
      App.RegisterTask(identifier: refresh, key: "k3"), App.RegisterTask(identifier: refresh),
      App.CancelTaskRequest(identifier: refresh), App.CancelTaskRequest(),
      App.PendingTaskRequests(), App.SetExpirationHandler(callback: token, isSet: true),
      App.SetExpirationHandler(callback: token, isSet: false),
      App.ReportProgress(callback: token, permille: 305, title: "Export", subtitle: "Film 3"),
      App.ReportProgress(callback: token, permille: 1000),
      App.SetMinimumBackgroundFetchInterval(interval: .never),
      App.SetMinimumBackgroundFetchInterval(interval: .minimum),
      App.SetMinimumBackgroundFetchInterval(interval: .atLeast(.hours(4))),
    ] + taskRequests.map { App.SubmitTask(request: $0) }

  /// A reply of each type to those calls.
  static let replies: [any WireReply] = [
    NoReply(), App.BeginBackgroundTask.Reply(task: task),
    App.BeginBackgroundTask.Reply(task: .invalid), App.BackgroundTimeRemaining.Reply(),
    App.BackgroundTimeRemaining.Reply(remaining: .milliseconds(29_500)),
    App.IsMultitaskingSupported.Reply(isSupported: true),
    App.RegisterTask.Reply(isPermitted: true), App.RegisterTask.Reply(isPermitted: false),
    App.PendingTaskRequests.Reply(requests: []),
    App.PendingTaskRequests.Reply(requests: pendingTasks),
    App.StartTransfers.Reply(first: transfer, count: 2),
  ]

  static let callbacks: [Callback] =
    [
      .didFinishLaunching(into: .foreground),
      .didFinishLaunching(into: .background(.silentPush)),
      .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground,
      .willTerminate, .willTerminateForMemory, .didReceiveMemoryWarning,
      .protectedDataWillBecomeUnavailable,
      .protectedDataDidBecomeAvailable,
      .backgroundTaskExpiration(task: task, name: "upload"),
      .backgroundTaskExpiration(task: task, name: nil),
      .expiringActivity(task: task, reason: "index", expired: false),
      .expiringActivity(task: task, reason: "index", expired: true),
      .didReceiveRemoteNotification(payload: #"{"aps":{"content-available":1}}"#),
      .didFinishLaunching(into: .background(.backgroundFetch)), .performFetch,
      .taskExpiration(task: token, identifier: refresh),
      .powerStateDidChange(isLowPowerModeEnabled: true),
      .backgroundRefreshStatusDidChange(isAvailable: false),
      .issueAnnounced(payload: #"{"aps":{"content-available":1}}"#),
    ] + TaskType.allCases.map { .launchTask(identifier: refresh, type: $0) }
    + sessionCallbacks.map { .session($0) }

  static let refusals: [Refusal] =
    [
      .unknownApp(name: "com.example.mial", similar: [mail]),
      .unknownApp(name: "x", similar: []), .ambiguousApp(name: "x", apps: [mail, notes]),
      .unknownTask(task),
      .unknownCallback(token),
      .noCompletionHandler(token),
      .notRunning(mail),
      .alreadyInstalled(mail), .isRunning(mail), .isExempt(mail), .isAdopted(mail),
      .cannotOffload(mail, cause: "it runs"),
      .noContainer(mail), .notSuspended(mail), .noSwap(isFull: false), .noSwap(isFull: true),
      .beforeFirstUnlock(mail),
      .textTooLong(bytes: 300, bytesMax: 255),
      .tooManyApps(limit: 1000),
      .settingRestricted(settings: ["wifiOnly"], file: "/etc/torpor/restrictions.conf"),
      .notSaved(cause: "No space left on device (ENOSPC)"),
      .scheduler(.unavailable, because: [Condition(.backgroundRefreshOff, holds: false)]),
      .scheduler(
        .unavailable,
        because: [Condition(.notInProfile, holds: false, subject: "ios7 taskScheduler")]
      ),
      .scheduler(.tooManyPendingTaskRequests, because: [Condition(.rateLimit, holds: false)]),
      .scheduler(
        .notPermitted,
        because: [Condition(.notPermitted, holds: false, subject: "fetch")]
      ),
      .scheduler(
        .notPermitted,
        because: [Condition(.notPermitted, holds: false, subject: refresh)]
      ),
      .scheduler(.notPermitted, because: [Condition(.notPermitted, holds: false, subject: "gpu")]),
      .scheduler(
        .notPermitted,
        because: [
          Condition(
            .notPermitted,
            holds: false,
            subject: "com.apple.developer.backgroundtasks.healthresearch"
          )
        ]
      ),
      .scheduler(.notPermitted, because: []),
      .scheduler(
        .immediateRunIneligible,
        because: [Condition(.onScreen), Condition(.slotTaken, holds: false, since: .zero)]
      ),
      .scheduler(
        .immediateRunIneligible,
        because: [Condition(.onScreen, holds: false, until: .at(.seconds(9)))]
      ),
      .misuse(.registeredTooLate(identifier: refresh)),
      .misuse(.registeredTwice(identifier: refresh)),
      .misuse(.noHandler(identifier: refresh)),
      .noSuchTask(identifier: refresh),
      .unknownJob(name: "bakup", similar: ["backup"]),
      .unknownJob(name: "x", similar: []),
      .jobNameTaken(name: "backup", job: JobIdentifier(rawValue: 3)),
      .tooManyJobs(limit: 4096),
      .impossibleWindow(.deadlineBeforeStart),
      .impossibleWindow(.calendarElapsed),
      .jobIsFinished(JobIdentifier(rawValue: 3)),
      .jobIsNotFinished(JobIdentifier(rawValue: 3)),
      .jobIsAwaited(JobIdentifier(rawValue: 3), by: "report"),
    ] + transferRefusals.map { .transfer($0) }
}
