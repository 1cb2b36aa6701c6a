import TorporModel

@testable import TorporCore

extension TestDevice {
  /// 2026-11-21 20:00 UTC, a Saturday, in seconds since 1970.
  static let evening: Int64 = 1_795_291_200

  /// A device whose wall clock shows the evening at its start, in UTC, on battery and without network.
  static func inTheEvening() -> TestDevice {
    var device = TestDevice(.linux)
    device.setWallClock(to: evening)
    device.power(false)
    return device
  }

  mutating func setWallClock(to seconds: Int64) {
    tell(.wallClock(unixNanoseconds: seconds * 1_000_000_000))
  }

  mutating func power(_ isExternal: Bool, percent: Int = 80) {
    tell(.power(PowerState(isOnExternalPower: isExternal, batteryPercent: percent)))
  }

  /// Submits a job that must be accepted.
  mutating func submit(_ request: JobRequest, owner: UInt32 = 501) -> JobIdentifier {
    guard case .job(let job, _) = offer(request, owner: owner) else {
      return JobIdentifier(rawValue: 0)
    }
    return job
  }

  /// Submits a job and gives the answer.
  mutating func offer(_ request: JobRequest, owner: UInt32 = 501, zone: ZoneRules? = nil) -> Reply?
  {
    user(.submitJob(request, owner: owner, zone: zone))
  }

  func state(of job: JobIdentifier) -> JobState? { device.jobs[job]?.state }

  func status(of job: JobIdentifier) -> JobStatus? { device.jobStatus(of: job, at: now) }

  /// How the runs of the job ended so far.
  func ends(of job: JobIdentifier) -> [JobRunEnd?] { status(of: job)?.runs.map(\.end) ?? [] }

  /// When the runs of the job began.
  func begins(of job: JobIdentifier) -> [Instant] {
    status(of: job)?.runs.map(\.beganAt) ?? []
  }

  /// What stands in the way of the job.
  func blockers(of job: JobIdentifier) -> [Reason] {
    status(of: job)?.conditions.filter { !$0.holds }.map(\.reason) ?? []
  }

  /// The kernel reports the end of the job's process.
  mutating func exit(_ job: JobIdentifier, _ status: ExitStatus = .exited(status: 0)) {
    guard let launch = device.jobs[job]?.run?.launch else { return }
    feed(.process(launch: launch, event: .exited(status: status)))
  }

  /// Whether the job's process was asked to end.
  func wasAskedToEnd(_ job: JobIdentifier) -> Bool {
    log.contains { entry in
      guard case .requestTermination(let launch) = entry.effect else { return false }
      return status(of: job)?.runs.contains { $0.launch == launch } ?? false
    }
  }

  /// What the ledger says about the job, as sentences.
  func sentences(about job: JobIdentifier) -> [String] {
    log.compactMap { entry in
      guard case .record(let decision) = entry.effect, decision.app == JobRecord.app(of: job) else {
        return nil
      }
      return decision.sentence()
    }
  }
}

extension JobRequest {
  static func command(
    name: String? = nil,
    needs: JobNeeds = JobNeeds(),
    schedule: JobSchedule = JobSchedule()
  ) -> JobRequest {
    JobRequest(name: name, command: "backup /home", needs: needs, schedule: schedule)
  }

  static let onPower = JobRequest.command(needs: JobNeeds(externalPower: true))

  static func every(_ expression: String) throws -> JobRequest {
    .command(schedule: JobSchedule(every: try CalendarExpression(parsing: expression)))
  }
}
