import TorporModel

/// A decision with its place in the ledger, as it stands on the wire.
///
/// The action is a name with the fields that belong to it beside it, so that a program in a language
/// without enums with payloads reads it as it is.
struct DecisionMessage: Codable {
  var sequence: String
  var atMicroseconds: Int64
  var wallMicroseconds: Int64
  var app: AppIdentifier?
  var launch: IdentifierText<LaunchIdentifier>?
  var action: ActionMessage
  var verdict: Decision.Verdict
  var conditions: [ConditionMessage]

  init(_ logged: LoggedDecision) {
    sequence = String(logged.sequence)
    atMicroseconds = logged.decision.at.microseconds
    wallMicroseconds = logged.wallMicroseconds
    app = logged.decision.app
    launch = logged.decision.launch.map { IdentifierText($0) }
    action = ActionMessage(logged.decision.action)
    verdict = logged.decision.verdict
    conditions = logged.decision.conditions.map(ConditionMessage.init)
  }

  var logged: LoggedDecision {
    LoggedDecision(
      sequence: UInt64(sequence) ?? 0,
      wallMicroseconds: wallMicroseconds,
      decision: Decision(
        at: Instant(microseconds: atMicroseconds),
        app: app,
        launch: launch?.identifier,
        action: action.action,
        verdict: verdict,
        because: conditions.map(\.condition)
      )
    )
  }
}

/// One condition as it stands on the wire.
struct ConditionMessage: Codable {
  var reason: Reason
  var holds: Bool
  var sinceMicroseconds: Int64?
  var untilMicroseconds: Int64?
  var subject: String?

  init(_ condition: Condition) {
    reason = condition.reason
    holds = condition.holds
    sinceMicroseconds = condition.since?.microseconds
    untilMicroseconds = condition.until?.microseconds
    subject = condition.subject
  }

  var condition: Condition {
    Condition(
      reason,
      holds: holds,
      since: sinceMicroseconds.map(Instant.init(microseconds:)),
      until: untilMicroseconds.map(Instant.init(microseconds:)),
      subject: subject
    )
  }
}

/// What was decided about: a name, and the fields that belong to it.
struct ActionMessage: Codable {
  let action: Decision.Action

  private enum CodingKeys: CodingKey {
    case name, destination, wakeReason, task, taskName, end, activity, result, use, notification
    case remaining, lengthMicroseconds
  }

  init(_ action: Decision.Action) { self.action = action }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .name)
    action =
      switch name {
      case "install": .install
      case "endUse": .endUse(try container.decode(BackgroundUse.self, forKey: .use))
      case "remove": .remove
      case "launch": .launch(try Self.destination(container))
      case "moveToForeground": .moveToForeground
      case "moveToBackground": .moveToBackground
      case "freeze": .freeze
      case "thaw": .thaw
      case "end": .end(try container.decode(EndReasonMessage.self, forKey: .end).reason)
      case "endCommand":
        .endCommand(
          try container.decode(EndReasonMessage.self, forKey: .end).reason,
          remaining: try container.decode(Int.self, forKey: .remaining)
        )
      case "beginTask":
        .beginTask(task: try Self.task(container), name: try Self.taskName(container))
      case "endTask": .endTask(task: try Self.task(container), name: try Self.taskName(container))
      case "expireTask":
        .expireTask(task: try Self.task(container), name: try Self.taskName(container))
      case "wake": .wake(try container.decode(WakeReason.self, forKey: .wakeReason))
      case "warnOfMemory": .warnOfMemory
      case "pageOut": .pageOut
      case "exempt": .exempt
      case "endExemption": .endExemption
      case "changeSettings": .changeSettings
      case "submit": .submit(try Self.activity(container))
      case "cancel": .cancel(try Self.activity(container))
      case "run": .run(try Self.activity(container))
      case "expire": .expire(try Self.activity(container))
      case "finish":
        .finish(
          try Self.activity(container),
          try container.decode(CompletionResult.self, forKey: .result)
        )
      case "schedule":
        .schedule(notification: try container.decode(String.self, forKey: .notification))
      case "sleep":
        .sleep(.microseconds(try container.decode(Int64.self, forKey: .lengthMicroseconds)))
      case "sleepAgain": .sleepAgain
      case "show": .show(notification: try container.decode(String.self, forKey: .notification))
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .name,
          in: container,
          debugDescription: "'\(name)' is not an action"
        )
      }
  }

  private typealias Container = KeyedDecodingContainer<CodingKeys>

  private static func destination(_ container: Container) throws -> LaunchDestination {
    guard try container.decode(String.self, forKey: .destination) == "background" else {
      return .foreground
    }
    return .background(try container.decode(WakeReason.self, forKey: .wakeReason))
  }

  private static func task(_ container: Container) throws -> BackgroundTaskIdentifier {
    try container.decode(IdentifierText<BackgroundTaskIdentifier>.self, forKey: .task).identifier
  }

  private static func taskName(_ container: Container) throws -> String? {
    try container.decodeIfPresent(String.self, forKey: .taskName)
  }

  private static func activity(_ container: Container) throws -> Activity {
    try container.decode(ActivityNameMessage.self, forKey: .activity).activity
  }

  private var name: String {
    switch action {
    case .install: "install"
    case .remove: "remove"
    case .launch: "launch"
    case .moveToForeground: "moveToForeground"
    case .moveToBackground: "moveToBackground"
    case .freeze: "freeze"
    case .thaw: "thaw"
    case .end: "end"
    case .endCommand: "endCommand"
    case .beginTask: "beginTask"
    case .endTask: "endTask"
    case .expireTask: "expireTask"
    case .wake: "wake"
    case .endUse: "endUse"
    case .warnOfMemory: "warnOfMemory"
    case .pageOut: "pageOut"
    case .exempt: "exempt"
    case .endExemption: "endExemption"
    case .changeSettings: "changeSettings"
    case .submit: "submit"
    case .cancel: "cancel"
    case .run: "run"
    case .expire: "expire"
    case .finish: "finish"
    case .schedule: "schedule"
    case .show: "show"
    case .sleep: "sleep"
    case .sleepAgain: "sleepAgain"
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    switch action {
    case .launch(.foreground): try container.encode("foreground", forKey: .destination)
    case .launch(.background(let reason)):
      try container.encode("background", forKey: .destination)
      try container.encode(reason, forKey: .wakeReason)
    case .end(let reason): try container.encode(EndReasonMessage(reason), forKey: .end)
    case .endCommand(let reason, let remaining):
      try container.encode(EndReasonMessage(reason), forKey: .end)
      try container.encode(remaining, forKey: .remaining)
    case .beginTask(let task, let name), .endTask(let task, let name),
      .expireTask(let task, let name):
      try container.encode(IdentifierText(task), forKey: .task)
      try container.encodeIfPresent(name, forKey: .taskName)
    case .wake(let reason): try container.encode(reason, forKey: .wakeReason)
    case .endUse(let use): try container.encode(use, forKey: .use)
    case .submit(let activity), .cancel(let activity), .run(let activity), .expire(let activity):
      try container.encode(ActivityNameMessage(activity), forKey: .activity)
    case .finish(let activity, let result):
      try container.encode(ActivityNameMessage(activity), forKey: .activity)
      try container.encode(result, forKey: .result)
    case .sleep(let length):
      try container.encode(length.microseconds, forKey: .lengthMicroseconds)
    case .schedule(let notification), .show(let notification):
      try container.encode(notification, forKey: .notification)
    case .install, .remove, .moveToForeground, .moveToBackground, .freeze, .thaw, .warnOfMemory,
      .pageOut, .exempt, .endExemption, .changeSettings, .sleepAgain:
      break
    }
  }
}
