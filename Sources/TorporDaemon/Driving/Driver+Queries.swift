package import TorporCore
package import TorporModel

// What sessions ask of the host; nothing here changes the device.

extension Driver {
  /// The device's time now.
  package func now() -> Instant { clock.now() }

  /// Nanoseconds since 1970 now, for display.
  package func wallNanoseconds() -> Int64 { clock.wallNanoseconds() }

  /// How the app is started; `nil` for an app that is not there.
  package func recipe(of app: AppIdentifier) -> LaunchRecipe? {
    owners[app] == nil ? nil : keeper.recipe(of: app)
  }

  /// What is kept of transfers; `nil` for one that is not there.
  package func storedTransfers(_ transfers: [TransferIdentifier]) -> [StoredTransfer?] {
    keeper.transfers(transfers)
  }

  /// The bytes of all transfers of a user in the journal.
  func transferBytes(ofUser userID: UInt32) -> Int { keeper.transferBytes(ofUser: userID) }

  /// Whose process moves the bytes of an owner's transfers; `nil` for an app that is not there.
  func recipeOwner(of owner: TransferOwner) -> RecipeOwner? {
    switch owner {
    case .app(let app): owners[app]
    // The group does not matter: it is that of the process which is there, or of the next one.
    case .user(let userID): RecipeOwner(userID: userID, groupID: userID, container: nil)
    }
  }

  /// Whose the app is, or was: who may read what was decided about it.
  func owner(of app: AppIdentifier) -> UInt32? {
    owners[app]?.userID ?? formerOwners[app]
      ?? device.ended.entries.last { $0.app == app }?.ownerUserID
  }

  /// The picture that an app has put into its container for the switcher; `nil`: none.
  func ownSnapshot(of app: AppIdentifier) -> ContainedSnapshot? {
    owners[app].flatMap { containers?.snapshot(of: $0) }
  }

  /// The process of a launch as the kernel numbers it.
  func mainProcessID(of launch: LaunchIdentifier) -> Int32? { processes.mainProcessID(of: launch) }

  /// What the processes of a launch take of memory now.
  func footprintBytes(of launch: LaunchIdentifier) -> Int64? {
    processes.footprintBytes(of: launch)
  }

  /// The processor time that the processes of a launch have used until now.
  func processorTime(of launch: LaunchIdentifier) -> Duration? {
    processes.processorTime(of: launch)
  }

  /// All that the kernel counts of the processes of a launch.
  func usage(of launch: LaunchIdentifier) -> ResourceUsage? { processes.usage(of: launch) }

  /// How many apps belong to the user; jobs have a limit of their own.
  func appCount(ofUser userID: UInt32) -> Int {
    owners.count { $0.value.userID == userID && JobRecord.job(ofApp: $0.key) == nil }
  }

  /// The number of the journal's last entry.
  package var journalSequence: UInt64 { keeper.entrySequence }

  /// Closes descriptors that came with a call that is not run.
  func discard(_ descriptors: [Int32]) { processes.discard(descriptors) }

  /// The newest decisions, oldest first.
  ///
  /// - Throws: `JournalFailure` when the ledger cannot be read.
  package func decisions(
    about app: AppIdentifier?,
    after sequence: UInt64,
    before end: UInt64 = .max,
    countMax: Int
  ) throws(JournalFailure) -> [(entry: LedgerEntry, decision: Decision)] {
    try keeper.decisions(about: app, after: sequence, before: end, countMax: countMax)
  }

  /// Why the journal cannot be written now; `nil` in health.
  package var journalOutage: JournalFailure? { keeper.outage?.failure }
}
