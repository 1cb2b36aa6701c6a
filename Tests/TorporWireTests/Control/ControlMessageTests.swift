import Testing
import TorporModel

@testable import TorporWire

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

@Suite("A call of a person's program")
struct ControlMethodTests {
  static let all: [ControlMethod] =
    [
      .list, .status,
      .run(
        RunRequest(
          identifier: Samples.mail,
          name: "Mail",
          executable: "/bin/mail",
          arguments: ["mail"],
          environment: ["A=b"],
          workingDirectory: "/"
        )
      ),
      .wait(Samples.launch), .launch(app: "mail"), .home(app: nil), .home(app: "mail"),
      .quit(app: "mail"), .lock, .unlock,
      .install(
        InstallRequest(
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
      .uninstall(app: "mail"), .why(app: "mail"),
      .log(LogQuery()), .log(LogQuery(app: "mail", after: .max, countMax: 10, follows: true)),
      .getSettings(app: nil), .getSettings(app: "mail"),
      .changeSetting(
        .app("mail", AppSettingsChange(backgroundRefresh: .wifi, allowsMicrophone: false))
      ),
      .changeSetting(
        .device(
          DeviceSettingsChange(lowPowerMode: true, profile: .ios7, memoryVictims: .largestFirst)
        )
      ),
      .changeSetting(.device(DeviceSettingsChange(pageOutAfter: .zero))),
      .changeSetting(.device(DeviceSettingsChange(sleepAgain: true, jobNotifications: false))),
      .changeSetting(.device(DeviceSettingsChange(pageOutAfter: .hours(7 * 24)))),
      .exempt(app: "mail", lasting: nil), .exempt(app: "mail", lasting: .hours(2)),
      .endExemption(app: "mail"), .simulateLaunch(app: nil, task: Samples.refresh),
      .simulateLaunch(app: "mail", task: Samples.refresh),
      .simulateExpiration(app: nil, task: Samples.refresh),
      .simulateExpiration(app: "mail", task: Samples.refresh), .forgetUsage(app: nil),
      .forgetUsage(app: "mail"), .activities(app: nil), .activities(app: "mail"),
      .usage(app: "mail"), .diagnose(app: "mail", question: nil),
      .diagnose(app: "mail", question: .neverSleeps),
      .submitJob(Samples.submission),
      .submitJob(
        JobSubmission(
          request: JobRequest(command: "make"),
          executable: "/usr/bin/make",
          arguments: ["make"],
          environment: [],
          workingDirectory: "/"
        )
      ),
      .jobs(JobQuery()), .jobs(JobQuery(job: "backup", after: JobIdentifier(rawValue: .max))),
      .cancelJob(job: "backup"), .runJobNow(job: "3"), .removeJob(job: "3"),
      .jobOutput(JobOutputQuery(job: "backup")),
      .jobOutput(JobOutputQuery(job: "backup", offset: -100, lengthMax: 10)), .version,
      .appOutput(AppOutputQuery(app: "mail")),
      .appOutput(AppOutputQuery(app: "mail", offset: -100, lengthMax: 10)),
      .signal(Samples.launch, number: 15), .signal(Samples.launch, number: 64),
      .capabilities, .digest,
    ] + TransferControlTests.all + ModeControlTests.all + ExportControlTests.all

  @Test("comes back from its message as it was", arguments: all)
  func roundTrip(method: ControlMethod) throws {
    #expect(
      try ControlMethod(method: method.method.rawValue, parameters: method.parameters) == method
    )
    #expect(method.varlinkCall.method == "io.torpor.Control." + method.method.rawValue)
  }

  @Test("is tried for every method that there is")
  func complete() {
    #expect(Set(Self.all.map(\.method)) == Set(ControlInterface.Method.allCases))
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
      ("ChangeSetting", #"{"app":"a","memoryVictims":"largestFirst"}"#, "memoryVictims"),
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
      try ControlMethod(method: method, parameters: parameters)
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
      try ControlMethod(method: "Run", parameters: parameters)
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
      try ControlMethod(method: "SubmitJob", parameters: parameters)
    }
  }

  @Test("that nobody knows is refused by its whole name")
  func unknownMethod() {
    #expect(throws: WireError.methodNotFound(method: "io.torpor.Control.Sleep")) {
      try ControlMethod(method: "Sleep", parameters: .object([]))
    }
  }
}

@Suite("An answer to a person's program")
struct ControlResultTests {
  private static let logged = Samples.decisions.enumerated().map { index, decision in
    LoggedDecision(
      sequence: UInt64(index + 1),
      wallMicroseconds: 1_800_000_000_000_000,
      decision: decision
    )
  }

  private static let device = {
    var device = DeviceStatus(
      atMicroseconds: 5,
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
    device.memoryLevel = "normal"
    device.batteryPercent = 80
    return device
  }()

  static let all: [(ControlMethod, ControlResult)] =
    [
      (.lock, .done),
      (.list, .apps(Samples.statuses)),
      (.status, .device(device)),
      (.launch(app: "mail"), .launched(app: Samples.mail, launch: Samples.launch)),
      (.why(app: "mail"), .explained(Samples.statuses[0], logged)),
      (.log(LogQuery()), .decisions(logged)),
      (.activities(app: nil), .activities(Samples.activities)),
      (.diagnose(app: "mail", question: nil), .diagnosed([Samples.diagnosis])),
      (.simulateLaunch(app: nil, task: Samples.refresh), .done),
      (.simulateExpiration(app: nil, task: Samples.refresh), .done),
      (.forgetUsage(app: nil), .done),
      (.getSettings(app: "mail"), .appSettings(AppSettings(location: .never))),
      (
        .getSettings(app: nil),
        .deviceSettings(
          DeviceSettings(
            backgroundRefresh: .wifi,
            lowPowerMode: true,
            profile: .linux,
            memoryVictims: .leastRecentlyUsedFirst,
            pageOutAfter: .seconds(300),
            sleepAgain: true
          )
        )
      ),
      (.version, .version(VersionInformation(version: "1", processID: 7, stateFolder: "/s"))),
      (.capabilities, .capabilities([Capability(name: "freeze", isAvailable: false, text: "No.")])),
      (.digest, .digest(StateDigest(of: [1, 2]), sequence: .max)),
      (
        .submitJob(Samples.submission),
        .submitted(job: JobIdentifier(rawValue: 3), name: "backup", isNew: false)
      ),
      (
        .submitTransfers(Samples.transferSubmission),
        .transfersAccepted(first: Samples.transfer, count: 2)
      ),
      (.transfers(TransferQuery()), .transfers([], next: nil)),
      (.transfers(TransferQuery()), .transfers(Samples.rows, next: Samples.transfer)),
      (.steerTransfers([Samples.transfer], .retry), .done),
      (.jobs(JobQuery()), .jobs([], next: nil)),
      (.jobs(JobQuery()), .jobs([Samples.job], next: JobIdentifier(rawValue: 3))),
      (
        .jobOutput(JobOutputQuery(job: "3")),
        .jobOutput(JobOutput(bytes: [0, 255, 10], offset: 7, total: 10, isRunning: true))
      ),
      (.signal(Samples.launch, number: 2), .done),
      (
        .appOutput(AppOutputQuery(app: "mail")),
        .jobOutput(JobOutput(bytes: [104, 105], offset: 0, total: 2, isRunning: false))
      ),
    ]
    + Samples.exitReasons.map {
      (.wait(Samples.launch), .ended(ExitRecord(launch: Samples.launch, at: .zero, reason: $0)))
    }

  @Test("comes back from its message as it was", arguments: all)
  func roundTrip(method: ControlMethod, result: ControlResult) throws {
    let reply = VarlinkReply(parameters: result.parameters)
    let message = try VarlinkReply(message: reply.bytes.dropLast())
    #expect(try ControlResult(to: method, from: message) == result)
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
    let parameters = ControlResult.decisions([logged]).parameters
    let action = parameters["decisions"]?.elements?.first?["action"]
    #expect(
      action.map { String(decoding: $0.bytes, as: UTF8.self) }
        == #"{"activity":"# + text + #","name":"run"}"#
    )
  }

  @Test("tells of a question in words, beside the facts")
  func sentences() {
    let answer = ControlResult.diagnosed([Samples.diagnosis]).parameters["answers"]?.elements?.first
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
      try ControlResult(to: .list, from: VarlinkReply(.permissionDenied))
    }
  }

  @Test("that makes no sense is named")
  func nonsense() {
    #expect(
      throws: WireError.malformedMessage(cause: "'apps' is missing or not of its type")
    ) {
      try ControlResult(to: .list, from: VarlinkReply())
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
    let change = AppSettingsChange(location: .always, allowsNotifications: false)
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
