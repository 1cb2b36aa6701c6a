// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

extension Control {
  /// Returns the status of an app and the latest decisions about it, oldest first.
  package struct Why: WireCall {
    package static let method = "io.torpor.Control.Why"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String

    package init(
      app: String
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Why`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var app: AppStatus
      package var decisions: [LoggedDecision]

      package init(
        app: AppStatus,
        decisions: [LoggedDecision]
      ) {
        self.app = app
        self.decisions = decisions
      }

      package static let keys = ["app", "decisions"]

      package init(_ message: ParameterReader) throws(WireError) {
        app = try message.value("app")
        decisions = try message.value("decisions")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("app", app.json),
          ("decisions", decisions.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the newest decisions after a row of the ledger, oldest first; with `follow`,
  /// which needs `more`, also each later decision as it is made, until the connection ends.
  package struct Log: WireCall {
    package static let method = "io.torpor.Control.Log"
    package static let wantsMore = true
    package var permission: CallPermission { .user }
    package var app: String?
    package var after: UInt64
    package var before: UInt64?
    package var countMax: Int?
    package var follows: Bool

    // What the interface allows.
    package static let countMaxRange: ClosedRange<Int> = 0 ... .max

    package init(
      app: String? = nil,
      after: UInt64 = 0,
      before: UInt64? = nil,
      countMax: Int? = nil,
      follows: Bool = false
    ) {
      self.app = app
      self.after = after
      self.before = before
      self.countMax = countMax
      self.follows = follows
    }

    package static let keys = ["app", "after", "before", "count", "follow"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app")
      after = try message.optional("after") ?? 0
      before = try message.optional("before")
      countMax = try message.optional("count", in: Self.countMaxRange)
      follows = try message.optional("follow") ?? false
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json),
        ("after", after == 0 ? nil : after.json),
        ("before", before?.json),
        ("count", countMax?.json),
        ("follow", follows == false ? nil : follows.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Log`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var decisions: [LoggedDecision]
      package var earlier: UInt64?

      package init(
        decisions: [LoggedDecision],
        earlier: UInt64? = nil
      ) {
        self.decisions = decisions
        self.earlier = earlier
      }

      package static let keys = ["decisions", "earlier"]

      package init(_ message: ParameterReader) throws(WireError) {
        decisions = try message.value("decisions")
        earlier = try message.optional("earlier")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("decisions", decisions.json),
          ("earlier", earlier?.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Answers a frequent question about an app, by the name of the question, such as
  /// refreshNeverRan; without one, all questions that the app gives rise to.
  package struct Diagnose: WireCall {
    package static let method = "io.torpor.Control.Diagnose"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String
    package var question: Question?

    package init(
      app: String,
      question: Question? = nil
    ) {
      self.app = app
      self.question = question
    }

    package static let keys = ["app", "question"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
      question = try message.optional("question")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json),
        ("question", question?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Diagnose`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var answers: [Diagnosis]

      package init(
        answers: [Diagnosis]
      ) {
        self.answers = answers
      }

      package static let keys = ["answers"]

      package init(_ message: ParameterReader) throws(WireError) {
        answers = try message.value("answers")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("answers", answers.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns what apps used in the last hours, including the current one, on and off screen,
  /// hour by hour; for a single app also its receipts.
  package struct DescribeBattery: WireCall {
    package static let method = "io.torpor.Control.DescribeBattery"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String?
    package var hours: Int?

    // What the interface allows.
    package static let hoursRange: ClosedRange<Int> = 1...240

    package init(
      app: String? = nil,
      hours: Int? = nil
    ) {
      self.app = app
      self.hours = hours
    }

    package static let keys = ["app", "hours"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app")
      hours = try message.optional("hours", in: Self.hoursRange)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json),
        ("hours", hours?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `DescribeBattery`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var battery: BatteryStatus

      package init(
        battery: BatteryStatus
      ) {
        self.battery = battery
      }

      package static let keys = ["battery"]

      package init(_ message: ParameterReader) throws(WireError) {
        battery = try message.value("battery")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("battery", battery.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the advice that the figures of the last 24 hours support, and no other.
  package struct GetAdvice: WireCall {
    package static let method = "io.torpor.Control.GetAdvice"
    package static let wantsMore = false
    package var permission: CallPermission { .user }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `GetAdvice`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var advice: [AdviceRow]
      package var apps: Int
      package var begin: Instant
      package var at: Instant

      package init(
        advice: [AdviceRow],
        apps: Int,
        begin: Instant,
        at: Instant
      ) {
        self.advice = advice
        self.apps = apps
        self.begin = begin
        self.at = at
      }

      package static let keys = ["advice", "apps", "beginMicroseconds", "atMicroseconds"]

      package init(_ message: ParameterReader) throws(WireError) {
        advice = try message.value("advice")
        apps = try message.value("apps")
        begin = try message.value("beginMicroseconds")
        at = try message.value("atMicroseconds")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("advice", advice.json),
          ("apps", apps.json),
          ("beginMicroseconds", begin.json),
          ("atMicroseconds", at.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }
}
