import TorporModel

@testable import TorporAppWire
@testable import TorporWire

// Samples of jobs, of the ledger and of what is shown.

extension Samples {
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
    .logout, .released,
    .notStarted(errno: 2), .notInFolder(path: "/srv", errno: 2),
    .unseen,
  ]

  static let actions: [Decision.Action] =
    [
      .install, .adopt, .remove, .launch(.foreground), .launch(.background(.appRefresh)),
      .moveToForeground, .moveToBackground, .freeze, .thaw,
      .beginTask(task: task, name: "upload"), .endTask(task: task, name: nil),
      .expireTask(task: task, name: "upload"), .wake(.transfer), .warnOfMemory, .pageOut, .readBack,
      .exempt,
      .endExemption, .changeSettings, .submit(.task(identifier: refresh)), .cancel(.fetch),
      .run(.job(JobIdentifier(rawValue: .max))), .expire(.task(identifier: refresh)),
      .finish(.fetch, .newData), .finish(.task(identifier: refresh), .failure),
      .run(.transfer(transfer)), .schedule(notification: "ready"), .show(notification: "ready"),
      .endUse(.audio), .endCommand(.exit(status: 4), remaining: 2), .sleep(.seconds(61)),
      .sleepAgain, .use(.microphone), .provide(.transferBeginDates),
      .purgeCaches(freedBytes: 12_300_000), .offload, .restoreProgram,
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
    savesBeforeTermination: true,
    isCooperative: false,
    isTransient: true
  )
}
