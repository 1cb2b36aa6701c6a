/// The purpose of a descriptor, which determines the mode it needs and how it is treated.
public enum DescriptorPurpose: Hashable, Sendable, Saved {
  /// The socket of a legacy VoIP app (VO1): needs `voip`.
  case voIP
  /// The line of an accessory with an open session: needs `external-accessory`.
  case accessory(String)
  /// Anything pollable; Linux's own, so it needs no mode. It also launches an app that is not running.
  case other
}

/// A callback about a watched descriptor to its app.
@usableFromInline package enum DescriptorCallback: Hashable, Sendable, Saved {
  /// It is readable, or its other end was closed.
  case readable(name: String, isHungUp: Bool)
  /// The system no longer watches it: its duplicate was lost with the daemon, or the device was disconnected.
  case lost(name: String)
  /// The handler of `setKeepAliveTimeout`.
  case keepAlive

  /// The callback's name in scenarios, on the wire and in the ledger.
  @usableFromInline package var name: String {
    switch self {
    case .readable: "socketReadable"
    case .lost: "descriptorLost"
    case .keepAlive: "keepAlive"
    }
  }
}

/// The reason why a request about descriptors, accessories or Bluetooth was refused.
@usableFromInline package enum DescriptorRefusal: Hashable, Sendable, Error {
  /// The app does not declare the mode that the purpose needs.
  case modeNotDeclared(BackgroundMode)
  /// The app has the maximum number of watched descriptors.
  case tooMany(limit: Int)
  /// No descriptor of that name is watched.
  case unknown(name: String)
  /// A keep-alive below the accepted minimum (VO2).
  case keepAliveTooShort(Duration, least: Duration)
  /// This version of the system watches no sockets for VoIP apps: they have PushKit (§7.2).
  case noSockets
  /// The descriptor was not sent with the request, or cannot be polled.
  case notPollable(name: String)
}
