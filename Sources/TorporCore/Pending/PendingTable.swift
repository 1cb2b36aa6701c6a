import TorporModel

/// Pending work under the numbers of its classes: what may run, what waits, and what comes next.
///
/// Each piece lies in one set of its class, or in two while it waits:
///
/// - `waiting`, by begin date: not begun (in a class that does not hold: had not begun when the class
///   last held; it is moved when that counts), and `expiring`, by latest date, if it has one;
/// - `ready`, in the order of running: begun and not overdue;
/// - `overdue`, in the order of running: its latest date has passed.
///
/// Which set follows from the record, `now` and the class, so that a record keeps no note of it. A
/// change of a class moves what the change frees and touches nothing else.
struct PendingTable: Sendable {
  /// How far time has been told.
  private(set) var now: Instant
  private(set) var records = RecordPages()
  private var freeSlot = PendingTable.noSlot
  private var keys = KeyIndex()
  private(set) var classes: ContiguousArray<PendingClass> = []
  private var freeClasses: ContiguousArray<Int> = []
  /// Insertions so far; the next one's number.
  private var insertionCount: UInt64 = 0
  private var classCreationCount: UInt64 = 0
  /// The first that may run of each class that holds and has one.
  private var fronts = IndexedHeap<PendingPlace>()
  /// When something next moves in each class by time alone.
  private var dueDates = IndexedHeap<Instant>()

  private static let noSlot = UInt32.max

  init(now: Instant) { self.now = now }

  var count: Int { keys.count }

  /// When time alone next changes what may run or what is overdue.
  var nextDeadline: Instant? { dueDates.first?.priority }

  /// The first that may run, by its slot.
  var firstRunnable: UInt32? {
    guard let front = fronts.first else { return nil }
    return classes[front.key].first
  }

  func slot(of key: UInt64) -> UInt32? { keys.find(key, in: records) }

  subscript(slot: UInt32) -> PendingRecord { records[slot] }
}

// MARK: Work

extension PendingTable {
  /// Adds work whose key is free and whose class is in use.
  mutating func insert(key: UInt64, classNumber: Int, begin: Int64, latest: Int64) {
    let record = PendingRecord(
      key: key,
      classNumber: classNumber,
      begin: begin,
      latest: latest,
      order: insertionCount
    )
    insertionCount += 1
    let slot = keep(record)
    keys.insert(key, slot: slot, in: records)
    classes[classNumber].count += 1
    classes[classNumber].insert(slot, in: records, at: now)
    if classes[classNumber].isAtFront(slot) { refresh(classNumber) }
  }

  private mutating func keep(_ record: PendingRecord) -> UInt32 {
    if freeSlot != PendingTable.noSlot {
      let slot = freeSlot
      freeSlot = UInt32(truncatingIfNeeded: records[slot].key)
      records[slot] = record
      return slot
    }
    precondition(records.count < KeyIndex.slotCountMax, "67 million pieces of work wait already")
    return records.append(record)
  }

  /// Removes the work of a key and returns what it was.
  mutating func remove(key: UInt64) -> PendingRecord? {
    guard let slot = keys.find(key, in: records) else { return nil }
    let record = records[slot]
    let wasAtFront = classes[record.classNumber].isAtFront(slot)
    classes[record.classNumber].remove(slot, in: records, at: now)
    keys.remove(key, slot: slot)
    forget(slot, of: record.classNumber, wasAtFront: wasAtFront)
    return record
  }

  /// Removes the first that may run and returns what it was.
  mutating func takeFirstRunnable() -> PendingRecord? {
    guard let front = fronts.first else { return nil }
    guard let slot = classes[front.key].removeFirst(in: records) else {
      preconditionFailure("a class with a front has a first")
    }
    let record = records[slot]
    keys.remove(record.key, slot: slot)
    forget(slot, of: front.key, wasAtFront: true)
    return record
  }

  private mutating func forget(_ slot: UInt32, of number: Int, wasAtFront: Bool) {
    records[slot].key = UInt64(freeSlot)
    freeSlot = slot
    classes[number].count -= 1
    if wasAtFront { refresh(number) }
    if count == 0 {
      // A store that has run empty takes no memory.
      (records, freeSlot, keys) = (RecordPages(), PendingTable.noSlot, KeyIndex())
    }
  }

  /// Everything that may run, in the order of running.
  func runnable() -> [PendingRecord] {
    inOrder { holdingClass, add in
      guard holdingClass.holds else { return }
      holdingClass.overdue.forEach(add)
      holdingClass.ready.forEach(add)
    }
  }

  /// Everything, in the order in which it was inserted.
  func inOrderOfInsertion() -> [PendingRecord] {
    var all: [PendingRecord] = []
    all.reserveCapacity(count)
    for pendingClass in classes { pendingClass.forEach { all.append(records[$0]) } }
    all.sort { $0.order < $1.order }
    return all
  }

  /// Everything whose latest date has passed, in the order of running.
  func overdue() -> [PendingRecord] {
    inOrder { anyClass, add in anyClass.overdue.forEach(add) }
  }

  private func inOrder(_ collect: (PendingClass, (UInt32) -> Void) -> Void) -> [PendingRecord] {
    var found: [PendingRecord] = []
    for pendingClass in classes where pendingClass.count > 0 {
      collect(pendingClass) { found.append(records[$0]) }
    }
    found.sort { $0.runningPlace < $1.runningPlace }
    return found
  }
}

// MARK: Classes and time

extension PendingTable {
  /// A number for a class that nothing has yet, which does not hold until it is said to.
  mutating func addClass() -> Int {
    let new = PendingClass(created: classCreationCount)
    classCreationCount += 1
    if let number = freeClasses.popLast() {
      classes[number] = new
      return number
    }
    precondition(classes.count < PendingRecord.classCountMax, "16 million classes are in use")
    classes.append(new)
    return classes.count - 1
  }

  /// Gives back the number of a class that has no work any more.
  mutating func removeClass(_ number: Int) {
    precondition(classes[number].count == 0, "class \(number) has work")
    classes[number] = PendingClass(created: 0)
    freeClasses.append(number)
  }

  /// The conditions of a class hold from now on, or do so no longer.
  mutating func setHolds(_ number: Int, _ holds: Bool) {
    guard classes[number].holds != holds else { return }
    classes[number].setHolds(holds, at: now)
    classes[number].settle(in: records, at: now)
    refresh(number)
  }

  /// Time has come to a moment.
  mutating func advance(to moment: Instant) {
    guard moment > now else { return }
    now = moment
    while let due = dueDates.first, due.priority <= now {
      classes[due.key].settle(in: records, at: now)
      refresh(due.key)
    }
  }

  /// Enters what comes first in a class, and when, where all classes are compared.
  private mutating func refresh(_ number: Int) {
    let first = classes[number].holds ? classes[number].first : nil
    fronts.set(first.map { records[$0].runningPlace }, for: number)
    dueDates.set(classes[number].nextDeadline(in: records), for: number)
  }
}

extension PendingTable {
  /// Every rule of the table that does not hold, as sentences.
  func brokenInvariants() -> [String] {
    var broken: [String] = []
    for (number, pendingClass) in classes.enumerated() {
      broken += pendingClass.brokenInvariants(of: number, in: records, at: now)
      let first = pendingClass.holds ? pendingClass.first : nil
      if fronts[number] != first.map({ records[$0].runningPlace }) {
        broken.append("class \(number) is entered with another front than it has")
      }
      if dueDates[number] != pendingClass.nextDeadline(in: records) {
        broken.append("class \(number) is entered with another deadline than it has")
      }
      pendingClass.forEach { slot in
        if keys.find(records[slot].key, in: records) != slot {
          broken.append("key \(records[slot].key) does not lead to its work")
        }
      }
    }
    let total = classes.reduce(0) { $0 + $1.count }
    if total != count { broken.append("\(count) keys lead to \(total) pieces of work") }
    if let next = nextDeadline, next <= now {
      broken.append("something is due at \(next.nanoseconds) ns, which has passed")
    }
    return broken
  }
}
