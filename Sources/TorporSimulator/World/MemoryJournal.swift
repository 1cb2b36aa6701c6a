package import TorporCore
package import TorporModel

/// A journal in memory that behaves as the one on disk: what is committed is there for the next
/// daemon, and commits can be made to fail.
package final class MemoryJournal: JournalPort {
  // Shape: what a journal holds, and one property for each way in which it can fail.
  private var snapshot: SnapshotRecord?
  private var entries: [JournalEntry] = []
  private var ledger: [LedgerEntry] = []
  private var launchRecipes: [AppIdentifier: LaunchRecipe]
  private var storedTransfers: [TransferIdentifier: StoredTransfer] = [:]
  /// Up to which entry everything is on the disk; what comes later is gone after a loss of power.
  private var durableCount = 0
  private(set) package var commitCount = 0
  /// The commits that fail, counted from 1 over the life of the journal.
  package var failingCommits: Set<Int> = []
  /// Whether nothing can be written, and how often that was tried.
  package var isGone = false
  private(set) package var refusedCount = 0

  /// Where the daemon dies at its next commit; `died` is told.
  package var deathPoint: DeathPoint?
  package var died: () -> Void = {}
  /// Whether the writer is dead already; the next daemon clears this.
  package var isCutOff = false
  package let path = "memory"

  /// Makes an empty journal that knows how those apps are started.
  package init(recipes: [AppIdentifier: LaunchRecipe] = [:]) {
    launchRecipes = recipes
  }

  /// How many entries a new daemon would replay.
  package var entryCount: Int { entries.count }

  package func commit(_ turn: TurnRecord) throws(JournalFailure) {
    commitCount += 1
    if deathPoint == .beforeSaving { die() }
    guard !isCutOff else { throw failure("the daemon has died") }
    defer { if deathPoint == .afterSaving { die() } }
    try refuseIfGone()
    if failingCommits.contains(commitCount) {
      throw failure("the simulated disk is full", isDiskFull: true)
    }
    var last = entries.last?.sequence ?? snapshot?.sequence ?? 0
    for entry in turn.entries {
      guard entry.sequence > last else { throw failure("entry \(entry.sequence) is there already") }
      last = entry.sequence
    }
    entries += turn.entries
    ledger += turn.decisions
    for new in turn.newRecipes { launchRecipes[new.app] = new.recipe }
    for app in turn.removedRecipes { launchRecipes[app] = nil }
    for new in turn.newTransfers where storedTransfers[new.transfer] == nil {
      storedTransfers[new.transfer] = new.stored
    }
    for new in turn.replacedTransfers where storedTransfers[new.transfer] != nil {
      storedTransfers[new.transfer] = new.stored
    }
    for told in turn.transferDetails { storedTransfers[told.transfer]?.detail = told.detail }
    for transfer in turn.removedTransfers { storedTransfers[transfer] = nil }
    if turn.isDurable { durableCount = entries.count }
  }

  private func refuseIfGone() throws(JournalFailure) {
    guard isGone else { return }
    refusedCount += 1
    throw failure("the simulated journal is gone")
  }

  private func die() {
    deathPoint = nil
    isCutOff = true
    died()
  }

  private func failure(_ cause: String, isDiskFull: Bool = false) -> JournalFailure {
    JournalFailure(operation: "commit", path: "memory", cause: cause, isDiskFull: isDiskFull)
  }

  package func writeSnapshot(_ record: SnapshotRecord) throws(JournalFailure) {
    guard !isCutOff else { throw failure("the daemon has died") }
    try refuseIfGone()
    snapshot = record
    entries.removeAll { $0.sequence <= record.sequence }
    durableCount = entries.count
  }

  package func load() throws(JournalFailure) -> (
    snapshot: SnapshotRecord?, entries: [JournalEntry]
  ) {
    (snapshot, entries)
  }

  package func accept() {}

  package func decisions(
    about app: AppIdentifier?,
    after sequence: UInt64,
    before end: UInt64,
    countMax: Int
  ) throws(JournalFailure) -> [LedgerEntry] {
    let matching = ledger.filter {
      $0.sequence > sequence && $0.sequence < end && (app == nil || $0.app == app)
    }
    return Array(matching.suffix(countMax))
  }

  package func owners() throws(JournalFailure) -> [AppIdentifier: RecipeOwner] {
    launchRecipes.mapValues { RecipeOwner($0) }
  }

  package func recipe(of app: AppIdentifier) throws(JournalFailure) -> LaunchRecipe? {
    launchRecipes[app]
  }

  package func transfers(
    _ transfers: [TransferIdentifier]
  ) throws(JournalFailure) -> [StoredTransfer?] {
    transfers.map { storedTransfers[$0] }
  }

  package func transferBytes(ofUser userID: UInt32) throws(JournalFailure) -> Int {
    storedTransfers.values.reduce(0) { $0 + ($1.userID == userID ? $1.byteCount : 0) }
  }

  /// The disk has lost what was kept of transfers.
  package func loseTransfers() { storedTransfers = [:] }

  /// The machine loses power: what was only with the kernel is gone.
  package func losePower() {
    entries.removeLast(entries.count - durableCount)
  }
}

/// Where in its work the daemon dies.
package enum DeathPoint: String, Hashable, Sendable, CaseIterable {
  case betweenTurns = "between turns"
  case beforeSaving = "before it has saved"
  case afterSaving = "before it has done what it saved"
}
