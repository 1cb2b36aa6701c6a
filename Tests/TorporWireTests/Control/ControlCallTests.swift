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
