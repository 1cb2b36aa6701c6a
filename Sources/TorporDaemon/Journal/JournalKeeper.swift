import TorporCore
import TorporModel

/// The driver's hand on the journal: numbers, snapshots, and what happens when it cannot be written.
///
/// While the journal cannot be written the device goes on by what the kernel reports, requests that
/// would have to be remembered are refused, and the first snapshot that succeeds makes the journal
/// whole again.
final class JournalKeeper {
  private let journal: any JournalPort
  private let codec: JournalCodec
  private let clock: any ClockPort
  private let limits: DriverLimits
  private(set) var entrySequence: UInt64 = 0
  private var decisionSequence: UInt64 = 0
  private var entriesSinceSnapshot = 0
  /// Decisions that were taken while the journal could not be written.
  private var unsavedDecisions: [Decision] = []
  /// Apps that were removed while the journal could not be written.
  private var unsavedRemovals: [AppIdentifier] = []
  /// Why the journal cannot be written now, and when it is tried again.
  private(set) var outage: JournalOutage?
  /// What the user wants recorded of it; `nil`: this host makes no recordings.
  let recorder: Recorder?
  /// The turn that was saved last, until it is recorded.
  private var unrecorded: (entries: [JournalEntry], decisions: [LedgerEntry])?

  init(
    _ journal: any JournalPort,
    clock: any ClockPort,
    limits: DriverLimits,
    recorder: Recorder? = nil
  ) {
    self.journal = journal
    self.recorder = recorder
    codec = JournalCodec(path: journal.path)
    self.clock = clock
    self.limits = limits
  }

  // MARK: Reading

  /// Replays what the journal holds; `nil` for a journal that has not begun.
  ///
  /// One of an earlier format is accepted once all of it could be read. A snapshot then takes the place of
  /// its entries: what was accepted under an earlier policy is not decided again at every start.
  func recover() throws(JournalFailure) -> Device? {
    let (snapshot, entries) = try journal.load()
    recorder?.find()
    var device: Device?
    var missed: [(entry: JournalEntry, decisions: [Decision])] = []
    if let snapshot {
      device = try codec.device(from: snapshot)
      entrySequence = snapshot.sequence
    }
    for entry in entries {
      // They are numbered without gaps: to replay what is left would make another device, silently.
      guard entry.sequence == entrySequence &+ 1 else {
        throw JournalFailure(
          operation: "read",
          path: journal.path,
          cause:
            "input \(entrySequence &+ 1) is not there, and input \(entry.sequence) is: the file "
            + "was damaged after it was written; move it away to start from the beginning, or restore a copy",
          isDiskFull: false
        )
      }
      let input = try codec.input(from: entry)
      if device == nil, case .device(.configured(let configuration)) = input {
        device = Device(configuration, at: entry.at)
      }
      let effects = device?.handle(input, at: entry.at) ?? []
      entrySequence = entry.sequence
      guard let recorder, recorder.isRunning else { continue }
      recorder.compare(entry)
      if entry.sequence > recorder.sequence { missed.append((entry, effects.decisions)) }
    }
    entriesSinceSnapshot = entries.count
    decisionSequence =
      try journal.decisions(about: nil, after: 0, countMax: 1).last?.sequence ?? 0
    try journal.accept()
    let formats = [snapshot?.format].compactMap { $0 } + entries.map(\.format)
    if let device, formats.contains(where: { $0 < JournalFormat.current }) {
      // Without room the records stay as they are, and are read so the next time.
      try? self.snapshot(of: device)
    }
    recorder?.resume(missed, device, after: entrySequence)
    return device
  }

  func owners() throws(JournalFailure) -> [AppIdentifier: RecipeOwner] { try journal.owners() }

  /// How an app is started; `nil` where nothing says so, or it cannot be read.
  func recipe(of app: AppIdentifier) -> LaunchRecipe? {
    (try? journal.recipe(of: app)) ?? nil
  }

  /// What is kept of transfers; `nil` for one that is not there, or cannot be read.
  func transfers(_ transfers: [TransferIdentifier]) -> [StoredTransfer?] {
    (try? journal.transfers(transfers)) ?? transfers.map { _ in nil }
  }

  /// The bytes of all transfers of a user; none where that cannot be read.
  func transferBytes(ofUser userID: UInt32) -> Int {
    (try? journal.transferBytes(ofUser: userID)) ?? 0
  }

  func decisions(
    about app: AppIdentifier?,
    after sequence: UInt64,
    before end: UInt64 = .max,
    countMax: Int
  ) throws(JournalFailure) -> [(entry: LedgerEntry, decision: Decision)] {
    let entries = try journal.decisions(
      about: app,
      after: sequence,
      before: end,
      countMax: countMax
    )
    var decisions: [(LedgerEntry, Decision)] = []
    for entry in entries { decisions.append((entry, try codec.decision(from: entry))) }
    return decisions
  }

  // MARK: Writing

  /// Saves one turn and returns its ledger rows, and before them those of what could not be saved earlier.
  func save(
    _ inputs: [Input],
    _ decisions: [Decision],
    recipes: [(AppIdentifier, LaunchRecipe)],
    removed: [AppIdentifier],
    transfers: DecidedTransfers,
    device: Device
  ) throws(JournalFailure) -> (late: [(Decision, LedgerEntry)], rows: [LedgerEntry]) {
    var record = TurnRecord()
    for (offset, input) in inputs.enumerated() {
      record.entries.append(
        JournalEntry(
          sequence: entrySequence + UInt64(offset) + 1,
          at: device.now,
          bytes: try codec.bytes(of: input)
        )
      )
    }
    record.decisions = try rows(unsavedDecisions + decisions)
    record.newRecipes = recipes.map { (app: $0.0, recipe: $0.1) }
    record.removedRecipes = unsavedRemovals.filter { !device.keepsRecipe(of: $0) } + removed
    record.newTransfers = transfers.accepted
    record.replacedTransfers = transfers.replaced
    record.transferDetails = transfers.details
    record.removedTransfers = transfers.removed
    record.isDurable =
      inputs.contains { $0.durability.isSynced } || decisions.contains(where: \.isSynced)
    try journal.commit(record)
    entrySequence += UInt64(inputs.count)
    decisionSequence += UInt64(record.decisions.count)
    entriesSinceSnapshot += inputs.count
    let fresh = record.decisions.suffix(decisions.count)
    if recorder?.isRunning == true, !record.entries.isEmpty {
      unrecorded = (record.entries, Array(fresh))
    }
    let late = Array(zip(unsavedDecisions, record.decisions))
    unsavedDecisions.removeAll()
    unsavedRemovals.removeAll()
    return (late, Array(fresh))
  }

  /// Has the turn recorded that was saved last: behind its effects, so that nobody waits for the file.
  ///
  /// What a death of the daemon prevents is in the journal, from which the next daemon records it.
  func record(_ device: Device) {
    guard let (entries, decisions) = unrecorded.take() else { return }
    recorder?.note(entries, decisions, device)
  }

  /// Replaces the entries by the device itself, when they have grown many.
  func snapshotIfDue(of device: Device) {
    guard entriesSinceSnapshot >= limits.entriesPerSnapshot else { return }
    // A failure is not yet a loss: the entries are still there, and the next turn tries again.
    try? snapshot(of: device)
  }

  func snapshot(of device: Device) throws(JournalFailure) {
    let bytes = try codec.bytes(of: device)
    try journal.writeSnapshot(
      SnapshotRecord(sequence: entrySequence, at: device.now, bytes: bytes)
    )
    entriesSinceSnapshot = 0
    recorder?.check(bytes, after: entrySequence, at: device.now)
  }

  // MARK: Outage

  /// Whether the ledger lacks what was decided while it could not be written.
  var hasUnsaved: Bool { !unsavedDecisions.isEmpty || !unsavedRemovals.isEmpty }

  /// The journal could not be written just now.
  func fail(_ failure: JournalFailure, at now: Instant) {
    outage = JournalOutage(failure, at: now, retryAfter: limits.journalRetry)
    // What the device follows now is in no journal.
    recorder?.beginGap()
  }

  /// Keeps in memory what could not be saved.
  func keep(_ decisions: [Decision], removed: [AppIdentifier]) {
    unsavedRemovals += removed
    unsavedDecisions += decisions
    unsavedDecisions.removeFirst(max(0, unsavedDecisions.count - limits.unsavedDecisionsMax))
  }

  /// Tries to make the journal whole again, if that is due or a peer has said something; says whether it is.
  func heal(with device: Device, at now: Instant, isAskedFor: Bool) -> Bool {
    guard let outage else { return true }
    let earliest = isAskedFor ? outage.triedAt + limits.journalRetry : outage.retryAt
    guard min(earliest, outage.retryAt) <= now else { return false }
    do {
      // Skips a number, so that entries written before the outage can never be taken for later ones.
      entrySequence += 1
      try snapshot(of: device)
      self.outage = nil
      recorder?.bridge(to: device, after: entrySequence)
      return true
    } catch {
      // One that was tried because a peer has spoken says nothing of how often it is worth a wake-up.
      let isDue = outage.retryAt <= now
      let patience = isDue ? min(outage.patience * 2, limits.journalRetryMax) : outage.patience
      self.outage = JournalOutage(error, at: now, retryAfter: patience)
      return false
    }
  }

  private func rows(_ decisions: [Decision]) throws(JournalFailure) -> [LedgerEntry] {
    let wall = clock.wallNanoseconds()
    var rows: [LedgerEntry] = []
    for (offset, decision) in decisions.enumerated() {
      rows.append(
        LedgerEntry(
          sequence: decisionSequence + UInt64(offset) + 1,
          at: decision.at,
          app: decision.app,
          wallNanoseconds: wall,
          bytes: try codec.bytes(of: decision)
        )
      )
    }
    return rows
  }
}

/// A time in which the journal cannot be written.
struct JournalOutage {
  let failure: JournalFailure
  /// When it was tried last.
  let triedAt: Instant
  /// How long it is left alone after that.
  let patience: Duration

  init(_ failure: JournalFailure, at now: Instant, retryAfter patience: Duration) {
    (self.failure, triedAt, self.patience) = (failure, now, patience)
  }

  var retryAt: Instant { triedAt + patience }
}
