package import TorporModel

/// A decision with its place in the ledger.
package struct LoggedDecision: Hashable, Sendable {
  /// The row's number, from 1.
  package var sequence: UInt64
  /// Microseconds since 1970 by the wall clock when it was decided.
  package var wallMicroseconds: Int64
  package var decision: Decision

  package init(sequence: UInt64, wallMicroseconds: Int64, decision: Decision) {
    self.sequence = sequence
    self.wallMicroseconds = wallMicroseconds
    self.decision = decision
  }
}

/// The members of the decision, with those of its place beside them.
extension LoggedDecision: WireObject {
  static let keys = ["sequence", "wallMicroseconds"] + Decision.keys

  init(_ message: ParameterReader) throws(WireError) {
    sequence = try message.value("sequence")
    wallMicroseconds = try message.value("wallMicroseconds")
    decision = try Decision(message)
  }

  var members: [(key: String, value: JSON?)] {
    [("sequence", sequence.json), ("wallMicroseconds", wallMicroseconds.json)] + decision.members
  }
}

/// Which work it is: `{"task": "com.example.mail.refresh"}`, `{"fetch": true}` or `{"job": "3"}`.
extension Activity: WireObject {
  static let keys = ["task", "fetch", "job", "transfer"]

  init(_ message: ParameterReader) throws(WireError) {
    if let identifier: String = try message.optional("task") {
      self = .task(identifier: identifier)
    } else if try message.optional("fetch") == true {
      self = .fetch
    } else if let transfer: TransferIdentifier = try message.optional("transfer") {
      self = .transfer(transfer)
    } else {
      self = .job(try message.value("job"))
    }
  }

  var members: [(key: String, value: JSON?)] {
    switch self {
    case .task(let identifier): [("task", identifier.json)]
    case .fetch: [("fetch", true.json)]
    case .job(let job): [("job", job.json)]
    case .transfer(let transfer): [("transfer", transfer.json)]
    }
  }
}

/// A name with the members that belong to it beside it, so that a program in a language without enums with
/// payloads reads it as it is.
extension Decision.Action: WireObject {
  static let keys = [
    "name", "destination", "wakeReason", "task", "taskName", "end", "activity", "result", "use",
    "notification", "remaining", "lengthMicroseconds",
  ]

  init(_ message: ParameterReader) throws(WireError) {
    let name: Control.ActionName = try message.value("name")
    switch name {
    case .install: self = .install
    case .remove: self = .remove
    case .launch:
      let destination: Control.LaunchDestination = try message.value("destination")
      switch destination {
      case .foreground: self = .launch(.foreground)
      case .background: self = .launch(.background(try message.value("wakeReason")))
      }
    case .moveToForeground: self = .moveToForeground
    case .moveToBackground: self = .moveToBackground
    case .freeze: self = .freeze
    case .thaw: self = .thaw
    case .end: self = .end(try message.value("end"))
    case .endCommand:
      self = .endCommand(try message.value("end"), remaining: try message.value("remaining"))
    case .beginTask:
      self = .beginTask(task: try message.value("task"), name: try message.optional("taskName"))
    case .endTask:
      self = .endTask(task: try message.value("task"), name: try message.optional("taskName"))
    case .expireTask:
      self = .expireTask(task: try message.value("task"), name: try message.optional("taskName"))
    case .wake: self = .wake(try message.value("wakeReason"))
    case .endUse: self = .endUse(try message.value("use"))
    case .warnOfMemory: self = .warnOfMemory
    case .pageOut: self = .pageOut
    case .exempt: self = .exempt
    case .endExemption: self = .endExemption
    case .changeSettings: self = .changeSettings
    case .submit: self = .submit(try message.value("activity"))
    case .cancel: self = .cancel(try message.value("activity"))
    case .run: self = .run(try message.value("activity"))
    case .expire: self = .expire(try message.value("activity"))
    case .finish:
      self = .finish(try message.value("activity"), try message.value("result"))
    case .schedule: self = .schedule(notification: try message.value("notification"))
    case .show: self = .show(notification: try message.value("notification"))
    case .sleep: self = .sleep(try message.value("lengthMicroseconds"))
    case .sleepAgain: self = .sleepAgain
    }
  }

  private var name: Control.ActionName {
    switch self {
    case .install: .install
    case .remove: .remove
    case .launch: .launch
    case .moveToForeground: .moveToForeground
    case .moveToBackground: .moveToBackground
    case .freeze: .freeze
    case .thaw: .thaw
    case .end: .end
    case .endCommand: .endCommand
    case .beginTask: .beginTask
    case .endTask: .endTask
    case .expireTask: .expireTask
    case .wake: .wake
    case .endUse: .endUse
    case .warnOfMemory: .warnOfMemory
    case .pageOut: .pageOut
    case .exempt: .exempt
    case .endExemption: .endExemption
    case .changeSettings: .changeSettings
    case .submit: .submit
    case .cancel: .cancel
    case .run: .run
    case .expire: .expire
    case .finish: .finish
    case .schedule: .schedule
    case .show: .show
    case .sleep: .sleep
    case .sleepAgain: .sleepAgain
    }
  }

  var members: [(key: String, value: JSON?)] { [("name", name.json)] + fields }

  private var fields: [(key: String, value: JSON?)] {
    switch self {
    case .launch(.foreground): [("destination", Control.LaunchDestination.foreground.json)]
    case .launch(.background(let reason)):
      [
        ("destination", Control.LaunchDestination.background.json), ("wakeReason", reason.json),
      ]
    case .end(let reason): [("end", reason.json)]
    case .endCommand(let reason, let remaining):
      [("end", reason.json), ("remaining", remaining.json)]
    case .beginTask(let task, let name), .endTask(let task, let name),
      .expireTask(let task, let name):
      [("task", task.json), ("taskName", name?.json)]
    case .wake(let reason): [("wakeReason", reason.json)]
    case .endUse(let use): [("use", use.json)]
    case .submit(let activity), .cancel(let activity), .run(let activity), .expire(let activity):
      [("activity", activity.json)]
    case .finish(let activity, let result):
      [("activity", activity.json), ("result", result.json)]
    case .sleep(let length): [("lengthMicroseconds", length.json)]
    case .schedule(let notification), .show(let notification):
      [("notification", notification.json)]
    case .install, .remove, .moveToForeground, .moveToBackground, .freeze, .thaw, .warnOfMemory,
      .pageOut, .exempt, .endExemption, .changeSettings, .sleepAgain:
      []
    }
  }
}
