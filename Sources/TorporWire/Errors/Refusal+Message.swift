import TorporModel

// Refusals as they stand on the wire: a name, and the facts.

extension Refusal {
  /// The error's name; each refusal has one home, whichever interface the call belonged to.
  var errorName: String {
    switch self {
    case .unknownApp: "io.torpor.Control.UnknownApp"
    case .ambiguousApp: "io.torpor.Control.AmbiguousApp"
    case .unknownTask: "io.torpor.App.UnknownTask"
    case .unknownCallback: "io.torpor.App.UnknownCallback"
    case .noCompletionHandler: "io.torpor.App.NoCompletionHandler"
    case .notRunning: "io.torpor.Control.NotRunning"
    case .alreadyInstalled: "io.torpor.Control.AlreadyInstalled"
    case .beforeFirstUnlock: "io.torpor.Control.BeforeFirstUnlock"
    case .textTooLong: "io.torpor.App.TextTooLong"
    case .tooManyApps: "io.torpor.Control.TooManyApps"
    case .notSaved: "io.torpor.Connection.NotSaved"
    case .scheduler(let error, _): error.errorName
    case .misuse: SchedulerMisuse.errorName
    case .noSuchTask: "io.torpor.TaskScheduler.NoSuchTask"
    case .unknownJob, .jobNameTaken, .tooManyJobs, .impossibleWindow, .jobIsFinished,
      .jobIsNotFinished, .jobIsAwaited:
      jobErrorName
    case .transfer(let refusal): refusal.errorName
    case .mode(let refusal): refusal.errorName
    }
  }

  var facts: KeyValuePairs<String, JSON> {
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
      ["conditions": .array(conditions.map { JSON(condition: $0) })]
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
    case .transfer(let refusal): refusal.facts
    case .mode(let refusal): refusal.facts
    }
  }

  init?(errorName: String, facts: JSON) {
    let app = facts["app"]?.text.flatMap { AppIdentifier($0) }
    let callback = facts["callback"]?.text.flatMap { CallbackToken($0) }
    let refusal: Refusal? =
      switch errorName {
      case "io.torpor.Control.UnknownApp":
        facts["name"]?.text.map { name in
          let similar = facts["similar"]?.elements ?? []
          return .unknownApp(
            name: name,
            similar: similar.compactMap { $0.text.flatMap { AppIdentifier($0) } }
          )
        }
      case "io.torpor.Control.AmbiguousApp":
        facts["name"]?.text.map { name in
          let apps = facts["apps"]?.elements ?? []
          return .ambiguousApp(
            name: name,
            apps: apps.compactMap { $0.text.flatMap { AppIdentifier($0) } }
          )
        }
      case "io.torpor.App.UnknownTask":
        facts["task"]?.text.flatMap { BackgroundTaskIdentifier($0) }.map { .unknownTask($0) }
      case "io.torpor.App.UnknownCallback": callback.map { .unknownCallback($0) }
      case "io.torpor.App.NoCompletionHandler": callback.map { .noCompletionHandler($0) }
      case "io.torpor.Control.NotRunning": app.map { .notRunning($0) }
      case "io.torpor.Control.AlreadyInstalled": app.map { .alreadyInstalled($0) }
      case "io.torpor.Control.BeforeFirstUnlock": app.map { .beforeFirstUnlock($0) }
      case "io.torpor.App.TextTooLong": Self.textTooLong(facts)
      case "io.torpor.Control.TooManyApps":
        facts["limit"]?.integer(as: Int.self).map { .tooManyApps(limit: $0) }
      case "io.torpor.Connection.NotSaved": facts["cause"]?.text.map { .notSaved(cause: $0) }
      case "io.torpor.TaskScheduler.NoSuchTask":
        facts["identifier"]?.text.map { .noSuchTask(identifier: $0) }
      default:
        Self.ofScheduler(errorName: errorName, facts: facts)
          ?? Self.ofJobs(errorName: errorName, facts: facts)
          ?? TransferRefusal(errorName: errorName, facts: facts).map { .transfer($0) }
          ?? ModeRefusal(errorName: errorName, facts: facts).map { .mode($0) }
      }
    guard let refusal else { return nil }
    self = refusal
  }

  private static func textTooLong(_ facts: JSON) -> Refusal? {
    guard let bytes = facts["bytes"]?.integer(as: Int.self),
      let bytesMax = facts["bytesMax"]?.integer(as: Int.self)
    else { return nil }
    return .textTooLong(bytes: bytes, bytesMax: bytesMax)
  }
}
