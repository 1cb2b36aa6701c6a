import TorporModel

/// One value of every case of the shared vocabulary.
///
/// Times are whole microseconds, the unit on the
/// wire.
enum Samples {
  static let mail = AppIdentifier("com.example.mail")!
  static let notes = AppIdentifier("com.example.notes")!
  static let launch = LaunchIdentifier(rawValue: 7)
  static let task = BackgroundTaskIdentifier(rawValue: 3)
  static let token = CallbackToken(rawValue: 12)
  static let refresh = "com.example.mail.refresh"

  static let requests: [AppRequest] = [
    .attach,
    .returned(callback: token),
    .complete(callback: token, result: .newData),
    .beginBackgroundTask(name: "upload", hasExpirationHandler: true, key: "k1"),
    .beginBackgroundTask(name: nil, hasExpirationHandler: false, key: nil),
    .endBackgroundTask(task: task),
    .performExpiringActivity(reason: "index", key: "k2"),
    .backgroundTimeRemaining,
  ]

  static let callbacks: [Callback] = [
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
  ]

  static let replies: [Reply] = [
    .done, .task(task), .task(.invalid), .timeRemaining(nil), .timeRemaining(.milliseconds(29_500)),
    .launched(launch),
  ]

  static let refusals: [Refusal] = [
    .unknownApp(name: "com.example.mial", similar: [mail]),
    .unknownApp(name: "x", similar: []),
    .unknownTask(task),
    .unknownCallback(token),
    .noCompletionHandler(token),
    .notRunning(mail),
    .alreadyInstalled(mail),
    .beforeFirstUnlock(mail),
    .textTooLong(bytes: 300, bytesMax: 255),
    .tooManyApps(limit: 1000),
    .notSaved(cause: "No space left on device (ENOSPC)"),
  ]

  static let exitReasons: [ExitReason] = [
    .code(.backgroundTaskOverrun), .crash(signal: 11), .exit(status: 2), .killedFromOutside,
    .jetsam, .forceQuit, .exitsOnSuspend, .uninstall, .update, .reboot, .notStarted(errno: 2),
    .unseen,
  ]

  static let actions: [Decision.Action] =
    [
      .install, .remove, .launch(.foreground), .launch(.background(.appRefresh)),
      .moveToForeground, .moveToBackground, .freeze, .thaw,
      .beginTask(task: task, name: "upload"), .endTask(task: task, name: nil),
      .expireTask(task: task, name: "upload"), .wake(.transfer), .warnOfMemory, .exempt,
      .endExemption, .changeSettings,
    ] + exitReasons.map { .end($0) }

  static let conditions: [Condition] = [
    Condition(
      .backgroundTask,
      since: .at(.seconds(1)),
      until: .at(.seconds(31)),
      subject: "upload"
    ),
    Condition(.externalPower, holds: false),
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

  static let manifest = AppManifest(
    identifier: mail,
    name: "Mail",
    backgroundModes: [.fetch, .remoteNotification],
    permittedTaskIdentifiers: ["com.example.mail.refresh"],
    exitsOnSuspend: true,
    isCooperative: false,
    isTransient: true
  )

  static let recipe = LaunchRecipe(
    executable: "/usr/bin/mail",
    arguments: ["mail", "--daemon"],
    environment: ["LANG=C"],
    workingDirectory: "/",
    userID: 1000,
    groupID: 1000,
    container: "/home/user/mail"
  )
}
