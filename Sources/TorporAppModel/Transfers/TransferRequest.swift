/// What the policy knows of a transfer that is asked for.
///
/// Where it leads and what it carries is `TransferContent`, which decides nothing.
@usableFromInline package struct TransferRequest: Hashable, Sendable, Saved {
  /// Which way the bytes go.
  @usableFromInline package var direction: TransferDirection
  /// Whether it waits for good conditions, as well as where its session says so.
  @usableFromInline package var isDiscretionary: Bool
  /// Not before that long after the submission (`earliestBeginDate`); `nil`: at once.
  @usableFromInline package var earliestBegin: Duration?
  /// The most bytes that will go over the network, with headers
  /// (`countOfBytesClientExpectsToSend` and `…Receive` together); `nil`: unknown.
  @usableFromInline package var expectedBytes: Int64?
  /// Over which networks it may go.
  @usableFromInline package var network: TransferNetwork
  /// Tells apart the hosts that transfers go to; equal for one scheme, host and port.
  @usableFromInline package var hostKey: UInt64
  /// Whether the host is this machine, for which no network is needed.
  @usableFromInline package var staysOnMachine: Bool
  /// The transfer whose resume data this one goes on with; `nil`: it begins anew.
  @usableFromInline package var resumes: TransferIdentifier?
  // Saved: left out where it is false, which is usual.
  /// Whether it has its number, and begins when its owner says so.
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

/// Which way the bytes of a transfer go.
public enum TransferDirection: String, Hashable, Sendable, Saved, CaseIterable {
  case download, upload
}

/// One transfer; counted over the whole life of the device (`taskIdentifier`).
public struct TransferIdentifier: CountedIdentifier, Saved {
  /// The number.
  public let rawValue: UInt64

  /// Makes the identifier from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The number in decimal digits, as on the wire.
  public var description: String { String(rawValue) }

  /// Orders identifiers by the time they were handed out.
  public static func < (left: TransferIdentifier, right: TransferIdentifier) -> Bool {
    left.rawValue < right.rawValue
  }
}
