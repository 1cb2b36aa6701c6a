import TorporCore
import TorporModel
import TorporWire

// What people ask about jobs: their own, or, for whoever speaks for the device, all.

extension SessionTable {
  func submit(
    _ wish: JobSubmission,
    _ permission: Permission,
    id: () -> RequestIdentifier
  ) throws(WireError) -> [Submission] {
    let peer = permission.peer
    let recipe = LaunchRecipe(
      executable: wish.executable,
      arguments: wish.arguments,
      environment: wish.environment,
      workingDirectory: wish.workingDirectory,
      userID: peer.userID,
      groupID: peer.groupID,
      context: facts.launchContext(peer)
    )
    try checkLength(of: recipe)
    var request = wish.request
    // A job waits for jobs of its own owner: nobody learns of another's by waiting for them.
    for name in wish.after {
      let job = try resolveJob(name, permission, ownOnly: true).job
      if !request.schedule.after.contains(job) { request.schedule.after.append(job) }
    }
    for name in wish.afterAny {
      let job = try resolveJob(name, permission, ownOnly: true).job
      if !request.schedule.afterAny.contains(job) { request.schedule.afterAny.append(job) }
    }
    let zone = try zone(of: request.schedule)
    let action = UserAction.submitJob(request, owner: peer.userID, zone: zone)
    return [Submission(.user(action: action, id: id()), recipe: recipe)]
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

  /// The job that a person means by a name or a number, among those the peer may ask for.
  ///
  /// The peer's own come first; a name that jobs of several others have names none of them.
  func resolveJob(
    _ text: String,
    _ permission: Permission,
    ownOnly: Bool = false
  ) throws(WireError) -> JobRecord {
    let jobs = driver.device.jobs
    let isVisible = { (record: JobRecord) in
      record.ownerUserID == permission.peer.userID || (permission.mayChangeDevice && !ownOnly)
    }
    if let number = JobIdentifier(text), let record = jobs[number], isVisible(record) {
      return record
    }
    if let own = jobs.job(named: text, ofUser: permission.peer.userID).flatMap({ jobs[$0] }) {
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

  func jobs(_ query: JobQuery, _ permission: Permission) throws(WireError) -> ControlResult {
    let now = driver.now()
    if let name = query.job {
      let job = try resolveJob(name, permission).job
      return .jobs([driver.device.jobStatus(of: job, at: now)].compactMap { $0 }, next: nil)
    }
    var page: [JobStatus] = []
    for record in driver.device.jobs.records {
      if let after = query.after, record.job <= after { continue }
      guard permission.mayChangeDevice || record.ownerUserID == permission.peer.userID else {
        continue
      }
      guard page.count < SessionTable.jobsOfPage else {
        return .jobs(page, next: page.last?.job)
      }
      if let status = driver.device.jobStatus(of: record.job, at: now) { page.append(status) }
    }
    return .jobs(page, next: nil)
  }

  func output(
    _ query: JobOutputQuery,
    _ permission: Permission
  ) throws(WireError) -> ControlResult {
    let record = try resolveJob(query.job, permission)
    do throws(JobOutputFailure) {
      let piece = try driver.output(
        of: record,
        offset: query.offset,
        lengthMax: query.lengthMax
      )
      return .jobOutput(
        JobOutput(
          bytes: piece.bytes,
          offset: piece.offset,
          total: piece.total,
          isRunning: record.run != nil || piece.isBeingWritten
        )
      )
    } catch {
      throw .storageFailed(
        operation: "read",
        path: error.path,
        cause: error.cause,
        isDiskFull: false
      )
    }
  }

  /// What an app has printed, or a command that has ended since.
  func output(
    _ query: AppOutputQuery,
    _ permission: Permission
  ) throws(WireError) -> ControlResult {
    let candidates: [AppIdentifier]
    do throws(WireError) {
      candidates = [try resolve(query.app, permission)]
    } catch {
      guard error.isUnknownApp else { throw error }
      // A command that has ended is known by its identifier alone.
      candidates = [query.app, "run." + query.app].compactMap { AppIdentifier($0) }
      if candidates.isEmpty { throw error }
    }
    for app in candidates {
      let userID = driver.owner(of: app) ?? permission.peer.userID
      guard permission.mayChangeDevice || userID == permission.peer.userID else { continue }
      if let output = try output(of: app, ofUser: userID, query) { return .jobOutput(output) }
    }
    if let app = candidates.first, driver.device.apps[app] != nil {
      return .jobOutput(JobOutput(bytes: [], offset: 0, total: 0, isRunning: false))
    }
    // Says which apps come near.
    _ = try resolve(query.app, permission)
    throw .refused(.unknownApp(name: query.app, similar: []))
  }

  private func output(
    of app: AppIdentifier,
    ofUser userID: UInt32,
    _ query: AppOutputQuery
  ) throws(WireError) -> JobOutput? {
    do throws(JobOutputFailure) {
      let piece = try driver.output(
        of: app,
        ofUser: userID,
        offset: query.offset,
        lengthMax: query.lengthMax
      )
      return piece.map {
        JobOutput(
          bytes: $0.bytes,
          offset: $0.offset,
          total: $0.total,
          isRunning: $0.isBeingWritten
        )
      }
    } catch {
      throw .storageFailed(
        operation: "read",
        path: error.path,
        cause: error.cause,
        isDiskFull: false
      )
    }
  }

  /// How many jobs one answer holds.
  ///
  /// 100: the longest command, a full history and every condition are less than 10 KiB, and a message
  /// has 1 MiB. Our choice.
  private static let jobsOfPage = 100
}
