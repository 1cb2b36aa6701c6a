package import TorporModel

/// What survives.
///
/// All methods are atomic: all of it is there afterwards, or none.
package protocol JournalPort: AnyObject {
  /// The file, for messages.
  var path: String { get }
  /// Adds one turn. Returns when it is on the disk (`isDurable`), or with the kernel.
  ///
  /// - Throws: `JournalFailure` when it could not be written; then nothing of it was.
  func commit(_ turn: TurnRecord) throws(JournalFailure)
  /// Replaces the snapshot and drops the entries that it contains.
  ///
  /// - Throws: `JournalFailure` when it could not be written; the old one is still there.
  func writeSnapshot(_ snapshot: SnapshotRecord) throws(JournalFailure)
  /// All that is needed to go on: the last snapshot, and every entry after it in order.
  ///
  /// - Throws: `JournalFailure` when it cannot be read.
  func load() throws(JournalFailure) -> (snapshot: SnapshotRecord?, entries: [JournalEntry])
  /// What was loaded could be read: only now may the file change, and one of an earlier format is brought
  /// to this one. Closed without this, it stays as it was found.
  ///
  /// - Throws: `JournalFailure` when it could not be written; then nothing of it was.
  func accept() throws(JournalFailure)
  /// The newest ledger rows that match and lie between the two, newest last.
  ///
  /// - Throws: `JournalFailure` when they cannot be read.
  func decisions(
    about app: AppIdentifier?,
    after sequence: UInt64,
    before end: UInt64,
    countMax: Int
  ) throws(JournalFailure) -> [LedgerEntry]
  /// Whose each app and each job is, and where it keeps its data.
  ///
  /// - Throws: `JournalFailure` when they cannot be read.
  func owners() throws(JournalFailure) -> [AppIdentifier: RecipeOwner]
  /// What is kept of transfers, in the order asked for; `nil` for one that is not there.
  ///
  /// - Throws: `JournalFailure` when they cannot be read.
  func transfers(_ transfers: [TransferIdentifier]) throws(JournalFailure) -> [StoredTransfer?]
  /// The bytes of all transfers of a user (`StoredTransfer.byteCount`).
  ///
  /// - Throws: `JournalFailure` when they cannot be read.
  func transferBytes(ofUser userID: UInt32) throws(JournalFailure) -> Int
  /// How an app is started; `nil` for one that is not there.
  ///
  /// Read when it is needed: a recipe holds a whole environment, and ten thousand of them would not
  /// fit where the daemon should.
  ///
  /// - Throws: `JournalFailure` when it cannot be read.
  func recipe(of app: AppIdentifier) throws(JournalFailure) -> LaunchRecipe?
}

/// The part of a recipe that is kept in memory.
package struct RecipeOwner: Hashable, Sendable {
  package let userID: UInt32
  package let groupID: UInt32
  /// The app's own folder; `nil` for a plain command.
  package let container: String?

  package init(_ recipe: LaunchRecipe) {
    self.init(userID: recipe.userID, groupID: recipe.groupID, container: recipe.container)
  }

  package init(userID: UInt32, groupID: UInt32, container: String?) {
    self.userID = userID
    self.groupID = groupID
    self.container = container
  }
}

/// What one turn of the driver leaves behind.
package struct TurnRecord: Sendable {
  package var entries: [JournalEntry] = []
  package var decisions: [LedgerEntry] = []
  package var newRecipes: [(app: AppIdentifier, recipe: LaunchRecipe)] = []
  package var removedRecipes: [AppIdentifier] = []
  package var newTransfers: [(transfer: TransferIdentifier, stored: StoredTransfer)] = []
  /// What takes the place of contents that are there; the detail begins anew.
  package var replacedTransfers: [(transfer: TransferIdentifier, stored: StoredTransfer)] = []
  package var transferDetails: [(transfer: TransferIdentifier, detail: TransferDetail)] = []
  package var removedTransfers: [TransferIdentifier] = []
  /// Whether the turn must be on the disk before anything is done.
  package var isDurable = false

  package init() {}
}

/// One input with its time, as bytes.
package struct JournalEntry: Hashable, Sendable {
  /// Counts from 1 without gaps.
  package let sequence: UInt64
  package let at: Instant
  package let bytes: [UInt8]
  /// The format of the bytes (`JournalFormat`).
  package let format: Int

  package init(
    sequence: UInt64,
    at: Instant,
    bytes: [UInt8],
    format: Int = JournalFormat.current
  ) {
    self.sequence = sequence
    self.at = at
    self.bytes = bytes
    self.format = format
  }
}

/// One decision with its place in the ledger, as bytes.
package struct LedgerEntry: Hashable, Sendable {
  /// Counts from 1 without gaps.
  package let sequence: UInt64
  package let at: Instant
  package let app: AppIdentifier?
  /// Nanoseconds since 1970 by the wall clock when it was decided.
  package let wallNanoseconds: Int64
  package let bytes: [UInt8]
  /// The format of the bytes (`JournalFormat`).
  package let format: Int

  package init(
    sequence: UInt64,
    at: Instant,
    app: AppIdentifier?,
    wallNanoseconds: Int64,
    bytes: [UInt8],
    format: Int = JournalFormat.current
  ) {
    self.sequence = sequence
    self.at = at
    self.app = app
    self.wallNanoseconds = wallNanoseconds
    self.bytes = bytes
    self.format = format
  }
}

/// The whole device as bytes, after the entry of that number.
package struct SnapshotRecord: Hashable, Sendable {
  package let sequence: UInt64
  package let at: Instant
  package let bytes: [UInt8]
  /// The format of the bytes (`JournalFormat`).
  package let format: Int

  package init(
    sequence: UInt64,
    at: Instant,
    bytes: [UInt8],
    format: Int = JournalFormat.current
  ) {
    self.sequence = sequence
    self.at = at
    self.bytes = bytes
    self.format = format
  }
}

/// Why the journal could not be written or read.
package struct JournalFailure: Error, Hashable, Sendable {
  /// What was tried.
  package let operation: String
  /// The file.
  package let path: String
  /// What SQLite or the kernel said.
  package let cause: String
  /// Whether it is for want of room on the disk.
  package let isDiskFull: Bool

  package init(operation: String, path: String, cause: String, isDiskFull: Bool) {
    self.operation = operation
    self.path = path
    self.cause = cause
    self.isDiskFull = isDiskFull
  }
}

extension JournalPort {
  /// The newest ledger rows that match, newest last.
  ///
  /// - Throws: `JournalFailure` when they cannot be read.
  package func decisions(about app: AppIdentifier?, after sequence: UInt64, countMax: Int)
    throws(JournalFailure) -> [LedgerEntry]
  {
    try decisions(about: app, after: sequence, before: .max, countMax: countMax)
  }
}
