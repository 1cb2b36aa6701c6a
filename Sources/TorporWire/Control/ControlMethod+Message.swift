import TorporModel

// Calls of `io.torpor.Control` as they stand on the wire.

extension ControlMethod {
  /// The methods, in the order of the interface's description.
  package static let methods = [
    "List", "Status", "Run", "Wait", "Signal", "Launch", "Home", "Quit", "Lock", "Unlock",
    "Install",
    "Uninstall", "Why", "Log", "GetSettings", "ChangeSetting", "Exempt", "EndExemption",
    "SimulateLaunch", "SimulateExpiration", "ForgetUsage", "ListActivities", "DescribeUsage",
    "SubmitJob", "ListJobs", "CancelJob", "RunJobNow", "RemoveJob", "JobOutput", "AppOutput",
    "SubmitTransfers", "ListTransfers", "PauseTransfers", "ResumeTransfers", "CancelTransfers",
    "RetryTransfers", "RemoveTransfers", "Diagnose", "Push", "ListNotifications", "Respond",
    "Locate", "EndCall", "ListAccessories", "PlugAccessory", "UnplugAccessory", "Export",
    "AddUsage", "GetVersion", "GetCapabilities", "GetDigest",
  ]

  /// The name of the method, without the interface.
  package var method: String {
    switch self {
    case .list: "List"
    case .status: "Status"
    case .run: "Run"
    case .wait: "Wait"
    case .signal: "Signal"
    case .launch: "Launch"
    case .home: "Home"
    case .quit: "Quit"
    case .lock: "Lock"
    case .unlock: "Unlock"
    case .install: "Install"
    case .uninstall: "Uninstall"
    case .why: "Why"
    case .log: "Log"
    case .getSettings: "GetSettings"
    case .changeSetting: "ChangeSetting"
    case .exempt: "Exempt"
    case .endExemption: "EndExemption"
    case .simulateLaunch: "SimulateLaunch"
    case .simulateExpiration: "SimulateExpiration"
    case .forgetUsage: "ForgetUsage"
    case .activities: "ListActivities"
    case .usage: "DescribeUsage"
    case .submitJob: "SubmitJob"
    case .jobs: "ListJobs"
    case .cancelJob: "CancelJob"
    case .runJobNow: "RunJobNow"
    case .removeJob: "RemoveJob"
    case .jobOutput: "JobOutput"
    case .appOutput: "AppOutput"
    case .submitTransfers: "SubmitTransfers"
    case .transfers: "ListTransfers"
    case .steerTransfers(_, let steering): steering.method
    case .diagnose: "Diagnose"
    case .push: "Push"
    case .notifications: "ListNotifications"
    case .respond: "Respond"
    case .locate: "Locate"
    case .endCall: "EndCall"
    case .accessories: "ListAccessories"
    case .plugAccessory: "PlugAccessory"
    case .unplugAccessory: "UnplugAccessory"
    case .export: "Export"
    case .addUsage: "AddUsage"
    case .version: "GetVersion"
    case .capabilities: "GetCapabilities"
    case .digest: "GetDigest"
    }
  }

  /// How many descriptors may come with the call: none, or this many.
  package var descriptorCount: Int {
    if case .run(let request) = self { request.hasTerminal == true ? 5 : 3 } else { 0 }
  }

  /// Reads a call.
  ///
  /// - Throws: `WireError.methodNotFound`, or `.invalidParameter` with the parameter's name.
  package init(method: some StringProtocol, parameters: JSON) throws(WireError) {
    switch method {
    case "List", "Status", "Lock", "Unlock", "GetVersion", "GetCapabilities", "GetDigest":
      _ = try parameters.parameters(NoParameters.self)
      self = ControlMethod.plain(String(method))
    case "Run": self = .run(try parameters.parameters(RunRequest.self).checked())
    case "Wait":
      self = .wait(try parameters.parameters(LaunchParameters.self).launch.identifier)
    case "Signal": self = try parameters.parameters(SignalParameters.self).method()
    case "Launch": self = .launch(app: try parameters.parameters(AppParameters.self).app)
    case "Home": self = .home(app: try parameters.parameters(OptionalAppParameters.self).app)
    case "Quit": self = .quit(app: try parameters.parameters(AppParameters.self).app)
    case "Install":
      self = .install(try parameters.parameters(InstallParameters.self).request.checked())
    case "Uninstall": self = .uninstall(app: try parameters.parameters(AppParameters.self).app)
    case "Why": self = .why(app: try parameters.parameters(AppParameters.self).app)
    case "Log": self = .log(try parameters.parameters(LogParameters.self).query())
    case "GetSettings":
      self = .getSettings(app: try parameters.parameters(OptionalAppParameters.self).app)
    case "ChangeSetting":
      self = .changeSetting(try parameters.parameters(SettingParameters.self).change())
    case "Exempt":
      let call = try parameters.parameters(ExemptParameters.self)
      self = .exempt(app: call.app, lasting: try call.lasting())
    case "EndExemption":
      self = .endExemption(app: try parameters.parameters(AppParameters.self).app)
    case "SimulateLaunch":
      let call = try parameters.parameters(TaskParameters.self)
      self = .simulateLaunch(app: call.app, task: call.task)
    case "SimulateExpiration":
      let call = try parameters.parameters(TaskParameters.self)
      self = .simulateExpiration(app: call.app, task: call.task)
    case "ForgetUsage":
      self = .forgetUsage(app: try parameters.parameters(OptionalAppParameters.self).app)
    case "ListActivities":
      self = .activities(app: try parameters.parameters(OptionalAppParameters.self).app)
    case "DescribeUsage": self = .usage(app: try parameters.parameters(AppParameters.self).app)
    case "SubmitJob":
      let submission = try parameters.parameters(JobSubmissionParameters.self).submission()
      self = .submitJob(try submission.checked())
    case "ListJobs":
      self = .jobs(try parameters.parameters(JobQueryParameters.self).query)
    case "CancelJob": self = .cancelJob(job: try parameters.parameters(JobParameters.self).job)
    case "RunJobNow": self = .runJobNow(job: try parameters.parameters(JobParameters.self).job)
    case "RemoveJob": self = .removeJob(job: try parameters.parameters(JobParameters.self).job)
    case "JobOutput":
      self = .jobOutput(try parameters.parameters(JobOutputParameters.self).query())
    case "AppOutput":
      self = .appOutput(try parameters.parameters(AppOutputParameters.self).query())
    case "SubmitTransfers": self = .submitTransfers(try TransferSubmission(call: parameters))
    case "ListTransfers": self = .transfers(try TransferQuery(call: parameters))
    case "Diagnose":
      let call = try parameters.parameters(DiagnoseParameters.self)
      self = .diagnose(app: call.app, question: call.question)
    default:
      if let call = try ControlMethod(modeMethod: method, parameters) {
        self = call
        return
      }
      if let call = try ControlMethod(exportMethod: method, parameters) {
        self = call
        return
      }
      guard let steering = TransferSteering(method: method) else {
        throw .methodNotFound(method: ControlInterface.name + "." + method)
      }
      self = .steerTransfers(try TransferSteering.transfers(call: parameters), steering)
    }
  }

  private static func plain(_ method: String) -> ControlMethod {
    switch method {
    case "List": .list
    case "Status": .status
    case "Lock": .lock
    case "Unlock": .unlock
    case "GetVersion": .version
    case "GetCapabilities": .capabilities
    default: .digest
    }
  }

  /// The parameters as they stand in the call.
  package var parameters: JSON {
    switch self {
    case .list, .status, .lock, .unlock, .accessories, .version, .capabilities, .digest: .object([])
    case .run(let request): .encoding(request)
    case .wait(let launch): .encoding(LaunchParameters(launch: IdentifierText(launch)))
    case .signal(let launch, let number):
      .encoding(SignalParameters(launch: IdentifierText(launch), signal: number))
    case .launch(let app), .quit(let app), .uninstall(let app), .why(let app),
      .endExemption(let app), .usage(let app), .endCall(let app):
      .encoding(AppParameters(app: app))
    case .home(let app), .getSettings(let app), .forgetUsage(let app), .activities(let app):
      .encoding(OptionalAppParameters(app: app))
    case .simulateLaunch(let app, let task), .simulateExpiration(let app, let task):
      .encoding(TaskParameters(app: app, task: task))
    case .diagnose(let app, let question):
      .encoding(DiagnoseParameters(app: app, question: question))
    case .install(let request): .encoding(InstallParameters(request))
    case .log(let query): .encoding(LogParameters(query))
    case .changeSetting(let change): .encoding(SettingParameters(change))
    case .exempt(let app, let lasting):
      .encoding(ExemptParameters(app: app, microseconds: lasting?.microseconds))
    case .submitJob(let submission): .encoding(JobSubmissionParameters(submission))
    case .jobs(let query): .encoding(JobQueryParameters(query))
    case .cancelJob(let job), .runJobNow(let job), .removeJob(let job):
      .encoding(JobParameters(job: job))
    case .jobOutput(let query): .encoding(JobOutputParameters(query))
    case .appOutput(let query): .encoding(AppOutputParameters(query))
    case .submitTransfers(let submission): submission.parameters
    case .transfers(let query): query.parameters
    case .push(let submission): submission.parameters
    case .notifications(let query): query.parameters
    case .respond(let submission): submission.parameters
    case .locate(let submission): submission.parameters
    case .plugAccessory(let accessory): accessory.callParameters
    case .unplugAccessory(let name): .object(["name": .string(name)])
    case .export(let subject): subject.parameters
    case .addUsage(let usage): usage.parameters
    case .steerTransfers(let transfers, _):
      .object(["transfers": .array(transfers.map { JSON($0) })])
    }
  }

  /// The whole call; `Log` asks for more replies by itself.
  package var varlinkCall: VarlinkCall {
    let wantsMore = if case .log = self { true } else { false }
    return VarlinkCall(
      method: ControlInterface.name + "." + method,
      parameters: parameters,
      wantsMore: wantsMore
    )
  }
}

extension RunRequest {
  /// The request, where its paths are absolute and its arguments name the program.
  fileprivate func checked() throws(WireError) -> RunRequest {
    try checkRecipe(executable, arguments, environment, workingDirectory)
    return self
  }
}

extension JobSubmission {
  fileprivate func checked() throws(WireError) -> JobSubmission {
    try checkRecipe(executable, arguments, environment, workingDirectory)
    return self
  }
}

extension InstallRequest {
  fileprivate func checked() throws(WireError) -> InstallRequest {
    try checkRecipe(executable, arguments, environment, workingDirectory)
    return self
  }
}

/// What `execve` would not take, or would take in another sense, is refused by the parameter's name.
private func checkRecipe(
  _ executable: String,
  _ arguments: [String],
  _ environment: [String],
  _ workingDirectory: String
) throws(WireError) {
  func isText(_ text: String) -> Bool { !text.utf8.contains(0) }
  guard executable.utf8.first == UInt8(ascii: "/"), isText(executable) else {
    throw .invalidParameter(parameter: "executable")
  }
  guard !arguments.isEmpty, arguments.allSatisfy(isText) else {
    throw .invalidParameter(parameter: "arguments")
  }
  guard environment.allSatisfy({ isText($0) && $0.utf8.contains(UInt8(ascii: "=")) }) else {
    throw .invalidParameter(parameter: "environment")
  }
  guard workingDirectory.utf8.first == UInt8(ascii: "/"), isText(workingDirectory) else {
    throw .invalidParameter(parameter: "workingDirectory")
  }
}

private struct AppParameters: Codable { var app: String }

private struct OptionalAppParameters: Codable { var app: String? }

private struct DiagnoseParameters: Codable {
  var app: String
  var question: Question?
}

private struct TaskParameters: Codable {
  var app: String?
  var task: String
}

private struct LaunchParameters: Codable { var launch: IdentifierText<LaunchIdentifier> }

private struct SignalParameters: Codable {
  var launch: IdentifierText<LaunchIdentifier>
  var signal: Int32

  /// The signals that one process may send another; 64 is the last one of Linux.
  func method() throws(WireError) -> ControlMethod {
    guard (1...64).contains(signal) else { throw .invalidParameter(parameter: "signal") }
    return .signal(launch.identifier, number: signal)
  }
}

private struct ExemptParameters: Codable {
  var app: String
  var microseconds: Int64?

  func lasting() throws(WireError) -> Duration? {
    guard let microseconds else { return nil }
    guard microseconds > 0 else { throw .invalidParameter(parameter: "microseconds") }
    return Duration(wireMicroseconds: microseconds)
  }
}

private struct LogParameters: Codable {
  var app: String?
  var after: String?
  var count: Int?
  var follow: Bool?

  init(_ query: LogQuery) {
    app = query.app
    after = query.after == 0 ? nil : String(query.after)
    count = query.countMax
    follow = query.follows ? true : nil
  }

  func query() throws(WireError) -> LogQuery {
    guard let row = UInt64(after ?? "0") else { throw .invalidParameter(parameter: "after") }
    if let count, count < 0 { throw .invalidParameter(parameter: "count") }
    return LogQuery(app: app, after: row, countMax: count, follows: follow ?? false)
  }
}

private struct InstallParameters: Codable {
  var identifier: AppIdentifier
  var name: String?
  var backgroundModes: [BackgroundMode]?
  var permittedTaskIdentifiers: [String]?
  var accessoryProtocols: [String]?
  var entitlements: [String]?
  var exitsOnSuspend: Bool?
  var isCooperative: Bool?
  var executable: String
  var arguments: [String]
  var environment: [String]?
  var workingDirectory: String
  var replaces: Bool?

  init(_ request: InstallRequest) {
    identifier = request.manifest.identifier
    name = request.manifest.name
    backgroundModes = request.manifest.backgroundModes
    permittedTaskIdentifiers = request.manifest.permittedTaskIdentifiers
    accessoryProtocols = request.manifest.accessoryProtocols
    entitlements = request.manifest.entitlements
    exitsOnSuspend = request.manifest.exitsOnSuspend
    isCooperative = request.manifest.isCooperative
    executable = request.executable
    arguments = request.arguments
    environment = request.environment
    workingDirectory = request.workingDirectory
    replaces = request.replaces
  }

  var request: InstallRequest {
    InstallRequest(
      manifest: AppManifest(
        identifier: identifier,
        name: name,
        backgroundModes: backgroundModes ?? [],
        permittedTaskIdentifiers: permittedTaskIdentifiers ?? [],
        accessoryProtocols: accessoryProtocols,
        entitlements: entitlements ?? [],
        exitsOnSuspend: exitsOnSuspend ?? false,
        isCooperative: isCooperative ?? true
      ),
      executable: executable,
      arguments: arguments,
      environment: environment ?? [],
      workingDirectory: workingDirectory,
      replaces: replaces ?? false
    )
  }
}
