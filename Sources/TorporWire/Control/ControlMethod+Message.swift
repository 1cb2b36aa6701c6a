import TorporModel

// Calls of `io.torpor.Control` as they stand on the wire.

extension ControlMethod {
  /// The name of the method, without the interface.
  package var method: ControlInterface.Method {
    switch self {
    case .list: .list
    case .status: .status
    case .run: .run
    case .wait: .wait
    case .signal: .signal
    case .launch: .launch
    case .home: .home
    case .quit: .quit
    case .lock: .lock
    case .unlock: .unlock
    case .install: .install
    case .uninstall: .uninstall
    case .why: .why
    case .log: .log
    case .getSettings: .getSettings
    case .changeSetting: .changeSetting
    case .exempt: .exempt
    case .endExemption: .endExemption
    case .simulateLaunch: .simulateLaunch
    case .simulateExpiration: .simulateExpiration
    case .forgetUsage: .forgetUsage
    case .activities: .listActivities
    case .usage: .describeUsage
    case .submitJob: .submitJob
    case .jobs: .listJobs
    case .cancelJob: .cancelJob
    case .runJobNow: .runJobNow
    case .removeJob: .removeJob
    case .jobOutput: .jobOutput
    case .appOutput: .appOutput
    case .submitTransfers: .submitTransfers
    case .transfers: .listTransfers
    case .steerTransfers(_, let steering): steering.method
    case .diagnose: .diagnose
    case .push: .push
    case .notifications: .listNotifications
    case .respond: .respond
    case .locate: .locate
    case .endCall: .endCall
    case .accessories: .listAccessories
    case .plugAccessory: .plugAccessory
    case .unplugAccessory: .unplugAccessory
    case .export: .export
    case .addUsage: .addUsage
    case .version: .getVersion
    case .capabilities: .getCapabilities
    case .digest: .getDigest
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
    guard let known = ControlInterface.Method(rawValue: String(method)) else {
      throw .methodNotFound(method: "\(ControlInterface.name).\(method)")
    }
    try self.init(known, parameters)
  }

  private init(_ method: ControlInterface.Method, _ parameters: JSON) throws(WireError) {
    func plain(_ call: ControlMethod) throws(WireError) -> ControlMethod {
      _ = try parameters.parameters(NoParameters.self)
      return call
    }
    func transfers(_ steering: TransferSteering) throws(WireError) -> ControlMethod {
      .steerTransfers(try TransferSteering.transfers(call: parameters), steering)
    }
    switch method {
    case .list: self = try plain(.list)
    case .status: self = try plain(.status)
    case .lock: self = try plain(.lock)
    case .unlock: self = try plain(.unlock)
    case .getVersion: self = try plain(.version)
    case .getCapabilities: self = try plain(.capabilities)
    case .getDigest: self = try plain(.digest)
    case .listAccessories: self = try plain(.accessories)
    case .run: self = .run(try parameters.parameters(RunRequest.self).checked())
    case .wait:
      self = .wait(try parameters.parameters(LaunchParameters.self).launch.identifier)
    case .signal: self = try parameters.parameters(SignalParameters.self).method()
    case .launch: self = .launch(app: try parameters.parameters(AppParameters.self).app)
    case .home: self = .home(app: try parameters.parameters(OptionalAppParameters.self).app)
    case .quit: self = .quit(app: try parameters.parameters(AppParameters.self).app)
    case .install:
      self = .install(try parameters.parameters(InstallParameters.self).request.checked())
    case .uninstall: self = .uninstall(app: try parameters.parameters(AppParameters.self).app)
    case .why: self = .why(app: try parameters.parameters(AppParameters.self).app)
    case .log: self = .log(try parameters.parameters(LogParameters.self).query())
    case .getSettings:
      self = .getSettings(app: try parameters.parameters(OptionalAppParameters.self).app)
    case .changeSetting:
      self = .changeSetting(try parameters.parameters(SettingParameters.self).change())
    case .exempt:
      let call = try parameters.parameters(ExemptParameters.self)
      self = .exempt(app: call.app, lasting: try call.lasting())
    case .endExemption:
      self = .endExemption(app: try parameters.parameters(AppParameters.self).app)
    case .simulateLaunch:
      let call = try parameters.parameters(TaskParameters.self)
      self = .simulateLaunch(app: call.app, task: call.task)
    case .simulateExpiration:
      let call = try parameters.parameters(TaskParameters.self)
      self = .simulateExpiration(app: call.app, task: call.task)
    case .forgetUsage:
      self = .forgetUsage(app: try parameters.parameters(OptionalAppParameters.self).app)
    case .listActivities:
      self = .activities(app: try parameters.parameters(OptionalAppParameters.self).app)
    case .describeUsage: self = .usage(app: try parameters.parameters(AppParameters.self).app)
    case .submitJob:
      let submission = try parameters.parameters(JobSubmissionParameters.self).submission()
      self = .submitJob(try submission.checked())
    case .listJobs:
      self = .jobs(try parameters.parameters(JobQueryParameters.self).query)
    case .cancelJob: self = .cancelJob(job: try parameters.parameters(JobParameters.self).job)
    case .runJobNow: self = .runJobNow(job: try parameters.parameters(JobParameters.self).job)
    case .removeJob: self = .removeJob(job: try parameters.parameters(JobParameters.self).job)
    case .jobOutput:
      self = .jobOutput(try parameters.parameters(JobOutputParameters.self).query())
    case .appOutput:
      self = .appOutput(try parameters.parameters(AppOutputParameters.self).query())
    case .submitTransfers: self = .submitTransfers(try TransferSubmission(call: parameters))
    case .listTransfers: self = .transfers(try TransferQuery(call: parameters))
    case .diagnose:
      let call = try parameters.parameters(DiagnoseParameters.self)
      self = .diagnose(app: call.app, question: call.question)
    case .pauseTransfers: self = try transfers(.pause)
    case .resumeTransfers: self = try transfers(.resume)
    case .cancelTransfers: self = try transfers(.cancel)
    case .retryTransfers: self = try transfers(.retry)
    case .removeTransfers: self = try transfers(.remove)
    case .push: self = .push(try PushSubmission(call: parameters))
    case .listNotifications: self = .notifications(try NotificationQuery(call: parameters))
    case .respond: self = .respond(try ResponseSubmission(call: parameters))
    case .locate: self = .locate(try FixSubmission(call: parameters))
    case .endCall: self = .endCall(app: try parameters.parameters(AppParameters.self).app)
    case .plugAccessory: self = .plugAccessory(try Accessory(call: parameters))
    case .export: self = .export(try ExportSubject(call: parameters))
    case .addUsage: self = .addUsage(try UsageAddition(call: parameters))
    case .unplugAccessory:
      self = .unplugAccessory(name: try PartReader(control: parameters, known: "name").name("name"))
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
      method: method.wholeName,
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
