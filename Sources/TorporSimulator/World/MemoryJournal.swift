package import TorporCore
package import TorporModel

/// A journal in memory that behaves as the one on disk: what is committed is there for the next
/// daemon, and commits can be made to fail.
package final class MemoryJournal: JournalPort {
  private var snapshot: SnapshotRecord?
  private var entries: [JournalEntry] = []
  private var ledger: [LedgerEntry] = []
  private var launchRecipes: [AppIdentifier: LaunchRecipe]
  /// Up to which entry everything is on the disk; what comes later is gone after a loss of power.
  private var durableCount = 0
  private(set) package var commitCount = 0
  /// The commits that fail, counted from 1 over the life of the journal.
  package var failingCommits: Set<Int> = []

  /// Makes an empty journal that knows how those apps are started.
  package init(recipes: [AppIdentifier: LaunchRecipe] = [:]) {
    launchRecipes = recipes
  }

  /// How many entries a new daemon would replay.
  package var entryCount: Int { entries.count }

  package func commit(_ turn: TurnRecord) throws(JournalFailure) {
    commitCount += 1
    if failingCommits.contains(commitCount) {
      throw JournalFailure(
        operation: "commit",
        path: "memory",
        cause: "the simulated disk is full",
        isDiskFull: true
      )
    }
    entries += turn.entries
    ledger += turn.decisions
    for new in turn.newRecipes { launchRecipes[new.app] = new.recipe }
    for app in turn.removedRecipes { launchRecipes[app] = nil }
    if turn.isDurable { durableCount = entries.count }
  }

  package func writeSnapshot(_ record: SnapshotRecord) throws(JournalFailure) {
    snapshot = record
    entries.removeAll { $0.sequence <= record.sequence }
    durableCount = entries.count
  }

  package func load() throws(JournalFailure) -> (
    snapshot: SnapshotRecord?, entries: [JournalEntry]
  ) {
    (snapshot, entries)
  }

  package func decisions(
    about app: AppIdentifier?,
    after sequence: UInt64,
    countMax: Int
  ) throws(JournalFailure) -> [LedgerEntry] {
    let matching = ledger.filter { $0.sequence > sequence && (app == nil || $0.app == app) }
    return Array(matching.suffix(countMax))
  }

  package func recipes() throws(JournalFailure) -> [AppIdentifier: LaunchRecipe] { launchRecipes }

  /// The machine loses power: what was only with the kernel is gone.
  package func losePower() {
    entries.removeLast(entries.count - durableCount)
  }
}
