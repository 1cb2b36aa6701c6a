import TorporModel

/// What was asked for stands beside what became of it.
extension JobStatus: WireObject {
  package static let keys = [
    "job", "name", "ownerUserID", "command", "conflict", "externalPower", "batteryPercentMin",
    "network", "idleMicroseconds", "isCool", "freeBytesMin", "at", "every",
    "notBeforeWallMicroseconds", "deadlineWallMicroseconds", "after", "afterAny", "retriesMax",
    "backoffMicroseconds", "timeoutMicroseconds", "whenLost", "onFailure",
    "submittedMicroseconds", "state", "launch", "conditions", "blocked", "forecast", "runs",
    "failedBefore", "failureRun",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      job: try message.value("job"),
      name: try message.value("name"),
      ownerUserID: try message.value("ownerUserID"),
      request: try JobRequest(message),
      submittedAt: try message.value("submittedMicroseconds"),
      state: try message.value("state"),
      launch: try message.optional("launch"),
      conditions: try message.value("conditions"),
      blocked: try message.value("blocked"),
      forecast: try message.value("forecast"),
      runs: try message.value("runs"),
      failedBefore: try message.optional("failedBefore"),
      failureRun: try message.optional("failureRun")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [("job", job.json), ("name", name.json), ("ownerUserID", ownerUserID.json)]
      + request.members + [
        ("submittedMicroseconds", submittedAt.json), ("state", state.json),
        ("launch", launch?.json), ("conditions", conditions.json), ("blocked", blocked.json),
        ("forecast", forecast.json), ("runs", runs.json), ("failedBefore", failedBefore?.json),
        ("failureRun", failureRun?.json),
      ]
  }
}

extension JobRequest {
  /// Its name is the job's, whether it was asked for or made.
  fileprivate init(_ message: ParameterReader) throws(WireError) {
    func nanoseconds(_ key: String) throws(WireError) -> Int64? {
      let length: Duration? = try message.optional(key)
      return length?.nanoseconds
    }
    self.init(
      name: try message.value("name"),
      conflict: try message.value("conflict"),
      command: try message.value("command"),
      needs: JobNeeds(
        externalPower: try message.value("externalPower"),
        batteryPercentMin: try message.optional("batteryPercentMin"),
        network: try message.value("network"),
        idle: try message.optional("idleMicroseconds"),
        isCool: try message.value("isCool"),
        freeBytesMin: try message.optional("freeBytesMin")
      ),
      schedule: JobSchedule(
        at: try message.optional("at"),
        every: try message.optional("every"),
        notBeforeUnixNanoseconds: try nanoseconds("notBeforeWallMicroseconds"),
        deadlineUnixNanoseconds: try nanoseconds("deadlineWallMicroseconds"),
        after: try message.value("after"),
        afterAny: try message.optional("afterAny") ?? []
      ),
      retries: RetryPolicy(
        countMax: try message.value("retriesMax"),
        backoff: try message.value("backoffMicroseconds")
      ),
      timeout: try message.optional("timeoutMicroseconds"),
      whenLost: try message.value("whenLost"),
      onFailure: try message.optional("onFailure")
    )
  }

  fileprivate var members: [(key: String, value: JSON?)] {
    [
      ("command", command.json), ("conflict", conflict.json),
      ("externalPower", needs.externalPower.json),
      ("batteryPercentMin", needs.batteryPercentMin?.json), ("network", needs.network.json),
      ("idleMicroseconds", needs.idle?.json), ("isCool", needs.isCool.json),
      ("freeBytesMin", needs.freeBytesMin?.json), ("at", schedule.at?.json),
      ("every", schedule.every?.json),
      ("notBeforeWallMicroseconds", schedule.notBeforeUnixNanoseconds.map { ($0 / 1000).json }),
      ("deadlineWallMicroseconds", schedule.deadlineUnixNanoseconds.map { ($0 / 1000).json }),
      ("after", schedule.after.json),
      ("afterAny", schedule.afterAny.isEmpty ? nil : schedule.afterAny.json),
      ("retriesMax", retries.countMax.json), ("backoffMicroseconds", retries.backoff.json),
      ("timeoutMicroseconds", timeout?.json), ("whenLost", whenLost.json),
      ("onFailure", onFailure?.json),
    ]
  }
}
