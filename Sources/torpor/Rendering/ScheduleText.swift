import TorporModel
import TorporText

/// What a job was asked to do and when, a line for each thing.
enum ScheduleText {
  static func lines(_ request: JobRequest, _ clock: WallClock) -> [String] {
    let schedule = request.schedule
    var lines: [String] = []
    if let every = schedule.every { lines.append("every \(every)") }
    if let at = schedule.at { lines.append("once at \(at)") }
    if let moment = schedule.notBeforeUnixNanoseconds {
      lines.append("not before \(text(moment, clock))")
    }
    if let moment = schedule.deadlineUnixNanoseconds {
      lines.append("deadline \(text(moment, clock)): then it runs without its conditions")
    }
    if !schedule.after.isEmpty {
      let jobs = schedule.after.map { "job \($0)" }.joinedAsClause()
      lines.append("after \(jobs) succeeded")
    }
    if !schedule.afterAny.isEmpty {
      let jobs = schedule.afterAny.map { "job \($0)" }.joinedAsClause()
      lines.append("after \(jobs) finished, successfully or not")
    }
    lines += needs(request)
    if let timeout = request.timeout {
      lines.append("stopped after \(Quantities.typed(timeout))")
    }
    if request.retries.countMax > 0 {
      let times = request.retries.countMax == 1 ? "once" : "\(request.retries.countMax) times"
      let backoff = Quantities.typed(request.retries.backoff)
      lines.append("retried at most \(times) when it fails, first after \(backoff)")
    }
    if let command = request.onFailure {
      lines.append("after permanent failure, run: " + Printable.line(command))
    }
    return lines.isEmpty ? ["at once"] : lines
  }

  private static func needs(_ request: JobRequest) -> [String] {
    let words = NeedText(needs: request.needs)
    var reasons: [Reason] = []
    if request.needs.externalPower { reasons.append(.externalPower) }
    if request.needs.batteryPercentMin != nil { reasons.append(.batteryLow) }
    if request.needs.network != .notNeeded { reasons.append(.network) }
    if request.needs.idle != nil { reasons.append(.deviceInUse) }
    if request.needs.isCool { reasons.append(.thermal) }
    if request.needs.freeBytesMin != nil { reasons.append(.storage) }
    guard !reasons.isEmpty else { return [] }
    let lost =
      switch request.whenLost {
      case .expire: "stopped when a condition is lost; runs again later"
      case .pause: "paused while a condition is missing"
      }
    return ["with " + reasons.map { words.noun($0) }.joinedAsClause(), lost]
  }

  private static func text(_ unixNanoseconds: Int64, _ clock: WallClock) -> String {
    clock.distance(toWallMicroseconds: unixNanoseconds / 1000)
  }
}
