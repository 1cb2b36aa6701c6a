package import TorporModel

/// All jobs of the device: the waiting ones with their conditions, and the running ones.
///
/// It owns the order and the limits of jobs, and the stores of those that wait: one of jobs without
/// needs, one of jobs with needs, each by class. It does not start processes; the device does.
package struct JobTable: Hashable, Sendable {
  // Shape: jobs and the indexes over them change together, or a look-up would find what has gone.
  /// The maximum number of jobs of the device, and of one user; our choice: a hundred times a usual
  /// crontab, and a list that is printed in a second.
  package static let countMax = 10_000
  package static let countOfUserMax = 4096
  /// The number of jobs reserved for root: our choice, so that the machine's own jobs have room if
  /// users fill the table.
  package static let countOfRootMin = 512

  /// Returns the maximum number of jobs of the device when an owner adds one.
  static func countMax(forUser userID: UInt32) -> Int {
    userID == 0 ? countMax : countMax - countOfRootMin
  }

  /// The maximum number of finished jobs kept for one owner; our choice: a list that a user can scroll through.
  package static let finishedOfUserMax = 100
  /// The maximum number of a user's jobs with needs that run at once.
  ///
  /// 4: our choice. When power comes, hundreds may be free to run; a laptop has four fast cores. Of
  /// one user, so that one user's long jobs do not block another's.
  package static let conditionalRunsOfUserMax = 4
  /// The maximum number of a user's simultaneous runs, whatever their needs.
  ///
  /// 64: our choice. Each has a process and uses some of the daemon's descriptors, of which it has 1024 by default.
  package static let runsOfUserMax = 64

  /// Ascending by number: a new one goes to the end.
  private var boxes: [JobBox] = []
  /// Jobs with a process, ascending.
  package private(set) var running: [JobIdentifier] = []
  /// Waiting jobs without needs.
  var free = PendingStore<JobClass>()
  /// Waiting jobs with needs.
  var conditional = PendingStore<JobClass>()
  /// When the machine is woken for waiting jobs.
  var alarms = JobAlarms()
  /// The blocked times of each class in the stores; looked up, never iterated.
  var logs: [JobClass: WaitingLog] = [:]
  /// When the device reviews its jobs again.
  package internal(set) var nextReview: Instant?
  /// The newest job of each name; looked up, never iterated.
  private var newest: [Name: JobIdentifier] = [:]
  /// How many jobs each owner has; looked up, never iterated.
  private var countsOfUsers: [UInt32: Int] = [:]
  /// Waiting jobs that their owners want run at once, ascending.
  private(set) var wanted: [JobIdentifier] = []

  private struct Name: Hashable {
    let ownerUserID: UInt32
    let text: String
  }

  package init() {}

  package var count: Int { boxes.count }
  package var isEmpty: Bool { boxes.isEmpty }
  /// The number of jobs in the stores.
  var waitingCount: Int { free.count + conditional.count }

  /// Every job, by number.
  package var records: [JobRecord] { boxes.map(\.record) }

  package subscript(job: JobIdentifier) -> JobRecord? {
    index(of: job).map { boxes[$0].record }
  }

  /// The newest job of an owner with that name.
  package func job(named name: String, ofUser userID: UInt32) -> JobIdentifier? {
    newest[Name(ownerUserID: userID, text: name)]
  }

  /// How many jobs an owner has.
  package func count(ofUser userID: UInt32) -> Int { countsOfUsers[userID] ?? 0 }

  private func index(of job: JobIdentifier) -> Int? {
    var (low, high) = (0, boxes.count)
    while low < high {
      let middle = (low + high) / 2
      if boxes[middle].number < job.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < boxes.count, boxes[low].number == job.rawValue else { return nil }
    return low
  }

  /// Adds a job whose number is higher than all others.
  mutating func append(_ record: JobRecord) {
    boxes.append(JobBox(record))
    newest[Name(ownerUserID: record.ownerUserID, text: record.name)] = record.job
    countsOfUsers[record.ownerUserID, default: 0] += 1
    if record.isWanted { wanted.append(record.job) }
  }

  /// Changes a job in place; does nothing if it does not exist.
  mutating func change(_ job: JobIdentifier, _ body: (inout JobRecord) -> Void) {
    guard let index = index(of: job) else { return }
    let wasWanted = boxes[index].record.isWanted
    boxes[index].change(body)
    guard boxes[index].record.isWanted != wasWanted else { return }
    if wasWanted {
      wanted.removeAll { $0 == job }
    } else {
      wanted.insert(job, at: wanted.firstIndex { $0 > job } ?? wanted.count)
    }
  }

  mutating func remove(_ job: JobIdentifier) {
    guard let index = index(of: job) else { return }
    let record = boxes.remove(at: index).record
    let count = count(ofUser: record.ownerUserID) - 1
    countsOfUsers[record.ownerUserID] = count > 0 ? count : nil
    wanted.removeAll { $0 == job }
    let name = Name(ownerUserID: record.ownerUserID, text: record.name)
    guard newest[name] == job else { return }
    newest[name] =
      boxes.last {
        $0.record.name == record.name && $0.record.ownerUserID == record.ownerUserID
      }?.record.job
  }

  /// Records that the job has a process.
  mutating func noteProcess(of job: JobIdentifier) {
    guard !running.contains(job) else { return }
    running.insert(job, at: running.firstIndex { $0 > job } ?? running.count)
  }

  mutating func noteEnd(of job: JobIdentifier) { running.removeAll { $0 == job } }

  /// Returns the load by the runs of an owner.
  func load(ofUser userID: UInt32) -> JobLoad { loads[userID] ?? JobLoad() }

  /// The load by the runs of each owner; to be looked up, not iterated.
  var loads: [UInt32: JobLoad] {
    var loads: [UInt32: JobLoad] = [:]
    for job in running {
      guard let record = self[job] else { continue }
      loads[record.ownerUserID, default: JobLoad()].runs += 1
      // A paused run leaves its slot to others.
      guard record.state != .paused, record.run?.takesSlot == true else { continue }
      loads[record.ownerUserID, default: JobLoad()].slots += 1
    }
    return loads
  }
}

extension JobTable: Saved {
  /// Writes the jobs; the indexes are derived from them, and the logs are in the order of the classes.
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("conditional")
    conditional.write(to: &writer)
    writer.key("free")
    free.write(to: &writer)
    writer.key("logs")
    let classes = free.requirements + conditional.requirements
    classes.map { logs[$0.requirement] ?? WaitingLog() }.write(to: &writer)
    if let nextReview {
      writer.key("nextLook")
      nextReview.write(to: &writer)
    }
    writer.key("records")
    records.write(to: &writer)
    writer.key("running")
    running.write(to: &writer)
    writer.endObject()
  }

  /// Reads the jobs and rebuilds the indexes.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("conditional")
    conditional = try PendingStore<JobClass>(from: &reader)
    try reader.key("free")
    free = try PendingStore<JobClass>(from: &reader)
    try reader.key("logs")
    let saved = try [WaitingLog](from: &reader)
    for (entry, log) in zip(free.requirements + conditional.requirements, saved) {
      logs[entry.requirement] = log
    }
    nextReview = try reader.hasKey("nextLook") ? Instant(from: &reader) : nil
    try reader.key("records")
    for record in try [JobRecord](from: &reader) { append(record) }
    try reader.key("running")
    running = try [JobIdentifier](from: &reader)
    try reader.endObject()
  }
}
