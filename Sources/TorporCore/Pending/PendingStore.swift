package import TorporModel

/// A piece of work that waits for its time and its conditions.
package struct PendingWork<Requirement: Hashable & Sendable>: Hashable, Sendable {
  /// The caller's name for it; no two pieces in a store have the same.
  package let key: UInt64
  /// What must hold before it runs.
  package let requirement: Requirement
  /// Before this it does not run; `nil`: it may run at once.
  package let notBefore: Instant?
  /// From this on it is overdue; `nil`: it can wait for ever.
  package let latest: Instant?

  /// Describes a piece of work; a latest date before `notBefore` counts as `notBefore`.
  package init(
    key: UInt64,
    requirement: Requirement,
    notBefore: Instant? = nil,
    latest: Instant? = nil
  ) {
    self.key = key
    self.requirement = requirement
    self.notBefore = notBefore
    self.latest = latest.map { max($0, notBefore ?? $0) }
  }
}

/// All pending work with one requirement, as long as there is any.
///
/// A handle into one store while it lives; it is never saved.
package struct RequirementClass: Hashable, Sendable {
  let number: Int
}

/// Up to millions of pieces of work that wait for their times and conditions, and what comes next.
///
/// Work with equal requirements forms a class, and the caller says of each class whether its
/// conditions hold: when power comes it asks each of `requirements` once and calls `setHolds`, however
/// much work there is. A class does not hold until the caller says so. A change costs what it frees:
/// nothing is scanned. Work that may run comes by latest date, then begin date, then insertion;
/// nothing depends on hashing, and equal histories give equal answers.
package struct PendingStore<Requirement: Hashable & Sendable>: Sendable {
  private(set) var table: PendingTable
  /// The number of the class of each requirement; looked up, never iterated.
  private var numbers: [Requirement: Int] = [:]
  /// The requirement of each class, by its number.
  private var requirementsByNumber: [Requirement?] = []

  /// An empty store whose time is `now`.
  package init(now: Instant = .zero) { table = PendingTable(now: now) }

  /// How far time has been told.
  package var now: Instant { table.now }
  /// How much work is pending.
  package var count: Int { table.count }
  package var isEmpty: Bool { table.count == 0 }

  /// When time alone next lets work run, or makes work overdue; `nil`: never.
  ///
  /// The begin dates of classes that do not hold are left out: they change nothing.
  package var nextDeadline: Instant? { table.nextDeadline }
}

// MARK: Work

extension PendingStore {
  /// Adds work, in place of what its key stood for, and returns its class.
  ///
  /// The class may be new, and a new class does not hold: the caller says whether it does. Work that
  /// replaces other work counts as inserted now.
  @discardableResult
  package mutating func insert(_ work: PendingWork<Requirement>) -> RequirementClass {
    if let record = table.remove(key: work.key) { releaseClass(of: record) }
    let number = numbers[work.requirement] ?? addClass(for: work.requirement)
    table.insert(
      key: work.key,
      classNumber: number,
      begin: work.notBefore?.nanoseconds ?? PendingRecord.anyTime,
      latest: work.latest?.nanoseconds ?? PendingRecord.never
    )
    return RequirementClass(number: number)
  }

  /// Removes the work of a key and returns it; `nil`: there was none.
  @discardableResult
  package mutating func remove(key: UInt64) -> PendingWork<Requirement>? {
    guard let record = table.remove(key: key) else { return nil }
    defer { releaseClass(of: record) }
    return work(record)
  }

  /// The pending work of a key.
  package subscript(key key: UInt64) -> PendingWork<Requirement>? {
    table.slot(of: key).map { work(table[$0]) }
  }

  /// The first piece of work that may run.
  package var firstRunnable: PendingWork<Requirement>? {
    table.firstRunnable.map { work(table[$0]) }
  }

  /// Removes the first piece of work that may run and returns it; `nil`: nothing may run.
  package mutating func takeFirstRunnable() -> PendingWork<Requirement>? {
    guard let record = table.takeFirstRunnable() else { return nil }
    defer { releaseClass(of: record) }
    return work(record)
  }

  /// Everything that may run, in the order in which it should.
  package func runnable() -> [PendingWork<Requirement>] { table.runnable().map { work($0) } }

  /// Everything whose latest date has passed, whether its conditions hold or not.
  ///
  /// It stays in the store until it is removed; what to do about it is the caller's.
  package func overdue() -> [PendingWork<Requirement>] { table.overdue().map { work($0) } }

  func work(_ record: PendingRecord) -> PendingWork<Requirement> {
    guard let requirement = requirementsByNumber[record.classNumber] else {
      preconditionFailure("class \(record.classNumber) has work and no requirement")
    }
    return PendingWork(
      key: record.key,
      requirement: requirement,
      notBefore: record.begin == PendingRecord.anyTime ? nil : Instant(nanoseconds: record.begin),
      latest: record.latest == PendingRecord.never ? nil : Instant(nanoseconds: record.latest)
    )
  }

  /// Forgets the class of work that has left the table, if that was the last of it.
  private mutating func releaseClass(of record: PendingRecord) {
    let number = record.classNumber
    guard table.classes[number].count == 0 else { return }
    table.removeClass(number)
    if let requirement = requirementsByNumber[number] { numbers[requirement] = nil }
    requirementsByNumber[number] = nil
  }
}

// MARK: Requirements and time

extension PendingStore {
  /// Every requirement in use with its class, those that came into use first coming first.
  package var requirements: [(requirementClass: RequirementClass, requirement: Requirement)] {
    let used = table.classes.indices.filter { table.classes[$0].count > 0 }
    let sorted = used.sorted { table.classes[$0].created < table.classes[$1].created }
    return sorted.compactMap { number in
      requirementsByNumber[number].map { (RequirementClass(number: number), $0) }
    }
  }

  /// The class of a requirement, while any work has it.
  package func requirementClass(of requirement: Requirement) -> RequirementClass? {
    numbers[requirement].map { RequirementClass(number: $0) }
  }

  /// Whether the conditions of a class hold, as far as the caller has said.
  package func holds(_ requirementClass: RequirementClass) -> Bool {
    table.classes[requirementClass.number].holds
  }

  /// The conditions of a class hold from now on, or do so no longer.
  package mutating func setHolds(_ requirementClass: RequirementClass, _ holds: Bool) {
    table.setHolds(requirementClass.number, holds)
  }

  /// Time has come to a moment; an earlier one than `now` changes nothing.
  package mutating func advance(to moment: Instant) { table.advance(to: moment) }

  mutating func addClass(for requirement: Requirement) -> Int {
    let number = table.addClass()
    numbers[requirement] = number
    if number == requirementsByNumber.count {
      requirementsByNumber.append(requirement)
    } else {
      requirementsByNumber[number] = requirement
    }
    return number
  }

  /// Every rule of the store that does not hold, as sentences; empty in health.
  package func brokenInvariants() -> [String] {
    var broken = table.brokenInvariants()
    for (number, pendingClass) in table.classes.enumerated() {
      let requirement = requirementsByNumber[number]
      if pendingClass.count > 0, requirement.flatMap({ numbers[$0] }) != number {
        broken.append("class \(number) is not found by its requirement")
      }
      if pendingClass.count == 0, requirement != nil {
        broken.append("class \(number) has a requirement and no work")
      }
    }
    return broken
  }
}
