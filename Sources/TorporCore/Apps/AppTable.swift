package import TorporModel

/// The apps of the device, each in its own slot for as long as it is installed, and until the end of
/// the turn in which it is removed.
package struct AppTable: Hashable, Sendable {
  /// The maximum number of apps, running or not; our choice: ten times the number on a full phone.
  package static let countMax = 4096

  private var slots: [AppBox?] = []
  private var freeSlots: [Int] = []
  /// The slots that were freed in this turn.
  ///
  /// Steps and events of the turn may still refer to them, so no other app gets one before its end.
  private var slotsFreedInTurn: [Int] = []
  @Derived private var slotOfApp = SlotIndex()
  private var launches = LaunchIndex()

  package init() {}

  package var count: Int { slotOfApp.count }

  /// Every slot, in ascending order; some may be empty.
  package var slotRange: Range<Int> { slots.indices }

  /// All apps, in the order of identifiers.
  package var records: [AppRecord] {
    slots.compactMap { $0?.record }.sorted { $0.identifier < $1.identifier }
  }

  package func slot(of app: AppIdentifier) -> Int? { slotOfApp[app] }

  package func slot(of launch: LaunchIdentifier) -> Int? { launches.slot(of: launch) }

  package subscript(app: AppIdentifier) -> AppRecord? {
    slotOfApp[app].flatMap { slots[$0]?.record }
  }

  package subscript(slot slot: Int) -> AppRecord? { slots[slot]?.record }

  /// Returns the process state of the app in the slot, without copying the record; `nil` for an empty slot.
  package func process(inSlot slot: Int) -> ProcessLifecycle? { slots[slot]?.process }

  /// Returns the process state of an app, without copying the record; `nil` if there is no such app.
  package func process(of app: AppIdentifier) -> ProcessLifecycle? {
    slotOfApp[app].flatMap { process(inSlot: $0) }
  }

  /// Returns the identifier of the app in the slot, without copying the record; `nil` for an empty slot.
  package func identifier(inSlot slot: Int) -> AppIdentifier? { slots[slot]?.identifier }

  /// Returns the next deadline of the app in the slot.
  ///
  /// Never inlined, and with an `inout` table: it is passed by its address, whereas the compiler
  /// retains each array of a table that is only read.
  @inline(never)
  static func deadline(ofSlot slot: Int, in apps: inout AppTable) -> Instant? {
    apps.read(slot: slot) { $0.deadline } ?? nil
  }

  /// Reads from the app in the slot, without copying the record; `nil` for an empty slot.
  ///
  /// A record is more than a kilobyte with dozens of references: a copy costs more than most of the
  /// work for an input. Code that needs a field or two of it uses this method.
  @inline(__always)
  func read<Result>(slot: Int, _ look: (borrowing AppRecord) -> Result) -> Result? {
    slots[slot]?.read(look)
  }

  /// Returns whether the app in the slot has background work that waits or runs.
  func hasWork(inSlot slot: Int) -> Bool {
    read(slot: slot) { $0.work.isWaiting || !$0.work.running.isEmpty } ?? false
  }

  /// Returns the number of tasks of a kind that the app in the slot runs.
  func runningTasks(inSlot slot: Int, _ isCounted: (TaskType) -> Bool) -> Int {
    read(slot: slot) { $0.work.running.tasks.count { isCounted($0.type) } } ?? 0
  }

  /// Returns the number of waiting continued tasks of the app in the slot that were submitted before that one.
  func pendingContinued(inSlot slot: Int, before number: UInt64) -> Int {
    read(slot: slot) { record in
      record.work.requests.pending.count { $0.type == .continued && $0.number < number }
    } ?? 0
  }

  /// Returns whether the app's work must be reviewed in this turn; true only once.
  mutating func takeReviewNeed(inSlot slot: Int) -> Bool {
    guard read(slot: slot, { $0.work.needsReview }) == true else { return false }
    slots[slot]?.change { $0.work.needsReview = false }
    return true
  }

  /// Adds a new app and returns its slot.
  package mutating func insert(_ record: AppRecord) -> Int {
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(AppBox(record)) } else { slots[slot] = AppBox(record) }
    slotOfApp.insert(record.identifier, slot: slot)
    index(record, in: slot)
    return slot
  }

  package mutating func remove(slot: Int) {
    guard let record = slots[slot]?.record else { return }
    slotOfApp.remove(record.identifier)
    if let launch = record.process.launch { launches.remove(launch) }
    slots[slot] = nil
    slotsFreedInTurn.append(slot)
  }

  /// Frees the slots of the apps that were removed in the turn.
  mutating func endTurn() {
    guard !slotsFreedInTurn.isEmpty else { return }
    freeSlots += slotsFreedInTurn
    slotsFreedInTurn = []
  }

  /// Changes the app in the slot, in place; does nothing for an empty slot.
  package mutating func update(slot: Int, _ change: (inout AppRecord) -> Void) {
    let before = slots[slot]?.process.launch
    slots[slot]?.change(change)
    let after = slots[slot]?.process.launch
    guard before != after else { return }
    if let before { launches.remove(before) }
    if let after { launches.insert(after, slot: slot) }
  }

  /// Changes the app in the slot, and brings it to rest; `isCovered`: it gets no input although on screen.
  mutating func change(
    slot: Int,
    isCovered: Bool,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) {
    update(slot: slot) { record in
      change(&record, &turn)
      if isCovered, case .active = record.process.state {
        // It came on screen under a banner that is still shown, or without the focus.
        record.apply(.interrupted, in: &turn, because: [Condition(.userAction)])
      }
      record.settle(in: &turn)
    }
  }

  private mutating func index(_ record: AppRecord, in slot: Int) {
    if let launch = record.process.launch { launches.insert(launch, slot: slot) }
  }
}

extension AppTable: Saved {
  /// Writes the slots; the indexes are derived from them.
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("freeSlots")
    freeSlots.write(to: &writer)
    writer.key("slots")
    slots.map { $0?.record }.write(to: &writer)
    writer.endObject()
  }

  /// Reads the slots and rebuilds the indexes.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("freeSlots")
    freeSlots = try [Int](from: &reader)
    try reader.key("slots")
    let records = try [AppRecord?](from: &reader)
    try reader.endObject()
    slots = records.map { $0.map { AppBox($0) } }
    for (slot, record) in records.enumerated() {
      guard let record else { continue }
      slotOfApp.insert(record.identifier, slot: slot)
      index(record, in: slot)
    }
  }
}
