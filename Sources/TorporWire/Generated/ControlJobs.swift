// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

extension Control {
  /// Submits a command that waits for its conditions, and outlives the caller, the daemon and
  /// the machine's restarts.
  package struct SubmitJob: WireCall {
    package static let method = "io.torpor.Control.SubmitJob"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var name: String?
    package var conflict: JobRequest.Conflict?
    package var command: String
    package var externalPower: Bool
    package var batteryPercentMin: Int?
    package var network: JobNetwork?
    package var idle: Duration?
    package var isCool: Bool
    package var freeBytesMin: Int64?
    package var at: CalendarExpression?
    package var every: CalendarExpression?
    package var notBeforeWallMicroseconds: Int64?
    package var deadlineWallMicroseconds: Int64?
    package var after: [String]
    package var afterAny: [String]
    package var retriesMax: Int?
    package var backoff: Duration?
    package var timeout: Duration?
    package var whenLost: JobRequest.LossPolicy?
    package var onFailure: String?
    package var executable: String
    package var arguments: [String]
    package var environment: [String]
    package var workingDirectory: String

    // What the interface allows.
    package static let batteryPercentMinRange: ClosedRange<Int> = 0...100
    package static let idleMicroseconds: ClosedRange<Int64> = 1 ... .max
    package static let freeBytesMinRange: ClosedRange<Int64> = 0 ... .max
    package static let afterCount: ClosedRange<Int> = 0...64
    package static let afterAnyCount: ClosedRange<Int> = 0...64
    package static let retriesMaxRange: ClosedRange<Int> = 0...1000000
    package static let backoffMicroseconds: ClosedRange<Int64> = 1 ... .max
    package static let timeoutMicroseconds: ClosedRange<Int64> = 1 ... .max

    package init(
      name: String? = nil,
      conflict: JobRequest.Conflict? = nil,
      command: String,
      externalPower: Bool = false,
      batteryPercentMin: Int? = nil,
      network: JobNetwork? = nil,
      idle: Duration? = nil,
      isCool: Bool = false,
      freeBytesMin: Int64? = nil,
      at: CalendarExpression? = nil,
      every: CalendarExpression? = nil,
      notBeforeWallMicroseconds: Int64? = nil,
      deadlineWallMicroseconds: Int64? = nil,
      after: [String] = [],
      afterAny: [String] = [],
      retriesMax: Int? = nil,
      backoff: Duration? = nil,
      timeout: Duration? = nil,
      whenLost: JobRequest.LossPolicy? = nil,
      onFailure: String? = nil,
      executable: String,
      arguments: [String],
      environment: [String],
      workingDirectory: String
    ) {
      self.name = name
      self.conflict = conflict
      self.command = command
      self.externalPower = externalPower
      self.batteryPercentMin = batteryPercentMin
      self.network = network
      self.idle = idle
      self.isCool = isCool
      self.freeBytesMin = freeBytesMin
      self.at = at
      self.every = every
      self.notBeforeWallMicroseconds = notBeforeWallMicroseconds
      self.deadlineWallMicroseconds = deadlineWallMicroseconds
      self.after = after
      self.afterAny = afterAny
      self.retriesMax = retriesMax
      self.backoff = backoff
      self.timeout = timeout
      self.whenLost = whenLost
      self.onFailure = onFailure
      self.executable = executable
      self.arguments = arguments
      self.environment = environment
      self.workingDirectory = workingDirectory
    }

    package static let keys = [
      "name", "conflict", "command", "externalPower", "batteryPercentMin", "network",
      "idleMicroseconds", "isCool", "freeBytesMin", "at", "every", "notBeforeWallMicroseconds",
      "deadlineWallMicroseconds", "after", "afterAny", "retriesMax", "backoffMicroseconds",
      "timeoutMicroseconds", "whenLost", "onFailure", "executable", "arguments", "environment",
      "workingDirectory",
    ]

    package init(_ message: ParameterReader) throws(WireError) {
      name = try message.optional("name")
      conflict = try message.optional("conflict")
      command = try message.value("command")
      externalPower = try message.optional("externalPower") ?? false
      batteryPercentMin = try message.optional("batteryPercentMin", in: Self.batteryPercentMinRange)
      network = try message.optional("network")
      idle = try message.optional("idleMicroseconds", microseconds: Self.idleMicroseconds)
      isCool = try message.optional("isCool") ?? false
      freeBytesMin = try message.optional("freeBytesMin", in: Self.freeBytesMinRange)
      at = try message.optional("at")
      every = try message.optional("every")
      notBeforeWallMicroseconds = try message.optional("notBeforeWallMicroseconds")
      deadlineWallMicroseconds = try message.optional("deadlineWallMicroseconds")
      after = try message.optional("after", count: Self.afterCount) ?? []
      afterAny = try message.optional("afterAny", count: Self.afterAnyCount) ?? []
      retriesMax = try message.optional("retriesMax", in: Self.retriesMaxRange)
      backoff = try message.optional("backoffMicroseconds", microseconds: Self.backoffMicroseconds)
      timeout = try message.optional("timeoutMicroseconds", microseconds: Self.timeoutMicroseconds)
      whenLost = try message.optional("whenLost")
      onFailure = try message.optional("onFailure")
      executable = try message.value("executable")
      arguments = try message.value("arguments")
      environment = try message.value("environment")
      workingDirectory = try message.value("workingDirectory")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("name", name?.json),
        ("conflict", conflict?.json),
        ("command", command.json),
        ("externalPower", externalPower == false ? nil : externalPower.json),
        ("batteryPercentMin", batteryPercentMin?.json),
        ("network", network?.json),
        ("idleMicroseconds", idle?.json),
        ("isCool", isCool == false ? nil : isCool.json),
        ("freeBytesMin", freeBytesMin?.json),
        ("at", at?.json),
        ("every", every?.json),
        ("notBeforeWallMicroseconds", notBeforeWallMicroseconds?.json),
        ("deadlineWallMicroseconds", deadlineWallMicroseconds?.json),
        ("after", after == [] ? nil : after.json),
        ("afterAny", afterAny == [] ? nil : afterAny.json),
        ("retriesMax", retriesMax?.json),
        ("backoffMicroseconds", backoff?.json),
        ("timeoutMicroseconds", timeout?.json),
        ("whenLost", whenLost?.json),
        ("onFailure", onFailure?.json),
        ("executable", executable.json),
        ("arguments", arguments.json),
        ("environment", environment.json),
        ("workingDirectory", workingDirectory.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `SubmitJob`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var job: JobIdentifier
      package var name: String
      package var isNew: Bool

      package init(
        job: JobIdentifier,
        name: String,
        isNew: Bool
      ) {
        self.job = job
        self.name = name
        self.isNew = isNew
      }

      package static let keys = ["job", "name", "isNew"]

      package init(_ message: ParameterReader) throws(WireError) {
        job = try message.value("job")
        name = try message.value("name")
        isNew = try message.value("isNew")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("job", job.json),
          ("name", name.json),
          ("isNew", isNew.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the jobs that the caller may see, sorted by number, a page at a time: if there is
  /// a `next`, call again with it as `after`.
  package struct ListJobs: WireCall {
    package static let method = "io.torpor.Control.ListJobs"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var job: String?
    package var after: JobIdentifier?

    package init(
      job: String? = nil,
      after: JobIdentifier? = nil
    ) {
      self.job = job
      self.after = after
    }

    package static let keys = ["job", "after"]

    package init(_ message: ParameterReader) throws(WireError) {
      job = try message.optional("job")
      after = try message.optional("after")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("job", job?.json),
        ("after", after?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `ListJobs`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var jobs: [JobStatus]
      package var next: JobIdentifier?

      package init(
        jobs: [JobStatus],
        next: JobIdentifier? = nil
      ) {
        self.jobs = jobs
        self.next = next
      }

      package static let keys = ["jobs", "next"]

      package init(_ message: ParameterReader) throws(WireError) {
        jobs = try message.value("jobs")
        next = try message.optional("next")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("jobs", jobs.json),
          ("next", next?.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Cancels a job; one that is running is ended.
  package struct CancelJob: WireCall {
    package static let method = "io.torpor.Control.CancelJob"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var job: String

    package init(
      job: String
    ) {
      self.job = job
    }

    package static let keys = ["job"]

    package init(_ message: ParameterReader) throws(WireError) {
      job = try message.value("job")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("job", job.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Runs a job now, regardless of its conditions; a finished job is run again.
  package struct RunJobNow: WireCall {
    package static let method = "io.torpor.Control.RunJobNow"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var job: String

    package init(
      job: String
    ) {
      self.job = job
    }

    package static let keys = ["job"]

    package init(_ message: ParameterReader) throws(WireError) {
      job = try message.value("job")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("job", job.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Removes a finished job and its output; refused if another job waits for it.
  package struct RemoveJob: WireCall {
    package static let method = "io.torpor.Control.RemoveJob"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var job: String

    package init(
      job: String
    ) {
      self.job = job
    }

    package static let keys = ["job"]

    package init(_ message: ParameterReader) throws(WireError) {
      job = try message.value("job")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("job", job.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Returns what the runs of a job have printed, in Base64.
  package struct JobOutput: WireCall {
    package static let method = "io.torpor.Control.JobOutput"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var job: String
    package var offset: Int64
    package var lengthMax: Int?

    // What the interface allows.
    package static let lengthMaxRange: ClosedRange<Int> = 1 ... .max

    package init(
      job: String,
      offset: Int64 = 0,
      lengthMax: Int? = nil
    ) {
      self.job = job
      self.offset = offset
      self.lengthMax = lengthMax
    }

    package static let keys = ["job", "offset", "lengthMax"]

    package init(_ message: ParameterReader) throws(WireError) {
      job = try message.value("job")
      offset = try message.optional("offset") ?? 0
      lengthMax = try message.optional("lengthMax", in: Self.lengthMaxRange)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("job", job.json),
        ("offset", offset == 0 ? nil : offset.json),
        ("lengthMax", lengthMax?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `JobOutput`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var bytes: [UInt8]
      package var offset: Int64
      package var total: Int64
      package var isRunning: Bool

      package init(
        bytes: [UInt8],
        offset: Int64,
        total: Int64,
        isRunning: Bool
      ) {
        self.bytes = bytes
        self.offset = offset
        self.total = total
        self.isRunning = isRunning
      }

      package static let keys = ["data", "offset", "total", "isRunning"]

      package init(_ message: ParameterReader) throws(WireError) {
        bytes = try message.value("data")
        offset = try message.value("offset")
        total = try message.value("total")
        isRunning = try message.value("isRunning")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("data", bytes.json),
          ("offset", offset.json),
          ("total", total.json),
          ("isRunning", isRunning.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the same for an app that was started without streams: the last mebibyte.
  package struct AppOutput: WireCall {
    package static let method = "io.torpor.Control.AppOutput"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String
    package var offset: Int64
    package var lengthMax: Int?

    // What the interface allows.
    package static let lengthMaxRange: ClosedRange<Int> = 1 ... .max

    package init(
      app: String,
      offset: Int64 = 0,
      lengthMax: Int? = nil
    ) {
      self.app = app
      self.offset = offset
      self.lengthMax = lengthMax
    }

    package static let keys = ["app", "offset", "lengthMax"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
      offset = try message.optional("offset") ?? 0
      lengthMax = try message.optional("lengthMax", in: Self.lengthMaxRange)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json),
        ("offset", offset == 0 ? nil : offset.json),
        ("lengthMax", lengthMax?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = Control.JobOutput.Reply
  }
}
