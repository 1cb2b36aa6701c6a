import TorporModel
import TorporText
import TorporWire

/// The conditions of `torpor when` as they were typed; turned into a request in one place, so that
/// every mistake is found before the daemon is asked.
struct JobArguments {
  // Shape: one property for each option of the command.
  var power: String?
  var battery: String?
  var network: String?
  var idle: String?
  var isCool = false
  var disk: String?
  var at: String?
  var every: String?
  var notBefore: String?
  var deadline: String?
  var retries: String?
  var backoff: String?
  var timeout: String?
  var onFailure: String?
  var name: String?
  var conflicts: [JobRequest.Conflict] = []
  var pauses = false

  /// What is asked for, but for `--after` and `--after-any`, whose jobs the daemon knows.
  ///
  /// - Throws: `CommandFailure.usage` naming the option, what it was given and what it takes.
  func request(
    command: [String],
    at now: Int64,
    in zone: LocalZone
  ) throws(CommandFailure) -> JobRequest {
    let request = JobRequest(
      name: try checkedName(),
      conflict: try conflict(),
      command: ShellWords.line(command, bytesMax: JobSubmission.commandBytesMax),
      needs: try needs(),
      schedule: try schedule(at: now, in: zone),
      retries: try retryPolicy(),
      timeout: try OptionValue.length("--timeout", timeout),
      whenLost: pauses ? .pause : .expire,
      onFailure: try failureCommand()
    )
    try check(request)
    return request
  }

  private func needs() throws(CommandFailure) -> JobNeeds {
    JobNeeds(
      externalPower: try choice("--power", power, among: ["ac"]) != nil,
      batteryPercentMin: try batteryPercent(),
      network: try choice("--network", network, among: JobNetwork.allCases.map(\.rawValue))
        .flatMap(JobNetwork.init(rawValue:)) ?? .notNeeded,
      idle: try OptionValue.length("--idle", idle),
      isCool: isCool,
      freeBytesMin: try freeBytes()
    )
  }

  private func schedule(
    at now: Int64,
    in zone: LocalZone
  ) throws(CommandFailure) -> JobSchedule {
    var schedule = JobSchedule()
    if let at { schedule.at = try CalendarArgument.parse(at, of: "--at") }
    if let every { schedule.every = try CalendarArgument.parse(every, of: "--every") }
    let earliest = try OptionValue.moment("--not-before", notBefore, at: now, in: zone)
    let latest = try OptionValue.moment("--deadline", deadline, at: now, in: zone)
    if let latest, let deadline, latest <= now {
      throw .usage("--deadline '\(deadline)' has passed. Choose a time in the future, such as +8h.")
    }
    if let earliest, let latest, let notBefore, let deadline, latest < earliest {
      throw .usage(
        "--deadline '\(deadline)' comes before --not-before '\(notBefore)', so there is no time left "
          + "to run in. Give a later deadline."
      )
    }
    schedule.notBeforeUnixNanoseconds = try earliest.map(JobArguments.nanoseconds)
    schedule.deadlineUnixNanoseconds = try latest.map(JobArguments.nanoseconds)
    return schedule
  }

  private func retryPolicy() throws(CommandFailure) -> RetryPolicy {
    var policy = RetryPolicy()
    if let retries {
      guard let count = Int(retries), Control.SubmitJob.retriesMaxRange.contains(count) else {
        throw .usage(
          "--retries takes a number from 0 to \(Control.SubmitJob.retriesMaxRange.upperBound), not '\(retries)'."
        )
      }
      policy.countMax = count
    }
    if let backoff = try OptionValue.length("--backoff", backoff) { policy.backoff = backoff }
    return policy
  }

  /// What does not go together.
  private func check(_ request: JobRequest) throws(CommandFailure) {
    let schedule = request.schedule
    if schedule.at != nil, schedule.every != nil {
      throw .usage(
        "--at and --every cannot be combined: one runs once, the other repeats."
      )
    }
    if schedule.every != nil, schedule.deadlineUnixNanoseconds != nil {
      throw .usage(
        "--every and --deadline cannot be combined: after the deadline no condition would hold any "
          + "of its runs back."
      )
    }
    if backoff != nil, request.retries.countMax == 0 {
      throw .usage("--backoff is how long a retry waits, so it needs --retries N.")
    }
    if pauses, request.needs == JobNeeds() {
      throw .usage(
        "--pause freezes the command while a condition does not hold, and there is none. Give one of "
          + "--power, --battery, --network, --idle, --cool or --disk."
      )
    }
  }

  // MARK: Single options

  private func checkedName() throws(CommandFailure) -> String? {
    guard let name else { return nil }
    guard JobName.isValid(name) else {
      throw .usage(
        "--name takes 1 to \(JobName.bytesMax) letters, digits, '.', '-' and '_', and not only digits, because a "
          + "number names a job by its number; not '\(Printable.line(name))'."
      )
    }
    return name
  }

  private func conflict() throws(CommandFailure) -> JobRequest.Conflict {
    guard let first = conflicts.first else { return .refuse }
    if conflicts.count > 1 {
      let options = conflicts.map { "--\($0.rawValue)" }.joined(separator: " and ")
      throw .usage("\(options) cannot be combined: each says what happens when the name is taken.")
    }
    if name == nil {
      throw .usage(
        "--\(first.rawValue) is about another job of the same name, so it needs --name NAME."
      )
    }
    return first
  }

  private func failureCommand() throws(CommandFailure) -> String? {
    guard let onFailure else { return nil }
    guard onFailure.contains(where: { !$0.isWhitespace }) else {
      throw .usage("--on-failure takes a command, as in --on-failure 'mail -s failed me'.")
    }
    guard onFailure.utf8.count <= JobSubmission.commandBytesMax else {
      throw .usage(
        "--on-failure takes at most \(JobSubmission.commandBytesMax) bytes, not "
          + "\(onFailure.utf8.count). Put the command into a file."
      )
    }
    return onFailure
  }

  private func batteryPercent() throws(CommandFailure) -> Int? {
    guard let battery else { return nil }
    let digits = battery.hasSuffix("%") ? String(battery.dropLast()) : battery
    guard let percent = Int(digits), (1...100).contains(percent) else {
      throw .usage("--battery takes a percentage from 1 to 100, not '\(battery)'.")
    }
    return percent
  }

  private func freeBytes() throws(CommandFailure) -> Int64? {
    guard let disk else { return nil }
    if let bytes = SizeArgument.parse(disk) { return bytes }
    let isNumber = !disk.isEmpty && disk.utf8.allSatisfy { (48...57).contains($0) }
    throw .usage(
      "--disk takes a size such as 500MB, 5GB or 2GiB, not '\(disk)'."
        + Spelling.hint(isNumber ? disk + "GB" : nil)
    )
  }

  private func choice(
    _ option: String,
    _ text: String?,
    among allowed: [String]
  ) throws(CommandFailure) -> String? {
    guard let text else { return nil }
    if allowed.contains(text) { return text }
    throw .usage(
      "\(option) cannot be '\(text)'. Allowed: \(allowed.joined(separator: ", "))."
        + Spelling.hint(for: text, among: allowed)
    )
  }

  private static func nanoseconds(_ seconds: Int64) throws(CommandFailure) -> Int64 {
    let (nanoseconds, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    // Dates end with the year 2199 and lengths are what a person types; 292 years from 1970 is 2262.
    if overflowed { throw .usage("A time lies beyond the year 2262. Give an earlier one.") }
    return nanoseconds
  }
}
