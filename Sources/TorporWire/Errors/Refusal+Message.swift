import TorporModel

// Refusals as they stand on the wire: a name, and the facts.

extension Refusal {
  /// The error's name; each refusal has one home, whichever interface the call belonged to.
  var errorName: String {
    switch self {
    case .unknownApp: ControlInterface.ErrorName.unknownApp.rawValue
    case .ambiguousApp: ControlInterface.ErrorName.ambiguousApp.rawValue
    case .unknownTask: AppInterface.ErrorName.unknownTask.rawValue
    case .unknownCallback: AppInterface.ErrorName.unknownCallback.rawValue
    case .noCompletionHandler: AppInterface.ErrorName.noCompletionHandler.rawValue
    case .notRunning: ControlInterface.ErrorName.notRunning.rawValue
    case .alreadyInstalled: ControlInterface.ErrorName.alreadyInstalled.rawValue
    case .beforeFirstUnlock: ControlInterface.ErrorName.beforeFirstUnlock.rawValue
    case .textTooLong: AppInterface.ErrorName.textTooLong.rawValue
    case .tooManyApps: ControlInterface.ErrorName.tooManyApps.rawValue
    case .notSaved: ConnectionInterface.ErrorName.notSaved.rawValue
    case .scheduler(let error, _): error.errorName
    case .misuse: SchedulerMisuse.errorName
    case .noSuchTask: TaskSchedulerInterface.ErrorName.noSuchTask.rawValue
    case .unknownJob, .jobNameTaken, .tooManyJobs, .impossibleWindow, .jobIsFinished,
      .jobIsNotFinished, .jobIsAwaited:
      jobErrorName
    case .transfer(let refusal): refusal.errorName
    case .mode(let refusal): refusal.errorName
    }
  }

  var fields: KeyValuePairs<String, JSON> {
    switch self {
    case .unknownApp(let name, let similar):
      ["name": .string(name), "similar": .array(similar.map { .string($0.text) })]
    case .ambiguousApp(let name, let apps):
      ["name": .string(name), "apps": .array(apps.map { .string($0.text) })]
    case .unknownTask(let task): ["task": .string(task.description)]
    case .unknownCallback(let callback), .noCompletionHandler(let callback):
      ["callback": .string(callback.description)]
    case .notRunning(let app), .alreadyInstalled(let app), .beforeFirstUnlock(let app):
      ["app": .string(app.text)]
    case .textTooLong(let bytes, let bytesMax):
      ["bytes": .integer(Int64(bytes)), "bytesMax": .integer(Int64(bytesMax))]
    case .tooManyApps(let limit): ["limit": .integer(Int64(limit))]
    case .notSaved(let cause): ["cause": .string(cause)]
    case .scheduler(_, let conditions):
      ["conditions": .array(conditions.map(\.json))]
    case .misuse(let misuse):
      ["which": .string(misuse.which), "identifier": .string(misuse.identifier)]
    case .noSuchTask(let identifier): ["identifier": .string(identifier)]
    case .unknownJob(let name, let similar):
      ["name": .string(name), "similar": .array(similar.map { .string($0) })]
    case .jobNameTaken(let name, let job):
      ["name": .string(name), "job": .string(job.description)]
    case .tooManyJobs(let limit): ["limit": .integer(Int64(limit))]
    case .impossibleWindow(let mistake): ["which": .string(mistake.rawValue)]
    case .jobIsFinished(let job), .jobIsNotFinished(let job): ["job": .string(job.description)]
    case .jobIsAwaited(let job, let other):
      ["job": .string(job.description), "by": .string(other)]
    case .transfer(let refusal): refusal.fields
    case .mode(let refusal): refusal.fields
    }
  }

  init?(errorName: String, fields: JSON) {
    let app = fields["app"]?.text.flatMap { AppIdentifier($0) }
    let callback = fields["callback"]?.text.flatMap { CallbackToken($0) }
    let refusal: Refusal? =
      switch errorName {
      case ControlInterface.ErrorName.unknownApp.rawValue:
        fields["name"]?.text.map { name in
          let similar = fields["similar"]?.elements ?? []
          return .unknownApp(
            name: name,
            similar: similar.compactMap { $0.text.flatMap { AppIdentifier($0) } }
          )
        }
      case ControlInterface.ErrorName.ambiguousApp.rawValue:
        fields["name"]?.text.map { name in
          let apps = fields["apps"]?.elements ?? []
          return .ambiguousApp(
            name: name,
            apps: apps.compactMap { $0.text.flatMap { AppIdentifier($0) } }
          )
        }
      case AppInterface.ErrorName.unknownTask.rawValue:
        fields["task"]?.text.flatMap { BackgroundTaskIdentifier($0) }.map { .unknownTask($0) }
      case AppInterface.ErrorName.unknownCallback.rawValue: callback.map { .unknownCallback($0) }
      case AppInterface.ErrorName.noCompletionHandler.rawValue:
        callback.map { .noCompletionHandler($0) }
      case ControlInterface.ErrorName.notRunning.rawValue: app.map { .notRunning($0) }
      case ControlInterface.ErrorName.alreadyInstalled.rawValue: app.map { .alreadyInstalled($0) }
      case ControlInterface.ErrorName.beforeFirstUnlock.rawValue: app.map { .beforeFirstUnlock($0) }
      case AppInterface.ErrorName.textTooLong.rawValue: Self.textTooLong(fields)
      case ControlInterface.ErrorName.tooManyApps.rawValue:
        fields["limit"]?.integer(as: Int.self).map { .tooManyApps(limit: $0) }
      case ConnectionInterface.ErrorName.notSaved.rawValue:
        fields["cause"]?.text.map { .notSaved(cause: $0) }
      case TaskSchedulerInterface.ErrorName.noSuchTask.rawValue:
        fields["identifier"]?.text.map { .noSuchTask(identifier: $0) }
      default:
        Self.ofScheduler(errorName: errorName, fields: fields)
          ?? Self.ofJobs(errorName: errorName, fields: fields)
          ?? TransferRefusal(errorName: errorName, fields: fields).map { .transfer($0) }
          ?? ModeRefusal(errorName: errorName, fields: fields).map { .mode($0) }
      }
    guard let refusal else { return nil }
    self = refusal
  }

  private static func textTooLong(_ fields: JSON) -> Refusal? {
    guard let bytes = fields["bytes"]?.integer(as: Int.self),
      let bytesMax = fields["bytesMax"]?.integer(as: Int.self)
    else { return nil }
    return .textTooLong(bytes: bytes, bytesMax: bytesMax)
  }
}
