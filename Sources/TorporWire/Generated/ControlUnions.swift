// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

extension Activity: WireObject {
  package static let keys = ["task", "fetch", "job", "transfer"]

  package init(_ message: ParameterReader) throws(WireError) {
    let word = try message.only(of: Self.keys)
    switch word {
    case "task":
      self = .task(identifier: try message.value("task"))
    case "fetch":
      let isSo: Bool = try message.value("fetch")
      guard isSo else { throw message.invalid("fetch") }
      self = .fetch
    case "job":
      self = .job(try message.value("job"))
    case "transfer":
      self = .transfer(try message.value("transfer"))
    default: throw message.invalid(word)
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .task(identifier: let task):
      [("task", task.json)]
    case .fetch:
      [("fetch", true.json)]
    case .job(let job):
      [("job", job.json)]
    case .transfer(let transfer):
      [("transfer", transfer.json)]
    }
  }
}

extension JobRunEnd {
  /// The word for it in `JobRunEnd`.
  var word: String {
    switch self {
    case .exited(status: _): "exited"
    case .signalled(signal: _): "signalled"
    case .timedOut: "timedOut"
    case .conditionLost(_): "conditionLost"
    case .cancelled: "cancelled"
    case .interrupted: "interrupted"
    case .notInFolder(path: _, errno: _): "notStarted"
    case .notStarted(errno: _): "notStarted"
    case .unseen: "unseen"
    }
  }

  /// Reads the members of a `JobRunEnd`; `nil` where this version does not know the word.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to what is wrong.
  init?(_ word: String, _ message: ParameterReader) throws(WireError) {
    switch word {
    case "exited":
      self = .exited(status: try message.value("status"))
    case "signalled":
      self = .signalled(signal: try message.value("signal"))
    case "timedOut":
      self = .timedOut
    case "conditionLost":
      self = .conditionLost(try message.value("reason"))
    case "cancelled":
      self = .cancelled
    case "interrupted":
      self = .interrupted
    case "notStarted" where message["folder"] != nil:
      self = .notInFolder(path: try message.value("folder"), errno: try message.value("errno"))
    case "notStarted":
      self = .notStarted(errno: try message.value("errno"))
    case "unseen":
      self = .unseen
    default: return nil
    }
  }

  /// The members beside the word.
  var ownMembers: [(key: String, value: JSON?)] {
    switch self {
    case .exited(status: let status):
      [
        ("status", status.json)
      ]
    case .signalled(signal: let signal):
      [
        ("signal", signal.json)
      ]
    case .timedOut:
      []
    case .conditionLost(let reason):
      [
        ("reason", reason.json)
      ]
    case .cancelled:
      []
    case .interrupted:
      []
    case .notInFolder(path: let folder, errno: let errno):
      [
        ("errno", errno.json),
        ("folder", folder.json),
      ]
    case .notStarted(errno: let errno):
      [
        ("errno", errno.json)
      ]
    case .unseen:
      []
    }
  }
}

extension JobRunEnd: WireObject {
  package static let keys = ["name", "status", "signal", "errno", "reason", "folder"]

  package init(_ message: ParameterReader) throws(WireError) {
    guard let known = try Self(try message.value("name") as String, message) else {
      throw message.invalid("name")
    }
    try message.refuse(allBut: known.members.map(\.key))
    self = known
  }

  package var members: [(key: String, value: JSON?)] { [("name", word.json)] + ownMembers }
}

extension Decision.Action {
  /// The word for it in `Action`.
  var word: String {
    switch self {
    case .install: "install"
    case .remove: "remove"
    case .launch(_): "launch"
    case .moveToForeground: "moveToForeground"
    case .moveToBackground: "moveToBackground"
    case .freeze: "freeze"
    case .thaw: "thaw"
    case .end(_): "end"
    case .endCommand(_, remaining: _): "endCommand"
    case .beginTask(task: _, name: _): "beginTask"
    case .endTask(task: _, name: _): "endTask"
    case .expireTask(task: _, name: _): "expireTask"
    case .wake(_): "wake"
    case .endUse(_): "endUse"
    case .warnOfMemory: "warnOfMemory"
    case .pageOut: "pageOut"
    case .readBack: "readBack"
    case .exempt: "exempt"
    case .endExemption: "endExemption"
    case .changeSettings: "changeSettings"
    case .submit(_): "submit"
    case .cancel(_): "cancel"
    case .run(_): "run"
    case .expire(_): "expire"
    case .finish(_, _): "finish"
    case .schedule(notification: _): "schedule"
    case .show(notification: _): "show"
    case .use(_): "use"
    case .provide(_): "provide"
    case .sleep(_): "sleep"
    case .sleepAgain: "sleepAgain"
    case .purgeCaches(freedBytes: _): "purgeCaches"
    case .offload: "offload"
    case .restoreProgram: "restoreProgram"
    case .adopt: "adopt"
    }
  }

  /// Reads the members of a `Action`; `nil` where this version does not know the word.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to what is wrong.
  init?(_ word: String, _ message: ParameterReader) throws(WireError) {
    switch word {
    case "install":
      self = .install
    case "remove":
      self = .remove
    case "launch":
      self = .launch(try LaunchDestination(message))
    case "moveToForeground":
      self = .moveToForeground
    case "moveToBackground":
      self = .moveToBackground
    case "freeze":
      self = .freeze
    case "thaw":
      self = .thaw
    case "end":
      self = .end(try message.value("end"))
    case "endCommand":
      self = .endCommand(try message.value("end"), remaining: try message.value("remaining"))
    case "beginTask":
      self = .beginTask(task: try message.value("task"), name: try message.optional("taskName"))
    case "endTask":
      self = .endTask(task: try message.value("task"), name: try message.optional("taskName"))
    case "expireTask":
      self = .expireTask(task: try message.value("task"), name: try message.optional("taskName"))
    case "wake":
      self = .wake(try message.value("wakeReason"))
    case "endUse":
      self = .endUse(try message.value("use"))
    case "warnOfMemory":
      self = .warnOfMemory
    case "pageOut":
      self = .pageOut
    case "readBack":
      self = .readBack
    case "exempt":
      self = .exempt
    case "endExemption":
      self = .endExemption
    case "changeSettings":
      self = .changeSettings
    case "submit":
      self = .submit(try message.value("activity"))
    case "cancel":
      self = .cancel(try message.value("activity"))
    case "run":
      self = .run(try message.value("activity"))
    case "expire":
      self = .expire(try message.value("activity"))
    case "finish":
      self = .finish(try message.value("activity"), try message.value("result"))
    case "schedule":
      self = .schedule(notification: try message.value("notification"))
    case "show":
      self = .show(notification: try message.value("notification"))
    case "use":
      self = .use(try message.value("permission"))
    case "provide":
      self = .provide(try message.value("capability"))
    case "sleep":
      self = .sleep(try message.value("lengthMicroseconds"))
    case "sleepAgain":
      self = .sleepAgain
    case "purgeCaches":
      self = .purgeCaches(freedBytes: try message.value("freedBytes"))
    case "offload":
      self = .offload
    case "restoreProgram":
      self = .restoreProgram
    case "adopt":
      self = .adopt
    default: return nil
    }
  }

  /// The members beside the word.
  var ownMembers: [(key: String, value: JSON?)] {
    switch self {
    case .install:
      []
    case .remove:
      []
    case .launch(let destination):
      destination.members
    case .moveToForeground:
      []
    case .moveToBackground:
      []
    case .freeze:
      []
    case .thaw:
      []
    case .end(let end):
      [
        ("end", end.json)
      ]
    case .endCommand(let end, remaining: let remaining):
      [
        ("end", end.json),
        ("remaining", remaining.json),
      ]
    case .beginTask(task: let task, name: let taskName):
      [
        ("task", task.json),
        ("taskName", taskName?.json),
      ]
    case .endTask(task: let task, name: let taskName):
      [
        ("task", task.json),
        ("taskName", taskName?.json),
      ]
    case .expireTask(task: let task, name: let taskName):
      [
        ("task", task.json),
        ("taskName", taskName?.json),
      ]
    case .wake(let wakeReason):
      [
        ("wakeReason", wakeReason.json)
      ]
    case .endUse(let use):
      [
        ("use", use.json)
      ]
    case .warnOfMemory:
      []
    case .pageOut:
      []
    case .readBack:
      []
    case .exempt:
      []
    case .endExemption:
      []
    case .changeSettings:
      []
    case .submit(let activity):
      [
        ("activity", activity.json)
      ]
    case .cancel(let activity):
      [
        ("activity", activity.json)
      ]
    case .run(let activity):
      [
        ("activity", activity.json)
      ]
    case .expire(let activity):
      [
        ("activity", activity.json)
      ]
    case .finish(let activity, let result):
      [
        ("activity", activity.json),
        ("result", result.json),
      ]
    case .schedule(notification: let notification):
      [
        ("notification", notification.json)
      ]
    case .show(notification: let notification):
      [
        ("notification", notification.json)
      ]
    case .use(let permission):
      [
        ("permission", permission.json)
      ]
    case .provide(let capability):
      [
        ("capability", capability.json)
      ]
    case .sleep(let length):
      [
        ("lengthMicroseconds", length.json)
      ]
    case .sleepAgain:
      []
    case .purgeCaches(freedBytes: let freedBytes):
      [
        ("freedBytes", freedBytes.json)
      ]
    case .offload:
      []
    case .restoreProgram:
      []
    case .adopt:
      []
    }
  }
}

extension Decision.Action: WireObject {
  package static let keys = [
    "name", "destination", "wakeReason", "task", "taskName", "end", "activity", "result", "use",
    "notification", "permission", "capability", "remaining", "lengthMicroseconds", "freedBytes",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    guard let known = try Self(try message.value("name") as String, message) else {
      throw message.invalid("name")
    }
    try message.refuse(allBut: known.members.map(\.key))
    self = known
  }

  package var members: [(key: String, value: JSON?)] { [("name", word.json)] + ownMembers }
}
