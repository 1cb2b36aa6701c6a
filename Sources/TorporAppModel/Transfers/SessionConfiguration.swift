/// How a background session of an app treats its transfers (`URLSessionConfiguration.background`).
public struct SessionConfiguration: Hashable, Sendable, Saved {
  /// Names the session within its app, over the lives of its processes; 1 to 255 bytes of UTF-8.
  public var identifier: String
  /// Whether the app is woken or launched when all tasks are done (`sessionSendsLaunchEvents`).
  @usableFromInline package var sendsLaunchEvents: Bool
  /// Whether the transfers wait for good conditions (`isDiscretionary`).
  public var isDiscretionary: Bool
  /// How long a transfer may take in all, with every retry.
  ///
  /// From its submission, or from its begin date where it has one; 7 days by default (§5.1).
  @usableFromInline package var resourceTimeout: Duration
  /// How long a connection may be silent; each byte begins it anew.
  ///
  /// 60 s by default (§5.1).
  @usableFromInline package var requestTimeout: Duration
  /// Connections to one host at a time, 1 to 16.
  ///
  /// 4 by default (§5.1).
  @usableFromInline package var connectionsPerHostMax: Int
  /// Whether the app is asked before a transfer with a begin date is begun
  /// (`urlSession(_:task:willBeginDelayedRequest:)` is implemented).
  public var asksBeforeDelayedRequests: Bool

  /// Makes a configuration; everything but the name has Apple's default.
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

/// Over which networks a transfer may go (`allowsCellularAccess` and its like); else it waits.
@usableFromInline package struct TransferNetwork: Hashable, Sendable, Saved {
  /// Over a mobile link.
  @usableFromInline package var allowsCellular: Bool
  /// Over a network whose traffic costs (`allowsExpensiveNetworkAccess`).
  @usableFromInline package var allowsExpensive: Bool
  /// While the user asks for little traffic (`allowsConstrainedNetworkAccess`).
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
