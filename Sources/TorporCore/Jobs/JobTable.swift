package import TorporModel

/// All jobs of the device: who waits for what, and who runs.
///
/// It owns the order and the limits of jobs, and the stores of those that wait: one of jobs that ask
/// nothing of the device, one by the class of their needs. It starts no process; the device does.
package struct JobTable: Hashable, Sendable {
  /// The most jobs of the device, and of one user; our choice: what a person's crontab holds a hundred
  /// times over, and a list that is drawn in a second.
  package static let countMax = 10_000
  package static let countOfUserMax = 4096
  /// The most finished jobs that are kept for one owner; our choice: what a person scrolls through.
  package static let finishedOfUserMax = 100
  /// How many jobs that ask something of the device run at once.
  ///
  /// 4: our choice. When power comes, hundreds may be free to run; a laptop has four fast cores.
  package static let conditionalRunsMax = 4

  /// Ascending by number: a new one goes to the end.
  private var boxes: [JobBox] = []
  /// Jobs with a process, ascending.
  package private(set) var running: [JobIdentifier] = []
  /// Waiting jobs that ask nothing of the device.
  var free = PendingStore<JobNeeds>()
  /// Waiting jobs that do.
  var conditional = PendingStore<JobNeeds>()
  /// What each class of needs in `conditional` has been blocked by; looked up, never iterated.
  var logs: [JobNeeds: WaitingLog] = [:]
  /// When the device looks at its jobs again.
  package internal(set) var nextLook: Instant?
  /// The newest job of each name; looked up, never iterated.
  private var newest: [Name: JobIdentifier] = [:]

  private struct Name: Hashable {
    let ownerUserID: UInt32
    let text: String
  }

  package init() {}

  package var count: Int { boxes.count }
  package var isEmpty: Bool { boxes.isEmpty }
  /// How many wait and could be looked at one by one.
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
  }

  /// Changes a job in place; does nothing for one that is not there.
  mutating func change(_ job: JobIdentifier, _ body: (inout JobRecord) -> Void) {
    guard let index = index(of: job) else { return }
    boxes[index].change(body)
  }

  mutating func remove(_ job: JobIdentifier) {
    guard let index = index(of: job) else { return }
    let record = boxes.remove(at: index).record
    let name = Name(ownerUserID: record.ownerUserID, text: record.name)
    guard newest[name] == job else { return }
    newest[name] =
      boxes.last {
        $0.record.name == record.name && $0.record.ownerUserID == record.ownerUserID
      }?.record.job
  }

  /// The job has a process from now on.
  mutating func noteProcess(of job: JobIdentifier) {
    guard !running.contains(job) else { return }
    running.insert(job, at: running.firstIndex { $0 > job } ?? running.count)
  }

  mutating func noteEnd(of job: JobIdentifier) { running.removeAll { $0 == job } }

  /// How many more jobs that ask something of the device may run.
  var freeSlots: Int {
    let taken = running.count { job in
      guard let record = self[job] else { return false }
      return record.state != .paused && !record.request.needs.isEmpty
    }
    return max(0, Self.conditionalRunsMax - taken)
  }
}

extension JobTable: Codable {
  private enum CodingKeys: String, CodingKey {
    case records, running, free, conditional, logs, nextLook
  }

  /// Reads the jobs and builds the indexes anew.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for record in try container.decode([JobRecord].self, forKey: .records) { append(record) }
    running = try container.decode([JobIdentifier].self, forKey: .running)
    free = try container.decode(PendingStore<JobNeeds>.self, forKey: .free)
    conditional = try container.decode(PendingStore<JobNeeds>.self, forKey: .conditional)
    nextLook = try container.decodeIfPresent(Instant.self, forKey: .nextLook)
    let saved = try container.decode([WaitingLog].self, forKey: .logs)
    for (entry, log) in zip(conditional.requirements, saved) { logs[entry.requirement] = log }
  }

  /// Writes the jobs; the indexes follow from them, and the logs stand in the order of the classes.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(records, forKey: .records)
    try container.encode(running, forKey: .running)
    try container.encode(free, forKey: .free)
    try container.encode(conditional, forKey: .conditional)
    try container.encodeIfPresent(nextLook, forKey: .nextLook)
    let inOrder = conditional.requirements.map { logs[$0.requirement] ?? WaitingLog() }
    try container.encode(inOrder, forKey: .logs)
  }
}
