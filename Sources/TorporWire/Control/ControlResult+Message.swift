import TorporModel

// Results of `io.torpor.Control` as they stand on the wire.

extension ControlResult {
  /// The parameters of the reply.
  package var parameters: JSON {
    switch self {
    case .done: .object([])
    case .apps(let apps): .encoding(AppsMessage(apps: apps.map(AppMessage.init)))
    case .device(let status): .encoding(DeviceMessage(device: status))
    case .launched(let app, let launch):
      .encoding(LaunchedMessage(app: app, launch: IdentifierText(launch)))
    case .ended(let record): .encoding(EndedMessage(exit: ExitMessage(record)))
    case .explained(let status, let decisions):
      .encoding(
        WhyMessage(app: AppMessage(status), decisions: decisions.map(DecisionMessage.init))
      )
    case .activities(let activities):
      .encoding(ActivitiesMessage(activities: activities.map(ActivityMessage.init)))
    case .usage(let status): .encoding(UsageMessage(usage: status))
    case .submitted(let job, let name, let isNew):
      .encoding(SubmittedMessage(job: IdentifierText(job), name: name, isNew: isNew))
    case .jobs(let jobs, let next):
      .encoding(
        JobsMessage(jobs: jobs.map(JobMessage.init), next: next.map { IdentifierText($0) })
      )
    case .jobOutput(let output): .encoding(JobOutputMessage(output))
    case .transfersAccepted(let first, let count):
      .object(["first": JSON(first), "count": .integer(Int64(count))])
    case .transfers(let rows, let next):
      .object(optional: [
        ("transfers", .array(rows.map(\.json))), ("next", next.map { JSON($0) }),
      ])
    case .diagnosed(let answers):
      .encoding(DiagnosesMessage(answers: answers.map(DiagnosisMessage.init)))
    case .pushed(let app, let isVisible, let decisions):
      .encoding(
        PushedMessage(
          app: app,
          isVisible: isVisible,
          decisions: decisions.map(DecisionMessage.init)
        )
      )
    case .notifications(let rows, let next):
      .object(optional: [
        ("notifications", .array(rows.map(\.json))), ("next", next.map { .integer(Int64($0)) }),
      ])
    case .accessories(let accessories):
      .object(["accessories": .array(accessories.map(\.json))])
    case .exported(let exported): exported.parameters
    case .decisions(let decisions):
      .encoding(DecisionsMessage(decisions: decisions.map(DecisionMessage.init)))
    case .appSettings(let settings): .encoding(settings)
    case .deviceSettings(let settings): .encoding(DeviceSettingsMessage(settings))
    case .version(let version): .encoding(version)
    case .capabilities(let capabilities):
      .encoding(CapabilitiesMessage(capabilities: capabilities))
    case .digest(let digest, let sequence):
      .object(["digest": .string(digest.description), "sequence": .string(String(sequence))])
    }
  }

  /// Reads the reply to a call.
  ///
  /// - Throws: the error that the reply carries, or `WireError.malformedMessage`.
  package init(to method: ControlMethod, from reply: VarlinkReply) throws(WireError) {
    let parameters = try reply.result()
    switch method {
    case .lock, .unlock, .home, .quit, .signal, .install, .uninstall, .changeSetting, .exempt,
      .endExemption, .simulateLaunch, .simulateExpiration, .forgetUsage, .cancelJob, .runJobNow,
      .removeJob, .steerTransfers, .respond, .locate, .endCall, .plugAccessory, .unplugAccessory,
      .addUsage:
      self = .done
    case .list: self = .apps(try parameters.result(AppsMessage.self).apps.map(\.status))
    case .status: self = .device(try parameters.result(DeviceMessage.self).device)
    case .run, .launch:
      let message = try parameters.result(LaunchedMessage.self)
      self = .launched(app: message.app, launch: message.launch.identifier)
    case .wait: self = .ended(try parameters.result(EndedMessage.self).exit.record)
    case .why:
      let message = try parameters.result(WhyMessage.self)
      self = .explained(message.app.status, message.decisions.map(\.logged))
    case .activities:
      let message = try parameters.result(ActivitiesMessage.self)
      self = .activities(message.activities.map(\.status))
    case .usage: self = .usage(try parameters.result(UsageMessage.self).usage)
    case .submitJob:
      let message = try parameters.result(SubmittedMessage.self)
      self = .submitted(job: message.job.identifier, name: message.name, isNew: message.isNew)
    case .jobs:
      let message = try parameters.result(JobsMessage.self)
      self = .jobs(message.jobs.map(\.status), next: message.next?.identifier)
    case .jobOutput, .appOutput:
      self = .jobOutput(try parameters.result(JobOutputMessage.self).output())
    case .submitTransfers:
      let message = try parameters.result(TransfersAcceptedMessage.self)
      self = .transfersAccepted(first: message.first.identifier, count: message.count)
    case .transfers:
      self = .transfers(
        try TransferRow.rows(of: parameters),
        next: parameters["next"]?.text.flatMap { TransferIdentifier($0) }
      )
    case .diagnose:
      let message = try parameters.result(DiagnosesMessage.self)
      self = .diagnosed(message.answers.map(\.diagnosis))
    case .push:
      let message = try parameters.result(PushedMessage.self)
      self = .pushed(
        app: message.app,
        isVisible: message.isVisible,
        message.decisions.map(\.logged)
      )
    case .notifications:
      self = .notifications(
        try NotificationRow.rows(of: parameters),
        next: parameters["next"]?.integer(as: Int.self)
      )
    case .accessories: self = .accessories(try Accessory.list(of: parameters))
    case .export: self = .exported(try Exported(parameters: parameters))
    case .log:
      self = .decisions(try parameters.result(DecisionsMessage.self).decisions.map(\.logged))
    case .getSettings(let app):
      self =
        app == nil
        ? .deviceSettings(try parameters.result(DeviceSettingsMessage.self).settings)
        : .appSettings(try parameters.result(AppSettings.self))
    case .version: self = .version(try parameters.result(VersionInformation.self))
    case .capabilities:
      self = .capabilities(try parameters.result(CapabilitiesMessage.self).capabilities)
    case .digest:
      guard let digest = parameters["digest"]?.text.flatMap({ StateDigest($0) }),
        let sequence = parameters["sequence"]?.text.flatMap({ UInt64($0) })
      else { throw .malformedMessage(cause: "'digest' is missing or not of its type") }
      self = .digest(digest, sequence: sequence)
    }
  }
}

private struct AppsMessage: Codable { var apps: [AppMessage] }

private struct DeviceMessage: Codable { var device: DeviceStatus }

private struct LaunchedMessage: Codable {
  var app: AppIdentifier
  var launch: IdentifierText<LaunchIdentifier>
}

private struct EndedMessage: Codable { var exit: ExitMessage }

private struct WhyMessage: Codable {
  var app: AppMessage
  var decisions: [DecisionMessage]
}

private struct ActivitiesMessage: Codable { var activities: [ActivityMessage] }

private struct UsageMessage: Codable { var usage: UsageStatus? }

private struct TransfersAcceptedMessage: Codable {
  var first: IdentifierText<TransferIdentifier>
  var count: Int
}

private struct DiagnosesMessage: Codable { var answers: [DiagnosisMessage] }

private struct PushedMessage: Codable {
  var app: AppIdentifier
  var isVisible: Bool
  var decisions: [DecisionMessage]
}

private struct DecisionsMessage: Codable { var decisions: [DecisionMessage] }

private struct CapabilitiesMessage: Codable { var capabilities: [Capability] }

private struct DeviceSettingsMessage: Codable {
  var backgroundRefresh: BackgroundRefresh
  var lowPowerMode: Bool
  var profile: ProfileName
  var memoryVictims: MemoryVictimOrder
  var pageOutMicroseconds: Int64
  var sleepAgain: Bool?
  var jobNotifications: Bool?

  init(_ settings: DeviceSettings) {
    backgroundRefresh = settings.backgroundRefresh
    lowPowerMode = settings.lowPowerMode
    profile = settings.profile
    memoryVictims = settings.memoryVictims
    pageOutMicroseconds = settings.pageOutAfter.microseconds
    sleepAgain = settings.sleepAgain
    jobNotifications = settings.jobNotifications
  }

  var settings: DeviceSettings {
    DeviceSettings(
      backgroundRefresh: backgroundRefresh,
      lowPowerMode: lowPowerMode,
      profile: profile,
      memoryVictims: memoryVictims,
      pageOutAfter: Duration(wireMicroseconds: pageOutMicroseconds),
      sleepAgain: sleepAgain ?? false,
      jobNotifications: jobNotifications ?? true
    )
  }
}
