package import TorporModel

/// What the policy remembers of one transfer: about 150 bytes, for there may be a hundred thousand.
///
/// It owns where the transfer stands and nothing of what it carries. A value: the table keeps it.
package struct TransferRecord: Hashable, Sendable {
  package let transfer: TransferIdentifier
  /// The number of its session in the table.
  package let session: UInt32
  package let direction: TransferDirection
  /// Whether it waits for good conditions, by its own wish, its session's, or because it was started
  /// in the background (US9).
  package let isDiscretionary: Bool
  /// Whether it fetches a Newsstand issue that was announced.
  package let isIssue: Bool
  package let network: TransferNetwork
  /// Whether its host is this machine, so that it needs no network.
  package let staysOnMachine: Bool
  package let hostKey: UInt64
  package let submittedAt: Instant
  /// Before when it does not begin; `submittedAt` where nothing was said.
  package let earliest: Instant
  /// The most bytes that will go over the network; 0: unknown.
  package let expectedBytes: Int64
  /// The transfer whose partial file it takes over; 0: none.
  package let resumes: UInt64
  /// By when it must be over.
  package internal(set) var deadline: Instant
  package internal(set) var phase: Phase
  /// Attempts that were begun; the number of the last one.
  package internal(set) var attempts: UInt32 = 0
  /// Attempts in a row that kept nothing new.
  package internal(set) var fruitlessAttempts: UInt8 = 0
  /// Bytes that are there, as the last report says.
  package internal(set) var bytes: Int64 = 0
  /// What the last attempt failed of.
  package internal(set) var lastError: TransferError?
  /// What it waited for when its owner held it, and waits for again when it is let go.
  package internal(set) var heldGate: HeldGate?
  /// The most bytes that any attempt has kept; only what is beyond them is progress.
  package internal(set) var keptBytesMax: Int64 = 0
  /// Deaths of the service in a row at which its request was under way and nothing new was kept.
  package internal(set) var deaths: UInt8 = 0
  /// Answers to challenges since new bytes were kept last; the server has refused each of them when it
  /// asks again.
  package internal(set) var challengeAnswers: UInt8 = 0
  /// When the attempt that runs has shown that the service does not die of it; `nil`: nobody asks.
  package internal(set) var provenAt: Instant?
  /// Whether the app has had the received file, and it is gone.
  package internal(set) var isHandedOver = false

  /// Where a transfer stands.
  package enum Phase: Hashable, Sendable, Codable {
    /// In the queue of its lane.
    case ready
    /// Not before that moment.
    case gated(until: Instant, Gate)
    case running
    /// Its app is to say something first.
    case asking(Question)
    /// Its owner holds it.
    case suspended
    case over(TransferOutcome)
  }

  /// Why a transfer waits for a moment.
  package enum Gate: String, Hashable, Sendable, Codable {
    /// Its begin date.
    case beginDate
    /// The resume rate limiter (US17).
    case rateLimiter
    /// The interval after an attempt that failed (US11).
    case retry
    /// Room on the disk; looked at again by then at the latest.
    case storage
  }

  /// A wait that a hold has interrupted.
  package struct HeldGate: Hashable, Sendable, Codable {
    let until: Instant
    let gate: Gate
  }

  /// What an app is asked about a transfer.
  package enum Question: String, Hashable, Sendable, Codable {
    case challenge
    case delayedRequest
  }

  /// From when on it asks for a free network alone, where it waits for good conditions: in the last
  /// tenth of its time.
  var relaxedAt: Instant { deadline - (deadline - earliest) / TransferPolicy.relaxedShare }

  /// How it ended; `nil`: it has not.
  package var outcome: TransferOutcome? {
    if case .over(let outcome) = phase { outcome } else { nil }
  }

  /// When something happens to it by itself; `nil` for what waits in a queue or runs, whose deadlines
  /// are looked up there.
  var dueAt: Instant? {
    switch phase {
    case .ready, .running, .over: nil
    case .gated(let until, _): min(until, deadline)
    case .asking, .suspended: deadline
    }
  }

  /// The queue that it stands in while it is ready.
  var lane: TransferLane.Key {
    TransferLane.Key(
      session: session,
      isDiscretionary: isDiscretionary,
      isIssue: isIssue,
      network: network,
      staysOnMachine: staysOnMachine,
      hostKey: hostKey
    )
  }
}

// Written as one row of numbers: a snapshot of a hundred thousand is not to be ten times their size.
extension TransferRecord: Codable {
  package init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    transfer = TransferIdentifier(rawValue: UInt64(bitPattern: try row.decode(Int64.self)))
    session = try row.decode(UInt32.self)
    let flags = try row.decode(Int.self)
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
    hostKey = UInt64(bitPattern: try row.decode(Int64.self))
    submittedAt = try row.decode(Instant.self)
    earliest = try row.decode(Instant.self)
    deadline = try row.decode(Instant.self)
    expectedBytes = try row.decode(Int64.self)
    resumes = UInt64(bitPattern: try row.decode(Int64.self))
    attempts = try row.decode(UInt32.self)
    fruitlessAttempts = try row.decode(UInt8.self)
    bytes = try row.decode(Int64.self)
    let error = try row.decode(Int.self)
    lastError = error == 0 ? nil : TransferError(rawValue: error)
    phase = try row.decodeNil() ? .ready : row.decode(Phase.self)
    keptBytesMax = bytes
    // Whoever wrote no more counted no more.
    guard !row.isAtEnd else { return }
    if try !row.decodeNil() { heldGate = try row.decode(HeldGate.self) }
    guard !row.isAtEnd else { return }
    keptBytesMax = try row.decode(Int64.self)
    deaths = try row.decode(UInt8.self)
    challengeAnswers = try row.decode(UInt8.self)
    provenAt = row.isAtEnd ? nil : try row.decode(Instant.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    try row.encode(Int64(bitPattern: transfer.rawValue))
    try row.encode(session)
    let bits = [
      direction == .upload, isDiscretionary, isIssue, network.allowsCellular,
      network.allowsExpensive, network.allowsConstrained, isHandedOver, staysOnMachine,
    ]
    try row.encode(bits.enumerated().reduce(0) { $1.element ? $0 | 1 << $1.offset : $0 })
    try row.encode(Int64(bitPattern: hostKey))
    try row.encode(submittedAt)
    try row.encode(earliest)
    try row.encode(deadline)
    try row.encode(expectedBytes)
    try row.encode(Int64(bitPattern: resumes))
    try row.encode(attempts)
    try row.encode(fruitlessAttempts)
    try row.encode(bytes)
    try row.encode(lastError?.rawValue ?? 0)
    if phase == .ready { try row.encodeNil() } else { try row.encode(phase) }
    let counts = keptBytesMax != bytes || deaths > 0 || challengeAnswers > 0 || provenAt != nil
    if let heldGate { try row.encode(heldGate) } else if counts { try row.encodeNil() }
    guard counts else { return }
    try row.encode(keptBytesMax)
    try row.encode(deaths)
    try row.encode(challengeAnswers)
    if let provenAt { try row.encode(provenAt) }
  }
}
