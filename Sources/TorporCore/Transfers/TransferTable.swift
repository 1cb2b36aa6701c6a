package import TorporModel

/// All transfers of the device: the sessions, the records, the queues, and the deadlines.
///
/// It owns the indexes and their consistency; decisions are made by the device.
package struct TransferTable: Sendable {
  // Shape: transfers and the indexes over them change together, or a look-up would find what has gone.
  /// The maximum number of transfers of the device, and of one owner; our choice: a hundred thousand
  /// queued items should cost little, and more are probably a mistake.
  package static let countMax = 300_000
  package static let countOfOwnerMax = 150_000

  private(set) var pages = TransferPages()
  private(set) var sessionTable = TransferSessions()
  /// In the order in which they came to be; some may be empty for a while.
  private(set) var lanes: [TransferLane] = []
  private var laneIndex: [TransferLane.Key: Int] = [:]
  /// Transfers with a moment of their own, and those that run.
  private(set) var timed = TimedTransfers()
  /// Ascending by number.
  package private(set) var running: [TransferIdentifier] = []
  /// How many attempts of an owner go to each host; looked up, never iterated.
  private(set) var runningOfHost: [HostBackoffs.Key: Int] = [:]
  /// Hosts that are not contacted for a while.
  package internal(set) var backoffs = HostBackoffs()
  /// Before when nobody else is tried apart.
  var nextTrialAt: Instant?
  /// Whether those that have not begun were taken back for the next one.
  var isMakingRoom = false
  /// How many transfers the service may have died of.
  private(set) var suspectCount = 0
  private var finished = FinishedTransfers()
  /// Sessions whose apps may have something to hear.
  private(set) var sessionsToReview: Set<UInt32> = []
  /// Whether those that run are to be looked at too.
  var checksRunning = false
  /// The network that failed attempts were last tried on.
  var knownNetwork: NetworkState?
  /// When the device looks at its transfers again.
  package internal(set) var nextReview: Instant?

  package init() {}

  package var count: Int { pages.count }
  package var isEmpty: Bool { sessions.isEmpty }

  // MARK: Records

  package subscript(transfer: TransferIdentifier) -> TransferRecord? { pages[transfer] }

  /// Every transfer, by number.
  package var records: some Sequence<TransferRecord> { pages.records }

  func records(after transfer: TransferIdentifier?) -> some Sequence<TransferRecord> {
    pages.records(after: transfer)
  }

  mutating func insert(_ record: TransferRecord) {
    pages[record.transfer] = record
    updateSession(record.session) {
      $0.count += 1
      if record.outcome == nil { $0.unfinishedCount += 1 }
    }
    enter(record)
  }

  /// Changes a transfer, and keeps every index true; `isFirst`: one that becomes ready goes before
  /// those that have not begun.
  mutating func update(
    _ transfer: TransferIdentifier,
    isFirst: Bool = false,
    _ change: (inout TransferRecord) -> Void
  ) {
    guard let before = pages[transfer] else { return }
    pages.update(transfer, change)
    guard let after = pages[transfer] else { return }
    if before.phase == .running, after.phase != .running { stopCounting(before) }
    suspectCount += (after.isSuspect ? 1 : 0) - (before.isSuspect ? 1 : 0)
    if before.outcome == nil, after.outcome != nil {
      updateSession(after.session) { $0.unfinishedCount -= 1 }
    }
    if before.outcome != nil, after.outcome == nil {
      updateSession(after.session) { $0.unfinishedCount += 1 }
      if case .user(let userID)? = session(after.session)?.owner {
        finished.remove(transfer, ofUser: userID)
      }
    }
    if before.phase != after.phase || before.dueAt != after.dueAt {
      enter(after, isFirst: isFirst)
    }
  }

  /// Forgets a transfer.
  mutating func remove(_ transfer: TransferIdentifier) {
    guard let record = pages[transfer] else { return }
    if record.phase == .running { stopCounting(record) }
    if record.isSuspect { suspectCount -= 1 }
    pages[transfer] = nil
    updateSession(record.session) {
      $0.count -= 1
      if record.outcome == nil { $0.unfinishedCount -= 1 }
    }
  }

  private mutating func enter(_ record: TransferRecord, isFirst: Bool = false) {
    if let dueAt = record.dueAt { timed.set(record.transfer, at: dueAt) }
    switch record.phase {
    case .ready:
      let lane = lane(record.lane)
      if isFirst {
        lanes[lane].prepend(record.transfer)
      } else {
        lanes[lane].append(record.transfer)
      }
      lanes[lane].noteDeadline(record.deadline)
    case .running:
      let index = running.firstIndex { $0 > record.transfer } ?? running.endIndex
      running.insert(record.transfer, at: index)
      runningOfHost[host(of: record), default: 0] += 1
      updateSession(record.session) { $0.runningCount += 1 }
    case .over:
      if case .user(let userID)? = session(record.session)?.owner {
        finished.append(record.transfer, ofUser: userID)
      }
    case .gated, .asking, .suspended: break
    }
  }

  private mutating func stopCounting(_ record: TransferRecord) {
    running.removeAll { $0 == record.transfer }
    let host = host(of: record)
    let left = (runningOfHost[host] ?? 1) - 1
    runningOfHost[host] = left > 0 ? left : nil
    updateSession(record.session) { $0.runningCount -= 1 }
  }

  /// The transfers of a user that are over, too many to be kept, and not fresh; the oldest first.
  mutating func takeSurplus(ofUser userID: UInt32, at now: Instant) -> [TransferIdentifier] {
    let pages = pages
    return finished.takeSurplus(ofUser: userID, at: now) { pages[$0]?.outcome?.at }
  }

  mutating func forgetFinished(_ transfer: TransferIdentifier, ofUser userID: UInt32) {
    finished.remove(transfer, ofUser: userID)
  }

  // MARK: Lanes

  private mutating func lane(_ key: TransferLane.Key) -> Int {
    if let index = laneIndex[key] { return index }
    laneIndex[key] = lanes.count
    lanes.append(TransferLane(key))
    return lanes.count - 1
  }

  /// The next in a lane that is still ready; takes out those that are not.
  mutating func first(inLane index: Int) -> TransferRecord? {
    while let transfer = lanes[index].first {
      if let record = pages[transfer], record.phase == .ready { return record }
      lanes[index].removeFirst()
    }
    return nil
  }

  /// What has stood in the way of a lane.
  func log(ofLane key: TransferLane.Key) -> WaitingLog? { laneIndex[key].map { lanes[$0].log } }

  mutating func note(_ reasons: [Reason], inLane index: Int, at now: Instant) -> Bool {
    lanes[index].log.update(reasons, at: now)
  }

  /// Those in a lane that are past their time; the next deadline of the rest is found again.
  mutating func takeOverdue(inLane index: Int, at now: Instant) -> [TransferRecord] {
    guard let soonest = lanes[index].soonestDeadline, soonest <= now else { return [] }
    lanes[index].soonestDeadline = nil
    var overdue: [TransferRecord] = []
    for number in lanes[index].waiting {
      guard let record = pages[TransferIdentifier(rawValue: number)], record.phase == .ready else {
        continue
      }
      if record.deadline <= now {
        overdue.append(record)
      } else {
        lanes[index].noteDeadline(record.deadline)
      }
    }
    return overdue
  }

  /// Drops empty lanes, once there are many, and meaningless entries.
  mutating func sweep() {
    for index in lanes.indices where lanes[index].waiting.count > pages.count + 64 {
      var seen: Set<UInt64> = []
      let ready = lanes[index].waiting.filter { isReady($0) && seen.insert($0).inserted }
      lanes[index].replace(ready)
    }
    if timed.count > 2 * pages.count + 64 {
      var fresh = TimedTransfers()
      for transfer in timed.transfers {
        if let dueAt = pages[transfer]?.dueAt { fresh.set(transfer, at: dueAt) }
      }
      timed = fresh
    }
    guard lanes.count > 16 else { return }
    // Those that have left the head of a queue do not fill it.
    for index in lanes.indices { _ = first(inLane: index) }
    guard lanes.count(where: \.isEmpty) > lanes.count / 2 else { return }
    lanes.removeAll(where: \.isEmpty)
    laneIndex = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1.key, $0) })
  }

  // MARK: Time

  /// When something happens by itself; stale entries are taken out on the way.
  mutating func nextDue() -> Instant? {
    while let first = timed.first {
      if pages[first.transfer]?.dueAt == first.at { return first.at }
      timed.removeFirst()
    }
    return nil
  }

  /// Takes out the first that is due.
  mutating func takeDue(at now: Instant) -> TransferRecord? {
    guard let next = nextDue(), next <= now, let first = timed.first else { return nil }
    timed.removeFirst()
    return pages[first.transfer]
  }

  // MARK: Sessions

  mutating func addSession(
    _ configuration: SessionConfiguration,
    of owner: TransferOwner
  ) -> UInt32 {
    sessionTable.add(configuration, of: owner)
  }

  mutating func removeSession(_ number: UInt32) {
    sessionTable.remove(number)
    sessionsToReview.remove(number)
  }

  mutating func updateSession(_ number: UInt32, _ change: (inout TransferSession) -> Void) {
    sessionTable.update(number, change)
  }

  /// The session is looked at in this turn.
  mutating func scheduleSessionReview(_ number: UInt32) { sessionsToReview.insert(number) }

  /// Takes the sessions to be looked at, ascending.
  mutating func takeSessionsToReview() -> [UInt32] {
    defer { sessionsToReview.removeAll() }
    return sessionsToReview.sorted()
  }
}

extension TransferTable: Saved {
  /// Writes what is held; queues without those that have begun.
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if !backoffs.isEmpty {
      writer.key("backoffs")
      backoffs.write(to: &writer)
    }
    writer.key("deadlines")
    lanes.map { [$0.soonestDeadline].compactMap(\.self) }.write(to: &writer)
    writer.key("finished")
    finished.rows.write(to: &writer)
    if isMakingRoom {
      writer.key("isMakingRoom")
      isMakingRoom.write(to: &writer)
    }
    writer.key("keys")
    lanes.map(\.key).write(to: &writer)
    if let knownNetwork {
      writer.key("knownNetwork")
      knownNetwork.write(to: &writer)
    }
    writer.key("logs")
    lanes.map(\.log).write(to: &writer)
    if let nextReview {
      writer.key("nextLook")
      nextReview.write(to: &writer)
    }
    if let nextTrialAt {
      writer.key("nextTrialAt")
      nextTrialAt.write(to: &writer)
    }
    writer.key("queues")
    // Whole: one that is not ready now finds its place again when it is.
    lanes.map { Array($0.waiting) }.write(to: &writer)
    writer.key("records")
    writer.beginArray()
    for record in records {
      writer.beginElement()
      record.write(to: &writer)
    }
    writer.endArray()
    writer.key("sessions")
    sessionTable.write(to: &writer)
    writer.endObject()
  }

  /// Reads what is held, and builds the indexes anew.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    let start = reader.place
    try reader.beginObject()
    let backoffs = try reader.hasKey("backoffs") ? HostBackoffs(from: &reader) : HostBackoffs()
    try reader.key("deadlines")
    let deadlines = try [[Instant]](from: &reader)
    try reader.key("finished")
    let finishedRows = try [FinishedRow](from: &reader)
    let isMakingRoom = try reader.hasKey("isMakingRoom") ? Bool(from: &reader) : false
    try reader.key("keys")
    let keys = try [TransferLane.Key](from: &reader)
    let knownNetwork = try reader.hasKey("knownNetwork") ? NetworkState(from: &reader) : nil
    try reader.key("logs")
    let logs = try [WaitingLog](from: &reader)
    let nextReview = try reader.hasKey("nextLook") ? Instant(from: &reader) : nil
    let nextTrialAt = try reader.hasKey("nextTrialAt") ? Instant(from: &reader) : nil
    try reader.key("queues")
    let queues = try [[UInt64]](from: &reader)
    try reader.key("records")
    let saved = try [TransferRecord](from: &reader)
    try reader.key("sessions")
    sessionTable = try TransferSessions(from: &reader)
    try reader.endObject()
    guard [deadlines.count, keys.count, logs.count].allSatisfy({ $0 == queues.count }) else {
      throw SavedFailure("its lists of queues are not of the same length", at: start)
    }
    self.nextReview = nextReview
    // Counted anew with the records.
    for session in sessions { updateSession(session.number) { $0.runningCount = 0 } }
    for record in saved {
      pages[record.transfer] = record
      if record.isSuspect { suspectCount += 1 }
      // What is ready stands in a queue, in an order of its own.
      if record.phase != .ready, record.outcome == nil { enter(record) }
    }
    for (index, numbers) in queues.enumerated() {
      let lane = lane(keys[index])
      lanes[lane].replace(numbers)
      lanes[lane].soonestDeadline = deadlines[index].first
      lanes[lane].log = logs[index]
    }
    finished = FinishedTransfers(finishedRows)
    self.knownNetwork = knownNetwork
    self.backoffs = backoffs
    self.nextTrialAt = nextTrialAt
    self.isMakingRoom = isMakingRoom
    for session in sessions { sessionsToReview.insert(session.number) }
  }

  private func isReady(_ number: UInt64) -> Bool {
    pages[TransferIdentifier(rawValue: number)]?.phase == .ready
  }
}
