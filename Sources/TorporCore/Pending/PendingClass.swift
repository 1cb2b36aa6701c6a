import TorporModel

/// All pending work of one requirement, in the sets of `PendingTable`.
struct PendingClass: Sendable {
  /// How many pieces it has; 0: its number is free, or about to be.
  var count = 0
  /// Whether its conditions hold.
  private(set) var holds = false
  /// Which class it was to come into use; orders the classes.
  let created: UInt64
  /// Up to when the begin dates of waiting work count while the class does not hold.
  private var heldUntil = Instant(nanoseconds: PendingRecord.anyTime)
  private(set) var waiting = OrderedSlots(.waiting)
  private(set) var expiring = OrderedSlots(.running)
  private(set) var ready = OrderedSlots(.running)
  private(set) var overdue = OrderedSlots(.running)

  init(created: UInt64) { self.created = created }

  /// What runs first if the class holds.
  var first: UInt32? { overdue.first ?? ready.first }

  /// When time alone next changes what may run or what is overdue.
  ///
  /// While the class does not hold, a begin date changes nothing and wakes no app.
  func nextDeadline(in records: RecordPages) -> Instant? {
    let begin = holds ? waiting.first.map { records[$0].begin } : nil
    // Nothing is overdue before it may begin, so a class that holds comes to it in time.
    let expiry = holds ? nil : expiring.first.map { records[$0].latest }
    let latest = ready.first.map { records[$0].latest }
    let least = min(
      begin ?? PendingRecord.never,
      expiry ?? PendingRecord.never,
      latest ?? PendingRecord.never
    )
    return least == PendingRecord.never ? nil : Instant(nanoseconds: least)
  }

  private enum Place { case waiting, ready, overdue }

  private func place(of record: PendingRecord, at now: Instant) -> Place {
    if record.latest <= now.nanoseconds { return .overdue }
    let begun = holds ? now : heldUntil
    return record.begin <= begun.nanoseconds ? .ready : .waiting
  }

  mutating func insert(_ slot: UInt32, in records: RecordPages, at now: Instant) {
    let record = records[slot]
    switch place(of: record, at: now) {
    case .overdue: overdue.insert(slot, in: records)
    case .ready: ready.insert(slot, in: records)
    case .waiting:
      waiting.insert(slot, in: records)
      if record.latest != PendingRecord.never { expiring.insert(slot, in: records) }
    }
  }

  mutating func remove(_ slot: UInt32, in records: RecordPages, at now: Instant) {
    let record = records[slot]
    switch place(of: record, at: now) {
    case .overdue: overdue.remove(slot, in: records)
    case .ready: ready.remove(slot, in: records)
    case .waiting:
      waiting.remove(slot, in: records)
      if record.latest != PendingRecord.never { expiring.remove(slot, in: records) }
    }
  }

  /// Takes what runs first.
  mutating func removeFirst(in records: RecordPages) -> UInt32? {
    let slot = first
    if overdue.isEmpty { ready.removeFirst(in: records) } else { overdue.removeFirst(in: records) }
    return slot
  }

  /// Whether a slot decides what runs first, or when something next moves.
  func isAtFront(_ slot: UInt32) -> Bool {
    slot == ready.first || slot == overdue.first || slot == waiting.first || slot == expiring.first
  }

  mutating func setHolds(_ holds: Bool, at now: Instant) {
    if self.holds { heldUntil = now }
    self.holds = holds
  }

  /// Moves what has begun, and what has become overdue, to where it belongs now.
  mutating func settle(in records: RecordPages, at now: Instant) {
    let nanoseconds = now.nanoseconds
    while holds, let slot = waiting.first, records[slot].begin <= nanoseconds {
      waiting.removeFirst(in: records)
      if records[slot].latest != PendingRecord.never { expiring.remove(slot, in: records) }
      insert(slot, in: records, at: now)
    }
    while let slot = expiring.first, records[slot].latest <= nanoseconds {
      expiring.removeFirst(in: records)
      waiting.remove(slot, in: records)
      overdue.insert(slot, in: records)
    }
    while let slot = ready.first, records[slot].latest <= nanoseconds {
      ready.removeFirst(in: records)
      overdue.insert(slot, in: records)
    }
  }

  func forEach(_ body: (UInt32) -> Void) {
    for set in [overdue, ready, waiting] { set.forEach(body) }
  }
}

extension PendingClass {
  /// Every rule of the class that does not hold, as sentences.
  func brokenInvariants(
    of number: Int,
    in records: RecordPages,
    at now: Instant
  ) -> [String] {
    var broken = [waiting, expiring, ready, overdue].flatMap { $0.brokenInvariants(in: records) }
    func check(_ set: OrderedSlots, _ place: Place) {
      set.forEach { slot in
        let record = records[slot]
        if self.place(of: record, at: now) != place {
          broken.append(
            "\(record.key) is \(place) and should be \(self.place(of: record, at: now))"
          )
        }
        if record.classNumber != number { broken.append("\(record.key) is of another class") }
      }
    }
    check(waiting, .waiting)
    check(expiring, .waiting)
    check(ready, .ready)
    check(overdue, .overdue)
    if waiting.count + ready.count + overdue.count != count {
      broken.append("has not the \(count) pieces that it counts")
    }
    var expiringCount = 0
    waiting.forEach { if records[$0].latest != PendingRecord.never { expiringCount += 1 } }
    if expiringCount != expiring.count { broken.append("watches \(expiring.count) latest dates") }
    return broken.map { "class \(number): \($0)" }
  }
}
