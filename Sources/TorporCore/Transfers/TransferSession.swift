package import TorporModel

/// One session: its owner, its configuration, and the pending news for its app.
package struct TransferSession: Hashable, Sendable, Saved {
  // Shape: one property for each fact that is saved of a background session.
  /// Its number in the table; never used twice.
  package let number: UInt32
  package let owner: TransferOwner
  package internal(set) var configuration: SessionConfiguration
  /// The process that has recreated it, and receives its events; other processes do not.
  package internal(set) var connection: LaunchIdentifier?
  /// The number of unfinished transfers.
  package internal(set) var unfinishedCount = 0
  /// Transfers of it that the table holds, over or not.
  package internal(set) var count = 0
  /// News that its app has not finished handling, in the order of events.
  package internal(set) var untold: [News] = []
  /// How many of `untold`, from the first on, are on their way to the connected process.
  package internal(set) var tellingCount = 0
  /// Whether its app must be woken for pending news.
  package internal(set) var wantsEvent = false
  /// The process that was woken for pending news, until it has received all of it.
  package internal(set) var wokenLaunch: LaunchIdentifier?
  /// Whether that process was told that these were all.
  package internal(set) var hasFinishedEvents = false
  /// Questions among what is untold.
  package internal(set) var questionCount = 0
  /// Transfers of it that run.
  package internal(set) var runningCount = 0
  /// The number of wakes for the same news that the app did not survive.
  package internal(set) var failedWakes = 0
  /// The time before which its app is not woken again for the same news.
  package internal(set) var wakeNotBefore: Instant?
  /// What kept its app from being woken when it was last tried.
  package internal(set) var wakeObstacles: [Reason] = []
  /// What is told of it next: nothing new is taken, and it goes when all has been told.
  package internal(set) var isInvalid = false
  /// The last requests that had a key.
  package internal(set) var batches: [Batch] = []

  /// The most sessions of one app: our choice; an app has one or two for each kind of work.
  package static let countOfAppMax = 64
  /// How many transfers are reported to an app before it returns; our choice: a page of mail.
  static let tellingMax = 32
  /// How often an app is woken for the same news when it dies of it each time; our choice.
  static let failedWakesMax = 3
  /// How many keyed requests are remembered; our choice: as many as may be under way at once.
  static let batchesMax = 16

  /// A piece of news for its app.
  package enum News: Hashable, Sendable, Saved {
    case over(TransferIdentifier)
    case question(TransferIdentifier, TransferRecord.Question)
    case invalid

    package var transfer: TransferIdentifier? {
      switch self {
      case .over(let transfer), .question(let transfer, _): transfer
      case .invalid: nil
      }
    }
  }

  /// A request with a key, whose repetition gives the same numbers.
  package struct Batch: Hashable, Sendable, Saved {
    let key: String
    let first: TransferIdentifier
    let count: Int
  }

  init(number: UInt32, owner: TransferOwner, configuration: SessionConfiguration) {
    self.number = number
    self.owner = owner
    self.configuration = configuration
  }

  package var app: AppIdentifier? {
    if case .app(let app) = owner { app } else { nil }
  }

  mutating func note(_ batch: Batch) {
    batches.append(batch)
    if batches.count > Self.batchesMax { batches.removeFirst() }
  }

  /// The process that was told is gone, or no longer the one; the next hears everything from the start.
  mutating func disconnect() {
    connection = nil
    tellingCount = 0
  }
}
