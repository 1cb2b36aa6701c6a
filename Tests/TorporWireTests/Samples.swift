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
      .willTerminate, .didReceiveMemoryWarning, .protectedDataWillBecomeUnavailable,
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
      .alreadyInstalled(mail),
      .beforeFirstUnlock(mail),
      .textTooLong(bytes: 300, bytesMax: 255),
      .tooManyApps(limit: 1000),
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

  /// A job that uses everything that a job can ask for; moments are whole microseconds.
  static let jobRequest = JobRequest(
    name: "backup",
    conflict: .keep,
    command: "borg create",
    needs: JobNeeds(
      externalPower: true,
      batteryPercentMin: 40,
      network: .unmetered,
      idle: .minutes(5),
      isCool: true,
      freeBytesMin: 5_000_000_000
    ),
    schedule: JobSchedule(
      at: try? CalendarExpression(parsing: "03:00"),
      every: try? CalendarExpression(parsing: "Mon *-*-* 02:00"),
      notBeforeUnixNanoseconds: 1_800_000_000_000_000_000,
      deadlineUnixNanoseconds: 1_900_000_000_000_000_000
    ),
    retries: RetryPolicy(countMax: 3, backoff: .minutes(1)),
    timeout: .hours(1),
    whenLost: .pause,
    onFailure: "mail root"
  )

  static let submission = JobSubmission(
    request: jobRequest,
    after: ["prepare", "7"],
    afterAny: ["sweep"],
    executable: "/usr/bin/borg",
    arguments: ["borg", "create"],
    environment: ["A=b"],
    workingDirectory: "/"
  )

  static let job: JobStatus = {
    var request = jobRequest
    request.schedule.after = [JobIdentifier(rawValue: 2)]
    request.schedule.afterAny = [JobIdentifier(rawValue: 1)]
    let ends: [JobRunEnd] = [
      .exited(status: 1), .signalled(signal: 11), .timedOut, .conditionLost(.externalPower),
      .cancelled, .interrupted, .notStarted(errno: 2),
      .notInFolder(path: "/srv", errno: 2), .unseen,
    ]
    return JobStatus(
      job: JobIdentifier(rawValue: 3),
      name: "backup",
      ownerUserID: 1000,
      request: request,
      submittedAt: .at(.seconds(1)),
      state: .paused,
      launch: launch,
      conditions: conditions,
      blocked: [BlockedTime(reason: .externalPower, total: .seconds(5))],
      forecast: Forecast(at: .at(.hours(1)), needs: [.externalPower]),
      runs: ends.map {
        JobRun(launch: launch, beganAt: .at(.seconds(2)), endedAt: .at(.seconds(3)), end: $0)
      } + [JobRun(launch: launch, beganAt: .at(.seconds(4)), endedAt: nil, end: nil)],
      failedBefore: "sweep failed",
      failureRun: JobRun(launch: launch, beganAt: .at(.seconds(4)), endedAt: nil, end: nil)
    )
  }()

  static let exitReasons: [ExitReason] = [
    .code(.backgroundTaskOverrun), .crash(signal: 11), .exit(status: 2), .killedExternally,
    .jetsam, .outOfMemory, .forceQuit, .jobEnded, .exitsOnSuspend, .uninstall, .update, .reboot,
    .logout,
    .notStarted(errno: 2), .notInFolder(path: "/srv", errno: 2),
    .unseen,
  ]

  static let actions: [Decision.Action] =
    [
      .install, .remove, .launch(.foreground), .launch(.background(.appRefresh)),
      .moveToForeground, .moveToBackground, .freeze, .thaw,
      .beginTask(task: task, name: "upload"), .endTask(task: task, name: nil),
      .expireTask(task: task, name: "upload"), .wake(.transfer), .warnOfMemory, .pageOut, .exempt,
      .endExemption, .changeSettings, .submit(.task(identifier: refresh)), .cancel(.fetch),
      .run(.job(JobIdentifier(rawValue: .max))), .expire(.task(identifier: refresh)),
      .finish(.fetch, .newData), .finish(.task(identifier: refresh), .failure),
      .run(.transfer(transfer)), .schedule(notification: "ready"), .show(notification: "ready"),
      .endUse(.audio), .endCommand(.exit(status: 4), remaining: 2), .sleep(.seconds(61)),
      .sleepAgain, .use(.microphone),
    ] + exitReasons.map { .end($0) }

  static let conditions: [Condition] = [
    Condition(
      .backgroundTask,
      since: .at(.seconds(1)),
      until: .at(.seconds(31)),
      subject: "upload"
    ),
    Condition(.externalPower, holds: false),
    Condition(
      .memoryPressure,
      memory: FreeMemory(availableBytes: -1, totalBytes: 2, swapFreeBytes: 3, swapTotalBytes: 4)
    ),
  ]

  static let decisions: [Decision] =
    actions.map {
      Decision(
        at: .at(.milliseconds(1500)),
        app: mail,
        launch: launch,
        action: $0,
        because: conditions
      )
    } + [
      Decision(
        at: .zero,
        app: nil,
        action: .warnOfMemory,
        verdict: .waiting,
        because: []
      ),
      Decision(at: .zero, app: notes, action: .freeze, verdict: .denied, because: conditions),
    ]

  static let statuses: [AppStatus] = [
    AppStatus(
      app: mail,
      name: "Mail",
      state: .background,
      since: .at(.seconds(5)),
      launch: launch,
      heldBy: conditions,
      tasks: [
        BackgroundTaskStatus(
          task: task,
          name: "upload",
          begunAt: .at(.seconds(4)),
          isExpiring: true
        )
      ],
      timeRemaining: .milliseconds(12_345),
      blockedBy: [Condition(.forceQuit, holds: false)],
      footprintBytes: 12_345_678,
      foregroundTime: .seconds(60),
      backgroundTime: .seconds(5),
      lastExit: ExitRecord(launch: launch, at: .at(.seconds(3)), reason: .crash(signal: 6)),
      isCooperative: true
    ),
    AppStatus(
      app: notes,
      name: "Notes",
      state: .notRunning,
      since: .zero,
      launch: nil,
      heldBy: [],
      tasks: [],
      timeRemaining: nil,
      blockedBy: [],
      footprintBytes: nil,
      foregroundTime: .zero,
      backgroundTime: .zero,
      lastExit: nil,
      isCooperative: false
    ),
  ]

  static let activities: [ActivityStatus] = [
    ActivityStatus(
      app: mail,
      activity: .task(identifier: refresh),
      type: .appRefresh,
      submittedAt: .at(.seconds(7)),
      earliest: .at(.minutes(15)),
      latest: .at(.hours(24)),
      isRunning: false,
      conditions: conditions,
      blocked: [BlockedTime(reason: .lowPowerMode, total: .minutes(4))],
      forecast: Forecast(at: .at(.hours(2)), needs: [.lowPowerMode, .network])
    ),
    ActivityStatus(
      app: notes,
      activity: .fetch,
      type: nil,
      submittedAt: .zero,
      earliest: nil,
      latest: nil,
      isRunning: true,
      conditions: [],
      blocked: [],
      forecast: Forecast(at: nil, needs: [])
    ),
    ActivityStatus(
      app: nil,
      activity: .job(JobIdentifier(rawValue: .max)),
      type: nil,
      submittedAt: .at(.seconds(1)),
      earliest: nil,
      latest: nil,
      isRunning: false,
      conditions: [],
      blocked: [],
      forecast: Forecast(at: nil, needs: [.externalPower])
    ),
  ]

  static let continuedTask = ActivityStatus(
    app: mail,
    activity: .task(identifier: refresh),
    type: .continued,
    submittedAt: .at(.seconds(7)),
    earliest: nil,
    latest: nil,
    isRunning: true,
    conditions: [],
    blocked: [],
    forecast: Forecast(at: nil, needs: []),
    display: .init(title: "Export", subtitle: "Film 3", permille: 305)
  )

  static let diagnosis = Diagnosis(
    question: .killedForAssertions,
    checks: [
      Check(
        .breach,
        .found,
        reason: .backgroundTask,
        subject: "upload",
        since: .at(.seconds(1)),
        until: .at(.seconds(40)),
        length: .seconds(30)
      ), Check(.notWarned, .ruledOut), Check(.followsHabits, .rule), Check(.hasRun, .unseen),
    ],
    shownBy: [
      Decision(
        at: .at(.seconds(41)),
        app: mail,
        launch: launch,
        action: .end(.code(.backgroundTaskOverrun)),
        because: conditions
      )
    ],
    forecast: Forecast(at: .at(.hours(2)), needs: [.network])
  )

  static let manifest = AppManifest(
    identifier: mail,
    name: "Mail",
    backgroundModes: [.fetch, .remoteNotification],
    permittedTaskIdentifiers: [refresh],
    entitlements: ["com.apple.developer.backgroundtasks.healthresearch"],
    exitsOnSuspend: true,
    isCooperative: false,
    isTransient: true
  )
}
