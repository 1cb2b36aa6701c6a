// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

import TorporModel

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
    case .sleep(_): "sleep"
    case .sleepAgain: "sleepAgain"
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
    case "sleep":
      self = .sleep(try message.value("lengthMicroseconds"))
    case "sleepAgain":
      self = .sleepAgain
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
    case .sleep(let length):
      [
        ("lengthMicroseconds", length.json)
      ]
    case .sleepAgain:
      []
    }
  }
}

extension Decision.Action: WireObject {
  package static let keys = [
    "name", "destination", "wakeReason", "task", "taskName", "end", "activity", "result", "use",
    "notification", "remaining", "lengthMicroseconds",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    guard let known = try Self(try message.value("name") as String, message) else {
      throw message.invalid("name")
    }
    self = known
  }

  package var members: [(key: String, value: JSON?)] { [("name", word.json)] + ownMembers }
}
