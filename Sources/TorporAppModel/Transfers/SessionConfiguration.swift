/// How a background session of an app treats its transfers (`URLSessionConfiguration.background`).
public struct SessionConfiguration: Hashable, Sendable, Saved {
  /// The name of the session within its app, across processes; 1 to 255 bytes of UTF-8.
  public var identifier: String
  /// Whether the app is woken or launched when all tasks are done (`sessionSendsLaunchEvents`).
  @usableFromInline package var sendsLaunchEvents: Bool
  /// Whether the transfers wait for good conditions (`isDiscretionary`).
  public var isDiscretionary: Bool
  /// How long a transfer may take in total, including all retries.
  ///
  /// Counted from its submission, or from its begin date if it has one; 7 days by default (§5.1).
  @usableFromInline package var resourceTimeout: Duration
  /// How long a connection may be silent; each byte restarts this time.
  ///
  /// 60 s by default (§5.1).
  @usableFromInline package var requestTimeout: Duration
  /// The number of simultaneous connections to one host, 1 to 16.
  ///
  /// 4 by default (§5.1).
  @usableFromInline package var connectionsPerHostMax: Int
  /// Whether the app is asked before a transfer with a begin date is begun
  /// (`urlSession(_:task:willBeginDelayedRequest:)` is implemented).
  public var asksBeforeDelayedRequests: Bool

  /// Makes a configuration; everything except the name has Apple's default.
  @usableFromInline package init(
    identifier: String,
    sendsLaunchEvents: Bool = true,
    isDiscretionary: Bool = false,
    resourceTimeout: Duration = .days(7),
    requestTimeout: Duration = .seconds(60),
    connectionsPerHostMax: Int = 4,
    asksBeforeDelayedRequests: Bool = false
  ) {
    self.identifier = identifier
    self.sendsLaunchEvents = sendsLaunchEvents
    self.isDiscretionary = isDiscretionary
    self.resourceTimeout = resourceTimeout
    self.requestTimeout = requestTimeout
    self.connectionsPerHostMax = connectionsPerHostMax
    self.asksBeforeDelayedRequests = asksBeforeDelayedRequests
  }
}

/// The networks that a transfer may use (`allowsCellularAccess` and similar); without one it waits.
@usableFromInline package struct TransferNetwork: Hashable, Sendable, Saved {
  /// Whether it may use a mobile link.
  @usableFromInline package var allowsCellular: Bool
  /// Whether it may use a network with paid traffic (`allowsExpensiveNetworkAccess`).
  @usableFromInline package var allowsExpensive: Bool
  /// Whether it may run while the user asks for reduced traffic (`allowsConstrainedNetworkAccess`).
  @usableFromInline package var allowsConstrained: Bool

  /// Makes a set of permissions; Apple's default is to allow all.
  @inlinable package init(
    allowsCellular: Bool = true,
    allowsExpensive: Bool = true,
    allowsConstrained: Bool = true
  ) {
    self.allowsCellular = allowsCellular
    self.allowsExpensive = allowsExpensive
    self.allowsConstrained = allowsConstrained
  }
}
