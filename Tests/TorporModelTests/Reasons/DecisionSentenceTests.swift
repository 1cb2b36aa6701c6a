import Testing

@testable import TorporModel

private let mail = AppIdentifier("com.example.mail")
private let job = JobIdentifier(rawValue: 3)
private let transfer = TransferIdentifier(rawValue: 5)
private let upload = BackgroundTaskIdentifier(rawValue: 7)

private func decision(
  _ action: Decision.Action,
  _ verdict: Decision.Verdict = .done,
  _ conditions: [Condition] = [],
  of app: AppIdentifier? = mail
) -> Decision {
  Decision(at: .zero, app: app, action: action, verdict: verdict, because: conditions)
}

@Suite("A decision as a sentence")
struct DecisionSentenceTests {
  @Test(
    "says what was done, to whom, and why",
    arguments: [
      (
        decision(.freeze, .done, [Condition(.nothingLeftToDo)]),
        "froze com.example.mail: it has no pending work"
      ),
      (
        decision(.freeze, .denied, [Condition(.fileLock, holds: false, subject: "/x")]),
        "did not freeze com.example.mail: another process waits for its lock on /x"
      ),
      (
        decision(
          .end(.code(.backgroundTaskOverrun)),
          .done,
          [Condition(.backgroundTask, holds: false, subject: "upload")]
        ),
        "killed com.example.mail (0x2182bad2): background task 'upload' was not ended in time"
      ),
      (
        decision(
          .end(.code(.watchdog)),
          .done,
          [Condition(.enterBackgroundWatchdog, holds: false, subject: "didEnterBackground")]
        ),
        "killed com.example.mail (0x8badf00d): didEnterBackground did not return in time"
      ),
      (
        decision(.remove, .done, [Condition(.endedByItself)]),
        "removed com.example.mail: its last process has ended"
      ),
      (
        decision(
          .wake(.visiblePush),
          .done,
          [Condition(.budget), Condition(.notRegistered, subject: "C==")]
        ),
        "woke com.example.mail for a push on broadcast channel C==: it has background time left"
      ),
      (
        decision(
          .launch(.background(.silentPush)),
          .denied,
          [Condition(.forceQuit, holds: false), Condition(.notRegistered, subject: "C==")]
        ),
        "did not launch com.example.mail into the background for a silent push on broadcast channel C==: "
          + "the user removed it from the app switcher"
      ),
      (
        decision(.end(.exit(status: 0)), .done, [Condition(.endedByItself)]),
        "com.example.mail ended with status 0"
      ),
      (
        decision(
          .wake(.silentPush),
          .denied,
          [
            Condition(.notPermitted, holds: false, subject: "remote-notification"),
            Condition(.forceQuit, holds: false),
          ]
        ),
        "did not wake com.example.mail for a silent push: its Info.plist does not list "
          + "'remote-notification'; the user removed it from the app switcher"
      ),
      (
        decision(
          .launch(.background(.processing)),
          .waiting,
          [Condition(.externalPower, holds: false), Condition(.network)]
        ),
        "cannot launch com.example.mail into the background for a processing task yet: the device is "
          + "not on external power"
      ),
      (
        decision(.thaw, .done, [Condition(.wake, subject: "voipSocket")]),
        "thawed com.example.mail: it is needed for its VoIP socket"
      ),
      (
        decision(.changeSettings, .done, [Condition(.userAction)], of: nil),
        "changed the settings of the device"
      ),
      (
        decision(.install, .done, [Condition(.userAction)], of: AppIdentifier("run.make")),
        "registered run.make"
      ),
      (
        decision(.submit(.transfer(transfer)), .done, [Condition(.userAction)], of: nil),
        "accepted transfer 5: the user asked for it"
      ),
      (
        decision(.beginTask(task: upload, name: "upload"), .done, [Condition(.budget)]),
        "granted com.example.mail background task 'upload'"
      ),
      (
        decision(.finish(.fetch, .newData), .done, [Condition(.runningTask)]),
        "com.example.mail finished the background fetch (newData)"
      ),
      (
        decision(.expire(.job(job)), .done, [Condition(.externalPower, holds: false)]),
        "asked job 3 to end (SIGTERM): the device is not on external power"
      ),
    ]
  )
  func whole(decision: Decision, sentence: String) {
    #expect(decision.sentence() == sentence)
  }

  @Test("names the app as the caller likes")
  func naming() {
    #expect(decision(.thaw).sentence(naming: "Mail") == "thawed Mail")
    #expect(
      decision(.expireTask(task: upload, name: nil)).sentence(naming: "it")
        == "called its expiration handler for background task 7"
    )
    let start = decision(.launch(.background(.job)), .done, [Condition(.job)])
    #expect(start.sentence(naming: "it") == "started its process")
    #expect(start.sentence() == "started the process of com.example.mail")
  }

  @Test("says of the machine that it slept, whoever asks")
  func sleep() {
    let decision = Decision(
      at: .zero,
      app: nil,
      action: .sleep(.seconds(61)),
      because: []
    )
    #expect(decision.sentence() == "the device slept for 1m 01s; this counts towards no app's time")
    #expect(decision.sentence(naming: "it") == decision.sentence())
  }

  @Test("says a reason once that several conditions share")
  func repeatedReason() {
    let held = Condition(.backgroundTask, holds: false)
    #expect(
      decision(.end(.code(.watchdog)), .done, [held, held]).sentence()
        == "killed com.example.mail (0x8badf00d): a background task was not ended in time"
    )
  }

  @Test("has words for every action, done and not done")
  func actions() {
    let lines = Self.everyAction.map { "\($0.done(to: "mail")) | \($0.order(to: "mail"))" }
    #expect(lines.joined(separator: "\n") == Self.expectedActions)
  }

  @Test("has words for every reason: for, against, broken, and in a table")
  func reasons() {
    let lines = Reason.allCases.map { reason in
      [
        reason.rawValue,
        Condition(reason).phrase(for: .freeze),
        Condition(reason, holds: false).phrase(for: .freeze),
        Condition(reason, holds: false).phrase(for: .end(.jetsam)),
        Condition(reason).label,
      ].joined(separator: " | ")
    }
    #expect(lines.joined(separator: "\n") == Self.expectedReasons)
  }

  @Test("names the thing that a reason is about")
  func subjects() {
    let lines = Self.reasonsWithSubjects.map { reason, subject in
      [
        Condition(reason, subject: subject).phrase(for: .freeze),
        Condition(reason, holds: false, subject: subject).phrase(for: .freeze),
        Condition(reason, holds: false, subject: subject).phrase(for: .end(.jetsam)),
        Condition(reason, subject: subject).label,
      ].joined(separator: " | ")
    }
    #expect(lines.joined(separator: "\n") == Self.expectedSubjects)
  }

  @Test("has words for every wake, which the interface gives")
  func wakes() {
    let lines = Set(WakeReason.allCases.map { "\($0.rawValue) | \($0.phrase) | \($0.label)" })
    let expected = Set(Self.expectedWakes.split(separator: "\n").map(String.init))
    #expect(expected.subtracting(lines) == [])
    #expect(Set(WakeReason.allCases.map(\.phrase)).count == WakeReason.allCases.count)
    #expect(Set(WakeReason.allCases.map(\.label)).count == WakeReason.allCases.count)
  }

  @Test("has words for every end of a process, in a sentence and in a table")
  func ends() {
    let lines = Self.everyEnd.map { "\($0.done(to: "mail")) | \($0.label)" }
    #expect(lines.joined(separator: "\n") == Self.expectedEnds)
  }

  @Test("names signals and errors of the kernel")
  func names() {
    #expect(LinuxNames.signal(9) == "SIGKILL")
    #expect(LinuxNames.signal(15) == "SIGTERM")
    #expect(LinuxNames.signal(31) == "SIGSYS")
    #expect(LinuxNames.signal(0) == "signal 0")
    #expect(LinuxNames.signal(40) == "signal 40")
    #expect(LinuxNames.error(2) == "no such file")
    #expect(LinuxNames.error(99) == "errno 99")
  }

  @Test("has a channel that a push has come by for the condition that says so")
  func broadcastChannel() {
    let condition = Condition(.notRegistered, subject: "C==")
    #expect(
      condition.phrase(for: .wake(.silentPush)) == "it is subscribed to broadcast channel C=="
    )
    #expect(condition.phrase(for: .run(.fetch)) == "it is registered for this")
  }

  private static let everyAction: [Decision.Action] = [
    .install, .adopt, .remove, .launch(.foreground), .launch(.background(.silentPush)),
    .moveToForeground,
    .moveToBackground, .freeze, .thaw, .end(.jetsam), .beginTask(task: upload, name: "upload"),
    .beginTask(task: upload, name: nil), .endTask(task: upload, name: "upload"),
    .endTask(task: upload, name: nil), .expireTask(task: upload, name: "upload"),
    .expireTask(task: upload, name: nil), .wake(.audio), .warnOfMemory, .pageOut, .readBack,
    .exempt,
    .endExemption,
    .changeSettings, .submit(.task(identifier: "m.index")), .cancel(.fetch), .run(.fetch),
    .expire(.task(identifier: "m.index")), .finish(.job(JobIdentifier(rawValue: 7)), .failed),
    .schedule(notification: "ready"), .show(notification: "ready"), .endUse(.audio),
    .endCommand(.exit(status: 0), remaining: 2), .endCommand(.crash(signal: 11), remaining: 1),
    .sleep(.hours(8)), .sleepAgain, .use(.microphone), .provide(.visits),
    .purgeCaches(freedBytes: 12_300_000), .offload, .restoreProgram,
  ]

  private static let everyEnd: [ExitReason] =
    TerminationCode.allCases.map { .code($0) } + [
      .crash(signal: 11), .exit(status: 3), .killedExternally, .jetsam, .outOfMemory, .forceQuit,
      .jobEnded, .exitsOnSuspend, .uninstall, .update, .reboot, .logout, .released,
      .notStarted(errno: 13), .notInFolder(path: "/x", errno: 2), .unseen,
    ]

  private static let reasonsWithSubjects: [(Reason, String)] = [
    (.memoryPressure, "critical"), (.lowestReuseProbability, "0.6 % for 812 MB"),
    (.suspendedLongEnough, "182 MB"), (.expectedReturn, "182 MB"),
    (.runningCallback, "willResignActive"),
    (.backgroundTask, "upload"), (.expiringActivity, "save"), (.wake, "silentPush"),
    (.notPermitted, "voip"), (.fileLock, "/x"), (.controllingTerminal, "pts/3"),
    (.sessionLeader, "process 812"), (.callersShell, "process 812"),
    (.displayServer, "/run/user/1000/wayland-1"),
    (.freezerUnavailable, "errno 16"), (.launchWatchdog, "didFinishLaunching"),
    (.transitionWatchdog, "willEnterForeground"), (.runningTask, "m.index"),
    (.endedByItself, "status 3"), (.notStarted, "no such file"),
    (.dependency, "backup"), (.dependency, "backup failed"),
    (.conditionLost, "externalPower"), (.busCall, "org.a"), (.notLaunchedForThis, "voipSocket"),
    (.tooManyNotifications, "64"),
  ]
}
