/// The policy's view of a requested transfer.
///
/// Its target and payload are in `TransferContent`, which does not affect decisions.
@usableFromInline package struct TransferRequest: Hashable, Sendable, Saved {
  /// The direction of the bytes.
  @usableFromInline package var direction: TransferDirection
  /// Whether it waits for good conditions; it also does if its session says so.
  @usableFromInline package var isDiscretionary: Bool
  /// The time after the submission before which it does not begin (`earliestBeginDate`); `nil`: at once.
  @usableFromInline package var earliestBegin: Duration?
  /// The maximum number of bytes sent over the network, with headers
  /// (`countOfBytesClientExpectsToSend` and `…Receive` together); `nil`: unknown.
  @usableFromInline package var expectedBytes: Int64?
  /// The networks that it may use.
  @usableFromInline package var network: TransferNetwork
  /// A key of the host; equal for the same scheme, host and port.
  @usableFromInline package var hostKey: UInt64
  /// Whether the host is this machine, for which no network is needed.
  @usableFromInline package var staysOnMachine: Bool
  /// The transfer whose resume data this one continues from; `nil`: it starts from the beginning.
  @usableFromInline package var resumes: TransferIdentifier?
  // Saved: left out where it is false, which is usual.
  /// Whether it gets its number but begins only when its owner resumes it.
  @usableFromInline package var isSuspended: Bool

  /// Makes a request.
  @inlinable package init(
    direction: TransferDirection,
    isDiscretionary: Bool = false,
    earliestBegin: Duration? = nil,
    expectedBytes: Int64? = nil,
    network: TransferNetwork = TransferNetwork(),
    hostKey: UInt64 = 0,
    staysOnMachine: Bool = false,
    resumes: TransferIdentifier? = nil,
    isSuspended: Bool = false
  ) {
    self.direction = direction
    self.isDiscretionary = isDiscretionary
    self.earliestBegin = earliestBegin
    self.expectedBytes = expectedBytes
    self.network = network
    self.hostKey = hostKey
    self.staysOnMachine = staysOnMachine
    self.resumes = resumes
    self.isSuspended = isSuspended
  }
}

/// The direction of a transfer's bytes.
public enum TransferDirection: String, Hashable, Sendable, Saved, CaseIterable {
  case download, upload
}

/// The identifier of a transfer; counted over the whole life of the device (`taskIdentifier`).
public struct TransferIdentifier: CountedIdentifier, Saved {
  /// The number.
  public let rawValue: UInt64

  /// Makes the identifier from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The number in decimal digits, as on the wire.
  public var description: String { String(rawValue) }

  /// Orders identifiers by the time at which they were assigned.
  public static func < (left: TransferIdentifier, right: TransferIdentifier) -> Bool {
    left.rawValue < right.rawValue
  }
}
