import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

@Suite("A call of a person's program")
struct ControlCallTests {
  static let all: [ControlCall] =
    [
      .list(Control.List()), .listSwitcher(Control.ListSwitcher()), .status(Control.Status()),
      .run(
        Control.Run(
          identifier: Samples.mail,
          name: "Mail",
          executable: "/bin/mail",
          arguments: ["mail"],
          environment: ["A=b"],
          workingDirectory: "/"
        )
      ),
      .wait(Control.Wait(launch: Samples.launch)), .launch(Control.Launch(app: "mail")),
      .home(Control.Home()), .home(Control.Home(app: "mail")),
      .quit(Control.Quit(app: "mail")), .lock(Control.Lock()), .unlock(Control.Unlock()),
      .install(
        Control.Install(
          manifest: AppManifest(
            identifier: Samples.mail,
            name: "Mail",
            backgroundModes: [.fetch],
            permittedTaskIdentifiers: ["a.b"],
            entitlements: ["c.d"],
            exitsOnSuspend: true,
            isCooperative: false
          ),
          executable: "/bin/mail",
          arguments: ["mail"],
          workingDirectory: "/",
          replaces: true
        )
      ),
      .uninstall(Control.Uninstall(app: "mail")), .why(Control.Why(app: "mail")),
      .watch(Control.Watch()), .watch(Control.Watch(follows: true)),
      .log(Control.Log(before: 7)), .log(Control.Log()),
      .log(Control.Log(app: "mail", after: .max, countMax: 10, follows: true)),
      .getSettings(Control.GetSettings()), .getSettings(Control.GetSettings(app: "mail")),
      .getRestrictions(Control.GetRestrictions()),
      .getRestrictions(Control.GetRestrictions(app: "mail")),
      .changeSetting(
        Control.ChangeSetting(app: "mail", backgroundRefresh: .wifi, allowsMicrophone: false)
      ),
      .changeSetting(
        Control.ChangeSetting(lowPowerMode: true, profile: .ios7, evictionOrder: .largestFirst)
      ),
      .changeSetting(Control.ChangeSetting(pageOutAfter: .zero)),
      .changeSetting(
        Control.ChangeSetting(
          energyAllowanceJoules: 300,
          dataAllowanceBytes: 50_000_000,
          wifiOnly: true
        )
      ),
      .changeSetting(Control.ChangeSetting(sleepAgain: true, jobNotifications: false)),
      .changeSetting(Control.ChangeSetting(pageOutAfter: .hours(7 * 24))),
      .exempt(Control.Exempt(app: "mail", lasting: nil)),
      .exempt(Control.Exempt(app: "mail", lasting: .hours(2))),
      .endExemption(Control.EndExemption(app: "mail")),
      .simulateLaunch(Control.SimulateLaunch(task: Samples.refresh)),
      .simulateLaunch(Control.SimulateLaunch(app: "mail", task: Samples.refresh)),
      .simulateExpiration(Control.SimulateExpiration(task: Samples.refresh)),
      .simulateExpiration(Control.SimulateExpiration(app: "mail", task: Samples.refresh)),
      .cancelTask(Control.CancelTask(task: Samples.refresh)),
      .cancelTask(Control.CancelTask(app: "mail", task: Samples.refresh)),
      .forgetUsage(Control.ForgetUsage()),
      .forgetUsage(Control.ForgetUsage(app: "mail")), .listActivities(Control.ListActivities()),
      .listActivities(Control.ListActivities(app: "mail")),
      .describeBattery(Control.DescribeBattery()),
      .describeBattery(Control.DescribeBattery(app: "mail", hours: 240)),
      .getAdvice(Control.GetAdvice()),
      .describeUsage(Control.DescribeUsage(app: "mail")), .diagnose(Control.Diagnose(app: "mail")),
      .diagnose(Control.Diagnose(app: "mail", question: .neverSleeps)),
      .submitJob(Control.SubmitJob(Samples.submission)),
      .submitJob(
        Control.SubmitJob(
          JobSubmission(
            request: JobRequest(command: "make"),
            executable: "/usr/bin/make",
            arguments: ["make"],
            environment: [],
            workingDirectory: "/"
          )
        )
      ),
      .listJobs(Control.ListJobs()),
      .listJobs(Control.ListJobs(job: "backup", after: JobIdentifier(rawValue: .max))),
      .cancelJob(Control.CancelJob(job: "backup")), .runJobNow(Control.RunJobNow(job: "3")),
      .removeJob(Control.RemoveJob(job: "3")),
      .jobOutput(Control.JobOutput(job: "backup")),
      .jobOutput(Control.JobOutput(job: "backup", offset: -100, lengthMax: 10)),
      .getVersion(Control.GetVersion()),
      .appOutput(Control.AppOutput(app: "mail")),
      .appOutput(Control.AppOutput(app: "mail", offset: -100, lengthMax: 10)),
      .signal(Control.Signal(launch: Samples.launch, number: 15)),
      .signal(Control.Signal(launch: Samples.launch, number: 64)),
      .getCapabilities(Control.GetCapabilities()), .getDigest(Control.GetDigest()),
      .startRecording(Control.StartRecording()),
      .startRecording(Control.StartRecording(bytesMax: 1_000_000, daysMax: 2, replace: true)),
      .stopRecording(Control.StopRecording()), .getRecording(Control.GetRecording()),
    ] + TransferControlTests.all + ServiceControlTests.all + ExportControlTests.all

  @Test("comes back from its message as it was", arguments: all)
  func roundTrip(call: ControlCall) throws {
    let message = call.call.varlinkCall
    #expect(try ControlCall(method: call.call.name, parameters: message.parameters) == call)
    #expect(message.method == "io.torpor.Control.\(call.call.name)")
  }

  @Test("is tried for every method that there is")
  func complete() {
    let names = Set(Self.all.map { String($0.call.name) })
    #expect(names == Set(ControlInterface.Method.allCases.map(\.rawValue)))
  }

  @Test(
    "with a wrong parameter is refused by the parameter's name",
    arguments: [
      ("List", #"{"all":true}"#, "all"),
      ("Launch", "{}", "app"),
      ("Home", #"{"app":1}"#, "app"),
      ("Wait", #"{"launch":"x"}"#, "launch"),
      ("Signal", #"{"launch":"7","signal":0}"#, "signal"),
      ("Signal", #"{"launch":"7","signal":65}"#, "signal"),
      ("AppOutput", #"{"app":"mail","lengthMax":0}"#, "lengthMax"),
      ("Log", #"{"after":"x"}"#, "after"),
      ("Log", #"{"count":-1}"#, "count"),
      ("Diagnose", #"{"app":"mail","question":"Q99"}"#, "question"),
      ("SimulateLaunch", #"{"app":"a"}"#, "task"),
      ("SimulateExpiration", #"{"task":1}"#, "task"),
      ("CancelTask", "{}", "task"),
      ("ForgetUsage", #"{"task":"a"}"#, "task"),
      ("ListActivities", #"{"app":1}"#, "app"),
      ("ListJobs", #"{"after":"x"}"#, "after"),
      ("CancelJob", "{}", "job"),
      ("RunJobNow", #"{"job":3}"#, "job"),
      ("RemoveJob", #"{"name":"a"}"#, "name"),
      ("JobOutput", #"{"job":"a","lengthMax":0}"#, "lengthMax"),
      ("Exempt", #"{"app":"a","microseconds":0}"#, "microseconds"),
      ("ChangeSetting", #"{"app":"a","profile":"ios7"}"#, "profile"),
      ("ChangeSetting", #"{"app":"a","lowPowerMode":true}"#, "lowPowerMode"),
      ("ChangeSetting", #"{"app":"a","evictionOrder":"largestFirst"}"#, "evictionOrder"),
      ("ChangeSetting", #"{"app":"a","pageOutMicroseconds":1}"#, "pageOutMicroseconds"),
      ("ChangeSetting", #"{"pageOutMicroseconds":-1}"#, "pageOutMicroseconds"),
      ("ChangeSetting", #"{"pageOutMicroseconds":604800000001}"#, "pageOutMicroseconds"),
      ("ChangeSetting", #"{"location":"always"}"#, "location"),
      ("ChangeSetting", #"{"allowsMicrophone":true}"#, "allowsMicrophone"),
      ("ChangeSetting", #"{"allowsNotifications":true}"#, "allowsNotifications"),
      ("ChangeSetting", #"{"profile":"ios5"}"#, "profile"),
    ]
  )
  func invalid(method: String, parameters: String, name: String) throws {
    let parameters = try json(parameters)
    #expect(throws: WireError.invalidParameter(parameter: name)) {
      try ControlCall(method: method, parameters: parameters)
    }
  }

  @Test(
    "to run a command is refused where the kernel could not run it as asked",
    arguments: [
      (#""identifier":"a/b""#, "identifier"),
      (#""executable":"sh""#, "executable"),
      (#""executable":"/bin/s\u0000h""#, "executable"),
      (#""arguments":[]"#, "arguments"),
      (#""arguments":["a","b\u0000"]"#, "arguments"),
      (#""arguments":["a",2]"#, "arguments.1"),
      (#""environment":["NAME"]"#, "environment"),
      (#""workingDirectory":"home""#, "workingDirectory"),
      (#""userID":0"#, "userID"),
    ]
  )
  func invalidRun(change: String, name: String) throws {
    let good: KeyValuePairs = [
      "executable": #""/bin/sh""#, "arguments": #"["sh"]"#, "environment": "[]",
      "workingDirectory": #""/""#,
    ]
    let kept = good.filter { !change.hasPrefix("\"\($0.key)\"") }.map {
      "\"\($0.key)\":\($0.value)"
    }
    let parameters = try json("{" + (kept + [change]).joined(separator: ",") + "}")
    #expect(throws: WireError.invalidParameter(parameter: name)) {
      try ControlCall(method: "Run", parameters: parameters)
    }
  }

  @Test(
    "to submit a job is refused where no job could be like that",
    arguments: [
      (#""name":"a b""#, "name"), (#""name":"12""#, "name"), (#""name":"""#, "name"),
      (#""conflict":"queue""#, "conflict"),
      (#""batteryPercentMin":101"#, "batteryPercentMin"), (#""network":"wifi""#, "network"),
      (#""idleMicroseconds":0"#, "idleMicroseconds"), (#""freeBytesMin":-1"#, "freeBytesMin"),
      (#""every":"Mon..""#, "every"),
      (#""deadlineWallMicroseconds":9223372036854775807"#, "deadlineWallMicroseconds"),
      (#""retriesMax":-1"#, "retriesMax"), (#""backoffMicroseconds":0"#, "backoffMicroseconds"),
      (#""timeoutMicroseconds":-5"#, "timeoutMicroseconds"), (#""whenLost":"kill""#, "whenLost"),
      (#""executable":"make""#, "executable"), (#""userID":0"#, "userID"),
    ]
  )
  func invalidJob(change: String, name: String) throws {
    let good: KeyValuePairs = [
      "command": #""make""#, "executable": #""/usr/bin/make""#, "arguments": #"["make"]"#,
      "environment": "[]", "workingDirectory": #""/""#,
    ]
    let kept = good.filter { !change.hasPrefix("\"\($0.key)\"") }.map {
      "\"\($0.key)\":\($0.value)"
    }
    let parameters = try json("{" + (kept + [change]).joined(separator: ",") + "}")
    #expect(throws: WireError.invalidParameter(parameter: name)) {
      try ControlCall(method: "SubmitJob", parameters: parameters)
    }
  }

  @Test("that nobody knows is refused by its whole name")
  func unknownMethod() {
    #expect(throws: WireError.methodNotFound(method: "io.torpor.Control.Sleep")) {
      try ControlCall(method: "Sleep", parameters: .object([]))
    }
  }
}

@Suite("An answer to a person's program")
struct ControlReplyTests {
  private static let logged = Samples.decisions.enumerated().map { index, decision in
    LoggedDecision(
      sequence: UInt64(index + 1),
      wallMicroseconds: 1_800_000_000_000_000,
      decision: decision
    )
  }

  private static let device = {
    var device = DeviceStatus(
      at: .at(.microseconds(5)),
      wallMicroseconds: 6,
      profile: .ios26,
      isLocked: true,
      hasPasscode: true,
      backgroundRefresh: .on,
      lowPowerMode: false,
      appCount: 3,
      runningCount: 2,
      suspendedCount: 1,
      sequence: .max
    )
    device.memoryLevel = .normal
    device.batteryPercent = 80
    return device
  }()

  private static let recording = Control.Recording(
    path: "/s/recording.jsonl",
    isRunning: false,
    beganWallMicroseconds: 7,
    end: .size,
    inputs: 42,
    bytes: 9000,
    bytesMax: 10_000,
    daysMax: 10,
    trouble: "the disk is full"
  )

  private static let pushes = ReceivedPush.Stage.allCases.map { stage in
    ReceivedPush(
      apnsIdentifier: "i",
      channel: stage == .shown ? "c" : nil,
      kind: .alert,
      sentWallMicroseconds: stage == .shown ? nil : 7,
      arrived: .at(.seconds(1)),
      stage: stage,
      since: .at(.seconds(2)),
      conditions: stage == .held ? [Condition(.rateLimit, holds: false)] : []
    )
  }

  static let all: [(ControlInterface.Method, any WireReply)] =
    [
      (.lock, NoReply()),
      (.list, Control.List.Reply(apps: Samples.statuses)),
      (
        .listSwitcher,
        Control.ListSwitcher.Reply(cards: [
          SwitcherCard(
            app: Samples.mail,
            name: "Mail",
            state: .suspended,
            lastOnScreen: .at(.seconds(3)),
            snapshot: AppSnapshotFile(path: "/s/mail.png", takenWallMicroseconds: 7, isOwn: false)
          ),
          SwitcherCard(app: Samples.mail, name: "Mail", state: .background),
        ])
      ),
      (.status, Control.Status.Reply(device: device)),
      (.launch, Control.Launch.Reply(app: Samples.mail, launch: Samples.launch)),
      (.why, Control.Why.Reply(app: Samples.statuses[0], decisions: logged)),
      (.log, Control.Log.Reply(decisions: logged)),
      (.log, Control.Log.Reply(decisions: [], earlier: 9)),
      (.watch, Control.Watch.Reply(apps: Samples.statuses, device: device)),
      (.listActivities, Control.ListActivities.Reply(activities: Samples.activities)),
      (.listActivities, Control.ListActivities.Reply(activities: [Samples.continuedTask])),
      (.diagnose, Control.Diagnose.Reply(answers: [Samples.diagnosis])),
      (.simulateLaunch, NoReply()),
      (.simulateExpiration, NoReply()),
      (.cancelTask, NoReply()),
      (.forgetUsage, NoReply()),
      (
        .getSettings,
        Control.GetSettings.Reply(
          backgroundRefresh: .on,
          location: .never,
          energyAllowanceJoules: 300,
          dataAllowanceBytes: 50_000_000,
          wifiOnly: true,
          automaticDownloads: .wifi
        )
      ),
      (
        .getSettings,
        Control.GetSettings.Reply(
          backgroundRefresh: .wifi,
          lowPowerMode: true,
          profile: .linux,
          evictionOrder: .leastRecentlyUsedFirst,
          pageOutAfter: .seconds(300),
          sleepAgain: true,
          energyAllowanceJoules: 0,
          dataAllowanceBytes: 0,
          wifiOnly: false,
          automaticDownloads: .off
        )
      ),
      (.getVersion, Control.GetVersion.Reply(version: "1", processID: 7, stateFolder: "/s")),
      (
        .getCapabilities,
        Control.GetCapabilities.Reply(capabilities: [
          Capability(name: "freeze", isAvailable: false, text: "No.")
        ])
      ),
      (.getDigest, Control.GetDigest.Reply(digest: StateDigest(of: [1, 2]), sequence: .max)),
      (.startRecording, Control.StartRecording.Reply(isNew: true, recording: recording)),
      (.stopRecording, Control.StopRecording.Reply(wasRunning: false)),
      (.getRecording, Control.GetRecording.Reply(recording: recording)),
      (
        .submitJob,
        Control.SubmitJob.Reply(job: JobIdentifier(rawValue: 3), name: "backup", isNew: false)
      ),
      (.submitTransfers, Control.SubmitTransfers.Reply(first: Samples.transfer, count: 2)),
      (.listTransfers, Control.ListTransfers.Reply(transfers: [])),
      (
        .listTransfers, Control.ListTransfers.Reply(transfers: Samples.rows, next: Samples.transfer)
      ),
      (.retryTransfers, NoReply()),
      (.listJobs, Control.ListJobs.Reply(jobs: [])),
      (.listJobs, Control.ListJobs.Reply(jobs: [Samples.job], next: JobIdentifier(rawValue: 3))),
      (
        .jobOutput,
        Control.JobOutput.Reply(bytes: [0, 255, 10], offset: 7, total: 10, isRunning: true)
      ),
      (.signal, NoReply()),
      (.listPushes, Control.ListPushes.Reply(app: Samples.mail, pushes: pushes)),
      (
        .attachPushLink,
        Control.AttachPushLink.Reply(
          topics: [PushTopic(topic: "mail", hasToken: true, isOnScreen: false)],
          priorityMin: .considerate,
          isLowPower: true,
          network: "wifi",
          sleeps: 2,
          channels: [PushChannel(channel: "c", key: "k"), PushChannel(channel: "d")],
          endedChannels: ["e"],
          broadcasts: [BroadcastChange(topic: "mail", channel: "AA==", isSubscribed: true)]
        )
      ),
      (.deliverMessage, Control.DeliverMessage.Reply(outcome: .later)),
      (.deliverPush, Control.DeliverPush.Reply(outcome: .refused, cause: "too long")),
      (
        .appOutput,
        Control.AppOutput.Reply(bytes: [104, 105], offset: 0, total: 2, isRunning: false)
      ),
    ]
    + Samples.exitReasons.map {
      (
        .wait,
        Control.Wait.Reply(exit: ExitRecord(launch: Samples.launch, at: .zero, reason: $0))
      )
    }

  @Test("comes back from its message as it was", arguments: all)
  func roundTrip(method: ControlInterface.Method, reply: any WireReply) throws {
    try comesBack(reply)
  }

  private func comesBack<Reply: WireReply>(_ reply: Reply) throws {
    let message = VarlinkReply(parameters: reply.parameters)
    let read = try VarlinkReply(message: message.bytes.dropLast())
    #expect(try Reply(reply: read.result()) == reply)
  }

  @Test(
    "names background work by what it is",
    arguments: [
      (Activity.task(identifier: "a.b"), #"{"task":"a.b"}"#), (.fetch, #"{"fetch":true}"#),
      (.job(JobIdentifier(rawValue: 3)), #"{"job":"3"}"#),
      (.transfer(Samples.transfer), #"{"transfer":"12"}"#),
    ]
  )
  func activityNames(activity: Activity, text: String) throws {
    let decision = Decision(at: .zero, app: nil, action: .run(activity), because: [])
    let logged = LoggedDecision(sequence: 1, wallMicroseconds: 0, decision: decision)
    let parameters = Control.Log.Reply(decisions: [logged]).parameters
    let action = parameters["decisions"]?.elements?.first?["action"]
    #expect(action?["name"]?.text == "run")
    #expect(action?["activity"].map { String(decoding: $0.bytes, as: UTF8.self) } == text)
  }

  @Test("tells of a question in words, beside the facts")
  func sentences() {
    let answer = Control.Diagnose.Reply(answers: [Samples.diagnosis]).parameters["answers"]?
      .elements?.first
    #expect(answer?["number"] == .integer(14))
    #expect(answer?["text"]?.text == Question.killedForAssertions.text)
    #expect(answer?["answer"]?.text == Samples.diagnosis.sentence)
    #expect(answer?["nextStep"]?.text == Samples.diagnosis.nextStep)
    let check = answer?["checks"]?.elements?.first
    #expect(check?["text"]?.text == Samples.diagnosis.checks[0].clause)
  }

  @Test("that is an error is thrown as that error")
  func errors() {
    #expect(throws: WireError.permissionDenied) {
      try Control.List().reply(from: VarlinkReply(.permissionDenied))
    }
  }

  @Test("that makes no sense is named")
  func nonsense() {
    #expect(
      throws: WireError.malformedMessage(cause: "'apps' is missing or not of its type")
    ) {
      try Control.List().reply(from: VarlinkReply())
    }
  }

  @Test("keeps lengths and moments within what a 64-bit number of nanoseconds holds")
  func extremes() {
    #expect(Duration(wireMicroseconds: .max) == Duration.nanoseconds(Int64.max))
    #expect(Duration(wireMicroseconds: .min) == Duration.nanoseconds(Int64.min))
    #expect(Instant(microseconds: 1_500) == .at(.microseconds(1_500)))
    #expect(Instant(microseconds: 1_500).microseconds == 1_500)
  }

  @Test("of changed settings keeps what was not named")
  func settingsChange() {
    let settings = AppSettings(backgroundRefresh: .off, location: .never, allowsMicrophone: false)
    let change = Control.ChangeSetting(app: "mail", location: .always, allowsNotifications: false)
    #expect(
      change.applied(to: settings)
        == AppSettings(
          backgroundRefresh: .off,
          location: .always,
          allowsNotifications: false,
          allowsMicrophone: false
        )
    )
  }
}
