package import TorporModel

/// The policy's record of one transfer: about 150 bytes, because there may be a hundred thousand.
///
/// It owns the state of the transfer, but not its content. A value: the table keeps it.
package struct TransferRecord: Hashable, Sendable {
  // Shape: one property for each fact that is saved of a transfer; a transfer table keeps a million.
  package let transfer: TransferIdentifier
  /// The number of its session in the table.
  package let session: UInt32
  package let direction: TransferDirection
  /// Whether it waits for good conditions: requested by itself or its session, or because it was
  /// started in the background (US9).
  package let isDiscretionary: Bool
  /// Whether it fetches a Newsstand issue that was announced.
  package let isIssue: Bool
  /// Whether its app began the download off screen, without the user's knowledge.
  package let isAutomatic: Bool
  package let network: TransferNetwork
  /// Whether its host is this machine, so that it needs no network.
  package let staysOnMachine: Bool
  package let hostKey: UInt64
  package let submittedAt: Instant
  /// The time before which it does not begin; `submittedAt` if none was given.
  package let earliest: Instant
  /// The maximum number of bytes over the network; 0: unknown.
  package let expectedBytes: Int64
  /// The transfer whose partial file it takes over; 0: none.
  package let resumes: UInt64
  /// When it must have ended.
  package internal(set) var deadline: Instant
  package internal(set) var phase: Phase
  /// Attempts that were begun; the number of the last one.
  package internal(set) var attempts: UInt32 = 0
  /// Attempts in a row that kept nothing new.
  package internal(set) var fruitlessAttempts: UInt8 = 0
  /// The bytes that are kept, according to the last report.
  package internal(set) var bytes: Int64 = 0
  /// The error of the last attempt.
  package internal(set) var lastError: TransferError?
  /// The wait that its owner's pause interrupted, and that resumes afterwards.
  package internal(set) var heldGate: HeldGate?
  /// The maximum number of bytes that any attempt has kept; only bytes beyond it are progress.
  package internal(set) var keptBytesMax: Int64 = 0
  /// Consecutive deaths of the service while its request was in progress, without progress of its own.
  package internal(set) var deaths: UInt8 = 0
  /// Answers to challenges since the last progress; a new challenge means that the server has refused them.
  package internal(set) var challengeAnswers: UInt8 = 0
  /// When the present attempt has shown that it does not kill the service; `nil`: it is not suspected.
  package internal(set) var provenAt: Instant?
  /// The booked part of the present attempt in the consumption ledger; `nil`: none runs for an app.
  package internal(set) var booked: BookedBytes?
  /// Whether the app has received the file, and it was removed.
  package internal(set) var isHandedOver = false

  /// The number of an attempt's booked bytes, and the link of the next ones.
  package struct BookedBytes: Hashable, Sendable, Saved {
    let bytes: Int64
    let link: NetworkLink
  }

  /// Where a transfer stands.
  package enum Phase: Hashable, Sendable, Saved {
    /// In the queue of its lane.
    case ready
    /// Not before that time.
    case gated(until: Instant, Gate)
    case running
    /// Its app must answer first.
    case asking(Question)
    /// Its owner has paused it.
    case suspended
    case over(TransferOutcome)
  }

  /// The reason why a transfer waits for a time.
  package enum Gate: String, Hashable, Sendable, Saved {
    /// Its begin date.
    case beginDate
    /// The resume rate limiter (US17).
    case rateLimiter
    /// The interval after an attempt that failed (US11).
    case retry
    /// Free disk space; checked again at that time at the latest.
    case storage
  }

  /// A wait that a pause has interrupted.
  package struct HeldGate: Hashable, Sendable, Saved {
    let until: Instant
    let gate: Gate
  }

  /// A question to an app about a transfer.
  package enum Question: String, Hashable, Sendable, Saved {
    case challenge
    case delayedRequest
  }

  /// When it begins to require only a free network, if it waits for good conditions: in the last tenth of its time.
  var relaxedAt: Instant { deadline - (deadline - earliest) / TransferPolicy.relaxedShare }

  /// How it ended; `nil`: it has not ended.
  package var outcome: TransferOutcome? {
    if case .over(let outcome) = phase { outcome } else { nil }
  }

  /// When it is due by itself; `nil` if it waits in a queue or runs, where its deadline is looked up.
  var dueAt: Instant? {
    switch phase {
    case .ready, .running, .over: nil
    case .gated(let until, _): min(until, deadline)
    case .asking, .suspended: deadline
    }
  }

  /// Its queue while it is ready.
  var lane: TransferLane.Key {
    TransferLane.Key(
      session: session,
      isDiscretionary: isDiscretionary,
      isIssue: isIssue,
      isAutomatic: isAutomatic ? true : nil,
      network: network,
      staysOnMachine: staysOnMachine,
      hostKey: hostKey
    )
  }
}

// Written as one row of numbers, so that a snapshot of a hundred thousand is not ten times their size.
extension TransferRecord: Saved {
  /// Writes a row of numbers: names would double a snapshot.
  package func write(to writer: inout SavedWriter) {
    writer.beginArray()
    writer.element(Int64(bitPattern: transfer.rawValue))
    writer.element(session)
    let bits = [
      direction == .upload, isDiscretionary, isIssue, network.allowsCellular,
      network.allowsExpensive, network.allowsConstrained, isHandedOver, staysOnMachine,
      isAutomatic,
    ]
    writer.element(bits.enumerated().reduce(0) { $1.element ? $0 | 1 << $1.offset : $0 })
    writer.element(Int64(bitPattern: writer.replaced(hostKey, .server)))
    writer.element(submittedAt)
    writer.element(earliest)
    writer.element(deadline)
    writer.element(expectedBytes)
    writer.element(Int64(bitPattern: resumes))
    writer.element(attempts)
    writer.element(fruitlessAttempts)
    writer.element(bytes)
    writer.element(lastError?.rawValue ?? 0)
    writer.element(phase == .ready ? nil : phase)
    let counts =
      keptBytesMax != bytes || deaths > 0 || challengeAnswers > 0 || provenAt != nil
      || booked != nil
    if heldGate != nil || counts { writer.element(heldGate) }
    if counts {
      writer.element(keptBytesMax)
      writer.element(deaths)
      writer.element(challengeAnswers)
      if provenAt != nil || booked != nil { writer.element(provenAt) }
      if let booked { writer.element(booked) }
    }
    writer.endArray()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginArray()
    transfer = TransferIdentifier(
      rawValue: UInt64(bitPattern: try reader.element(Int64.self))
    )
    session = try reader.element(UInt32.self)
    let flags = try reader.element(Int.self)
    func has(_ bit: Int) -> Bool { flags & (1 << bit) != 0 }
    direction = has(0) ? .upload : .download
    isDiscretionary = has(1)
    isIssue = has(2)
    network = TransferNetwork(
      allowsCellular: has(3),
      allowsExpensive: has(4),
      allowsConstrained: has(5)
    )
    isHandedOver = has(6)
    staysOnMachine = has(7)
    isAutomatic = has(8)
    hostKey = UInt64(bitPattern: try reader.element(Int64.self))
    submittedAt = try reader.element(Instant.self)
    earliest = try reader.element(Instant.self)
    deadline = try reader.element(Instant.self)
    expectedBytes = try reader.element(Int64.self)
    resumes = UInt64(bitPattern: try reader.element(Int64.self))
    attempts = try reader.element(UInt32.self)
    fruitlessAttempts = try reader.element(UInt8.self)
    bytes = try reader.element(Int64.self)
    let error = try reader.element(Int.self)
    lastError = error == 0 ? nil : TransferError(rawValue: error)
    phase = try reader.element(Phase?.self) ?? .ready
    keptBytesMax = bytes
    // A build that wrote fewer numbers did not count the others.
    guard try reader.hasElement() else { return }
    heldGate = try HeldGate?(from: &reader)
    guard try reader.hasElement() else { return }
    keptBytesMax = try Int64(from: &reader)
    deaths = try reader.element(UInt8.self)
    challengeAnswers = try reader.element(UInt8.self)
    guard try reader.hasElement() else { return }
    provenAt = try Instant?(from: &reader)
    guard try reader.hasElement() else { return }
    booked = try BookedBytes(from: &reader)
    try reader.endArray()
  }
}
