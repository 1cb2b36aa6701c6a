package import TorporCore
package import TorporModel

/// An input with what the host must keep beside it.
package struct Submission: Sendable {
  package let input: Input
  /// How the app that the input installs is started; saved with it.
  package let recipe: LaunchRecipe?
  /// Descriptors 0, 1 and 2 for the process that the input starts; given up if it starts none.
  package let streams: [Int32]
  /// What the transfers carry that the input asks for, in its order; saved if they are accepted.
  package let transfers: [StoredTransfer]
  /// Where each of them gets a file that has its number for a name; `nil`: where its content says.
  package let folder: TransferFile?
  /// What the services said beside the reports of the input.
  package let details: [TransferIdentifier: TransferDetail]
  /// The descriptor that the input hands over; kept if that is accepted, closed if not.
  package let handed: HandedDescriptor?

  package init(
    _ input: Input,
    recipe: LaunchRecipe? = nil,
    streams: [Int32] = [],
    transfers: [StoredTransfer] = [],
    folder: TransferFile? = nil,
    details: [TransferIdentifier: TransferDetail] = [:],
    handed: HandedDescriptor? = nil
  ) {
    self.input = input
    self.recipe = recipe
    self.streams = streams
    self.transfers = transfers
    self.folder = folder
    self.details = details
    self.handed = handed
  }
}

/// Who carries callbacks and replies to apps and programs: the sessions of the daemon, or the apps
/// of the simulator.
package protocol SessionPort: AnyObject {
  /// A callback for a process; dropped when the process does not listen, for the core sends it again
  /// as soon as it does.
  func deliver(_ delivery: Delivery, to launch: LaunchIdentifier)
  /// The answer to a request that came through this outlet; descriptors go beside it, and stay the caller's.
  func reply(_ reply: Reply, to request: RequestIdentifier, beside descriptors: [Int32])
  /// What was decided and done; `entry` is its row of the ledger, `nil` while that cannot be written.
  func note(_ decision: Decision, entry: LedgerEntry?)
  /// A decision that was noted while the ledger could not be written has its row now.
  func noteSaved(_ decision: Decision, entry: LedgerEntry)
  /// Turns what a peer did into submissions; queries are answered at once or after the turn.
  func submissions(for event: HostEvent) -> [Submission]
  /// The inputs of the turn are decided and saved; queries see their result.
  ///
  /// Says whether some are left for the next turn.
  func turnEnded() -> Bool
  /// When a call is answered at the latest whatever happens; `nil`: none waits that has a deadline.
  var nextDeadline: Instant? { get }
}

extension SessionPort {
  package func noteSaved(_ decision: Decision, entry: LedgerEntry) {}
  package var nextDeadline: Instant? { nil }
}

/// The limits of the driver.
package struct DriverLimits: Sendable {
  /// How many inputs the journal may hold before a snapshot replaces them.
  ///
  /// 10,000: replayed in well under 100 ms, our choice.
  package var entriesPerSnapshot = 10_000
  /// How long the driver waits before it tries a broken journal again, at first and at most.
  ///
  /// Twice as long each time: one that stays broken costs a wake-up a minute. While a peer says something, the first of
  /// them applies, so that room on a disk is of use at once. Our choice.
  package var journalRetry = Duration.seconds(1)
  package var journalRetryMax = Duration.seconds(60)
  /// How many decisions are kept in memory while the journal cannot be written; our choice.
  package var unsavedDecisionsMax = 1000

  package init() {}
}
