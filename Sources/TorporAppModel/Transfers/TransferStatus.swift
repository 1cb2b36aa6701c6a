/// Where a transfer stands.
public enum TransferState: String, Hashable, Sendable, CaseIterable {
  /// Accepted, and not begun.
  case queued
  /// Bytes move, or a connection is being made for them.
  case running
  /// Begun, and held up by something that it waits for.
  case waiting
  /// Its owner holds it (`suspend()`).
  case suspended
  case completed, failed, cancelled

  /// Whether nothing will happen to it any more.
  public var isFinal: Bool {
    switch self {
    case .completed, .failed, .cancelled: true
    case .queued, .running, .waiting, .suspended: false
    }
  }
}

/// All that is known of one transfer but its content.
@usableFromInline package struct TransferStatus: Hashable, Sendable {
  // Shape: one property for each fact that is shown of a transfer.
  /// Its number.
  @usableFromInline package var transfer: TransferIdentifier
  /// The app it belongs to; `nil`: a user's own.
  @usableFromInline package var app: AppIdentifier?
  /// The user it belongs to; `nil`: an app's.
  @usableFromInline package var ownerUserID: UInt32?
  /// The session it belongs to.
  @usableFromInline package var session: String
  /// Which way the bytes go.
  @usableFromInline package var direction: TransferDirection
  /// Where it stands.
  @usableFromInline package var state: TransferState
  /// Whether it is treated as discretionary, because it or its session says so or because it was
  /// started in the background.
  @usableFromInline package var isDiscretionary: Bool
  /// When it was submitted.
  @usableFromInline package var submittedAt: Instant
  /// By when it must be over.
  @usableFromInline package var deadline: Instant
  /// How many attempts were begun.
  @usableFromInline package var attempts: Int
  /// Bytes received or sent, as of the last report; the service knows better while it runs.
  @usableFromInline package var bytes: Int64
  /// Bytes that were announced; `nil`: unknown.
  @usableFromInline package var expectedBytes: Int64?
  /// What the last attempt failed of, while another is to come.
  @usableFromInline package var lastError: TransferError?
  /// What stands in the way now; empty while it runs and when it is over.
  @usableFromInline package var blockers: [Condition]
  /// How it ended; `nil`: it has not.
  @usableFromInline package var outcome: TransferOutcome?

  /// Makes a status.
  @usableFromInline package init(
    transfer: TransferIdentifier,
    app: AppIdentifier?,
    ownerUserID: UInt32?,
    session: String,
    direction: TransferDirection,
    state: TransferState,
    isDiscretionary: Bool,
    submittedAt: Instant,
    deadline: Instant,
    attempts: Int,
    bytes: Int64,
    expectedBytes: Int64?,
    lastError: TransferError? = nil,
    blockers: [Condition] = [],
    outcome: TransferOutcome? = nil
  ) {
    self.transfer = transfer
    self.app = app
    self.ownerUserID = ownerUserID
    self.session = session
    self.direction = direction
    self.state = state
    self.isDiscretionary = isDiscretionary
    self.submittedAt = submittedAt
    self.deadline = deadline
    self.attempts = attempts
    self.bytes = bytes
    self.expectedBytes = expectedBytes
    self.lastError = lastError
    self.blockers = blockers
    self.outcome = outcome
  }
}

/// How a transfer ended.
public struct TransferOutcome: Hashable, Sendable, Saved {
  /// When.
  @usableFromInline package var at: Instant
  /// What went wrong; `nil`: nothing.
  public var error: TransferError?
  /// Who cancelled it, where its owner did not.
  public var cancellation: TransferCancellation?
  /// The status of the last answer (200, 404, …); 0: there was none.
  public var status: Int

  /// Makes an outcome.
  @usableFromInline package init(
    at: Instant,
    error: TransferError? = nil,
    cancellation: TransferCancellation? = nil,
    status: Int = 0
  ) {
    self.at = at
    self.error = error
    self.cancellation = cancellation
    self.status = status
  }
}

/// What a transfer service says beside a result, for people and for the app; nothing is decided by it.
public struct TransferDetail: Hashable, Sendable, Saved {
  /// Where the received file lies; absolute.
  public var path: String?
  /// The URL that answered, after redirects.
  public var finalURL: String?
  /// `Content-Type` of the answer.
  public var mimeType: String?
  /// What went wrong, as one clause without a full stop: "the server closed after 100 of 200 bytes".
  public var cause: String?
  /// What a challenge asks for.
  public var challenge: TransferChallenge?
  /// The URL that the transfer was started with, which only apps are told.
  public var url: String?
  /// The app's own description of it, which only apps are told.
  public var taskDescription: String?
  /// The file that an upload sends, which only apps are told.
  public var file: String?

  /// Makes a detail.
  public init(
    path: String? = nil,
    finalURL: String? = nil,
    mimeType: String? = nil,
    cause: String? = nil,
    challenge: TransferChallenge? = nil,
    url: String? = nil,
    taskDescription: String? = nil,
    file: String? = nil
  ) {
    self.path = path
    self.finalURL = finalURL
    self.mimeType = mimeType
    self.cause = cause
    self.challenge = challenge
    self.url = url
    self.taskDescription = taskDescription
    self.file = file
  }
}

/// What a server asks of its client (`URLProtectionSpace`).
public struct TransferChallenge: Hashable, Sendable, Saved {
  /// The host that asks.
  public var host: String
  /// The scheme: `Basic`, `Digest`, ….
  public var scheme: String
  /// What the server calls the protected part.
  public var realm: String?
  /// Whether a proxy asks.
  public var isProxy: Bool
  // Saved: left out means 0.
  /// How many answers the server has refused before (`previousFailureCount`).
  public var previousFailureCount: Int

  /// Makes a challenge.
  public init(
    host: String,
    scheme: String,
    realm: String? = nil,
    isProxy: Bool = false,
    previousFailureCount: Int = 0
  ) {
    self.host = host
    self.scheme = scheme
    self.realm = realm
    self.isProxy = isProxy
    self.previousFailureCount = previousFailureCount
  }
}

/// How many bytes of a transfer have moved.
public struct TransferProgress: Hashable, Sendable, Saved {
  /// In the file, or sent of it.
  public var bytes: Int64
  /// In all; `nil`: unknown.
  public var totalBytes: Int64?
  /// A second, lately.
  public var bytesPerSecond: Int64

  /// Makes a progress.
  public init(bytes: Int64, totalBytes: Int64?, bytesPerSecond: Int64 = 0) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.bytesPerSecond = bytesPerSecond
  }
}
