/// The state of a transfer.
public enum TransferState: String, Hashable, Sendable, CaseIterable {
  /// Accepted, but not begun.
  case queued
  /// Bytes move, or a connection is being made.
  case running
  /// Begun, and waiting for a condition.
  case waiting
  /// Paused by its owner (`suspend()`).
  case suspended
  case completed, failed, cancelled

  /// Whether the state is final.
  public var isFinal: Bool {
    switch self {
    case .completed, .failed, .cancelled: true
    case .queued, .running, .waiting, .suspended: false
    }
  }
}

/// All that is known about one transfer, except its content.
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
  /// The direction of the bytes.
  @usableFromInline package var direction: TransferDirection
  /// Its state.
  @usableFromInline package var state: TransferState
  /// Whether it is treated as discretionary, because it or its session says so or because it was
  /// started in the background.
  @usableFromInline package var isDiscretionary: Bool
  /// When it was submitted.
  @usableFromInline package var submittedAt: Instant
  /// When it must have ended.
  @usableFromInline package var deadline: Instant
  /// The number of attempts begun.
  @usableFromInline package var attempts: Int
  /// Bytes received or sent, as of the last report; while it runs, the service has a more recent number.
  @usableFromInline package var bytes: Int64
  /// The expected number of bytes; `nil`: unknown.
  @usableFromInline package var expectedBytes: Int64?
  /// The error of the last attempt, if there will be another one.
  @usableFromInline package var lastError: TransferError?
  /// The conditions that block it now; empty while it runs and after it has ended.
  @usableFromInline package var blockers: [Condition]
  /// How it ended; `nil`: it has not ended.
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
  /// The error; `nil`: none.
  public var error: TransferError?
  /// The reason of its cancellation, if its owner did not cancel it.
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

/// Additional information of a transfer service about a result, for users and for the app; it does not
/// affect decisions.
public struct TransferDetail: Hashable, Sendable, Saved {
  /// The path of the received file; absolute.
  public var path: String?
  /// The URL that answered, after redirects.
  public var finalURL: String?
  /// `Content-Type` of the answer.
  public var mimeType: String?
  /// The fault, as one clause without a full stop: "the server closed after 100 of 200 bytes".
  public var cause: String?
  /// The challenge of the server.
  public var challenge: TransferChallenge?
  /// The URL that the transfer was started with; reported only to apps.
  public var url: String?
  /// The app's own description of it; reported only to apps.
  public var taskDescription: String?
  /// The file that an upload sends; reported only to apps.
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

/// A server's request for authentication (`URLProtectionSpace`).
public struct TransferChallenge: Hashable, Sendable, Saved {
  /// The requesting host.
  public var host: String
  /// The scheme: `Basic`, `Digest`, ….
  public var scheme: String
  /// The server's name for the protected part.
  public var realm: String?
  /// Whether the request comes from a proxy.
  public var isProxy: Bool
  // Saved: left out means 0.
  /// The number of answers that the server has refused before (`previousFailureCount`).
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

/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable, Saved {
  /// The number of bytes in the file, or sent from it.
  public var bytes: Int64
  /// The total number of bytes; `nil`: unknown.
  public var totalBytes: Int64?
  /// The recent number of bytes a second.
  public var bytesPerSecond: Int64

  /// Makes a progress.
  public init(bytes: Int64, totalBytes: Int64?, bytesPerSecond: Int64 = 0) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.bytesPerSecond = bytesPerSecond
  }
}
