import TorporCore
import TorporModel
import TorporWire

// What users ask about jobs: their own, or, for a client that speaks for the device, all.

extension ControlCalls {
  func submitJob(_ call: Incoming<Control.SubmitJob>) throws(WireError) -> [Submission] {
    let recipe = LaunchRecipe(
      executable: call.executable,
      arguments: call.arguments,
      environment: call.environment,
      workingDirectory: call.workingDirectory,
      userID: peer.userID,
      groupID: peer.groupID,
      context: facts.launchContext(peer)
    )
    try checkLength(of: recipe)
    var request = call.call.submission.request
    // A job waits only for jobs of its own owner: another user's jobs cannot be discovered by waiting for them.
    for name in call.after {
      let job = try resolveJob(name, ownOnly: true).job
      if !request.schedule.after.contains(job) { request.schedule.after.append(job) }
    }
    for name in call.afterAny {
      let job = try resolveJob(name, ownOnly: true).job
      if !request.schedule.afterAny.contains(job) { request.schedule.afterAny.append(job) }
    }
    let zone = try zone(of: request.schedule)
    let action = UserAction.submitJob(request, owner: peer.userID, zone: zone)
    let id = self.request(call) { [driver] (reply) throws(WireError) in
      guard case .job(let job, let isNew) = reply else { throw call.unanswered }
      let name = driver.device.jobs[job]?.name ?? job.description
      return Control.SubmitJob.Reply(job: job, name: name, isNew: isNew)
    }
    return [Submission(.user(action: action, id: id), recipe: recipe)]
  }

  /// The rules of the one zone that the schedule names; `nil` where it names none.
  private func zone(of schedule: JobSchedule) throws(WireError) -> ZoneRules? {
    if let at = schedule.at?.zone, let every = schedule.every?.zone, at != every {
      throw .invalidParameter(parameter: "every")
    }
    if let name = schedule.at?.zone { return try rules(of: name, parameter: "at") }
    if let name = schedule.every?.zone { return try rules(of: name, parameter: "every") }
    return nil
  }

  private func rules(of name: ZoneName, parameter: String) throws(WireError) -> ZoneRules? {
    // UTC is known everywhere.
    if name == .utc { return nil }
    guard let rules = facts.zoneRules(name) else { throw .invalidParameter(parameter: parameter) }
    return rules
  }

  func cancelJob(_ call: Incoming<Control.CancelJob>) throws(WireError) -> [Submission] {
    act(.cancelJob(try resolveJob(call.job).job), call)
  }

  func runJobNow(_ call: Incoming<Control.RunJobNow>) throws(WireError) -> [Submission] {
    act(.runJobNow(try resolveJob(call.job).job), call)
  }

  func removeJob(_ call: Incoming<Control.RemoveJob>) throws(WireError) -> [Submission] {
    act(.removeJob(try resolveJob(call.job).job), call)
  }

  /// The job that a person means by a name or a number, among those the peer may ask for.
  ///
  /// The peer's own come first; a name that jobs of several others have names none of them.
  func resolveJob(
    _ text: String,
    ownOnly: Bool = false
  ) throws(WireError) -> JobRecord {
    let jobs = driver.device.jobs
    let isVisible = { (record: JobRecord) in
      record.ownerUserID == peer.userID || (permission.mayChangeDevice && !ownOnly)
    }
    if let number = JobIdentifier(text), let record = jobs[number], isVisible(record) {
      return record
    }
    if let own = jobs.job(named: text, ofUser: peer.userID).flatMap({ jobs[$0] }) {
      return own
    }
    let visible = jobs.records.filter(isVisible)
    let named = visible.filter { $0.name == text }
    if let last = named.last, named.allSatisfy({ $0.ownerUserID == last.ownerUserID }) {
      return last
    }
    throw .refused(.unknownJob(name: text, similar: similarNames(to: text, in: visible)))
  }

  /// At most three names that hold the text, or that it holds.
  private func similarNames(to text: String, in records: [JobRecord]) -> [String] {
    let wanted = text.lowercased()
    var names: [String] = []
    guard !wanted.isEmpty else { return names }
    for record in records.reversed() where names.count < 3 {
      let name = record.name.lowercased()
      guard !names.contains(record.name), name.holds(wanted) || wanted.holds(name) else {
        continue
      }
      names.append(record.name)
    }
    return names
  }

  func listJobs(_ call: Incoming<Control.ListJobs>) -> [Submission] {
    ask(call) { () throws(WireError) in
      guard let name = call.job else { return jobs(after: call.after) }
      let status = driver.device.jobStatus(of: try resolveJob(name).job, at: driver.now())
      return Control.ListJobs.Reply(jobs: status.map { [$0] } ?? [])
    }
  }

  private func jobs(after: JobIdentifier?) -> Control.ListJobs.Reply {
    let now = driver.now()
    var page: [JobStatus] = []
    for record in driver.device.jobs.records {
      if let after, record.job <= after { continue }
      guard permission.mayChangeDevice || record.ownerUserID == peer.userID else { continue }
      guard page.count < Self.jobsOfPage else {
        return Control.ListJobs.Reply(jobs: page, next: page.last?.job)
      }
      if let status = driver.device.jobStatus(of: record.job, at: now) { page.append(status) }
    }
    return Control.ListJobs.Reply(jobs: page)
  }

  func jobOutput(_ call: Incoming<Control.JobOutput>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let record = try resolveJob(call.job)
      do throws(JobOutputFailure) {
        let piece = try driver.output(
          of: record,
          offset: call.offset,
          lengthMax: Self.length(call.lengthMax)
        )
        return Control.JobOutput.Reply(
          bytes: piece.bytes,
          offset: piece.offset,
          total: piece.total,
          isRunning: record.run != nil || piece.isBeingWritten
        )
      } catch {
        throw WireError(error)
      }
    }
  }

  /// What an app has printed, or a command that has ended since.
  func appOutput(_ call: Incoming<Control.AppOutput>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let candidates: [AppIdentifier]
      do throws(WireError) {
        candidates = [try resolve(call.app)]
      } catch {
        guard error.isUnknownApp else { throw error }
        // A command that has ended is known by its identifier alone.
        candidates = [call.app, "run." + call.app].compactMap { AppIdentifier($0) }
        if candidates.isEmpty { throw error }
      }
      for app in candidates {
        let userID = driver.owner(of: app) ?? peer.userID
        guard permission.mayChangeDevice || userID == peer.userID else { continue }
        if let output = try output(of: app, ofUser: userID, call.call) { return output }
      }
      if let app = candidates.first, driver.device.apps[app] != nil {
        return Control.JobOutput.Reply(bytes: [], offset: 0, total: 0, isRunning: false)
      }
      // Says which apps come near.
      _ = try resolve(call.app)
      throw .refused(.unknownApp(name: call.app, similar: []))
    }
  }

  private func output(
    of app: AppIdentifier,
    ofUser userID: UInt32,
    _ call: Control.AppOutput
  ) throws(WireError) -> Control.AppOutput.Reply? {
    do throws(JobOutputFailure) {
      let piece = try driver.output(
        of: app,
        ofUser: userID,
        offset: call.offset,
        lengthMax: Self.length(call.lengthMax)
      )
      return piece.map {
        Control.AppOutput.Reply(
          bytes: $0.bytes,
          offset: $0.offset,
          total: $0.total,
          isRunning: $0.isBeingWritten
        )
      }
    } catch {
      throw WireError(error)
    }
  }

  private static func length(_ asked: Int?) -> Int {
    min(asked ?? .max, Control.JobOutput.lengthMaxMax)
  }

  /// How many jobs one answer holds.
  ///
  /// 100: the longest command, a full history and every condition are less than 10 KiB, and a message
  /// has 1 MiB. Our choice.
  private static let jobsOfPage = 100
}

extension WireError {
  /// What a caller is told of output that cannot be read.
  fileprivate init(_ failure: JobOutputFailure) {
    self = .storageFailed(
      operation: "read",
      path: failure.path,
      cause: failure.cause,
      isDiskFull: false
    )
  }
}
