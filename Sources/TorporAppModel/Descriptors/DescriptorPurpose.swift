/// What a descriptor is for, which decides the mode it needs and what becomes of it.
public enum DescriptorPurpose: Hashable, Sendable, Saved {
  /// The socket of a legacy VoIP app (VO1): needs `voip`.
  case voIP
  /// The line of an accessory with an open session: needs `external-accessory`.
  case accessory(String)
  /// Anything pollable; Linux's own, so it needs no mode. It launches a dead app, too.
  case other
}

/// What a watched descriptor tells its app.
@usableFromInline package enum DescriptorCallback: Hashable, Sendable, Saved {
  /// It can be read, or its other end is gone.
  case readable(name: String, isHungUp: Bool)
  /// The system watches it no longer: its duplicate was lost with the daemon, or the device is gone.
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

/// Why a descriptor, an accessory or Bluetooth was refused.
@usableFromInline package enum DescriptorRefusal: Hashable, Sendable, Error {
  /// The app does not declare the mode that the purpose needs.
  case modeNotDeclared(BackgroundMode)
  /// The app has handed over as many as it may.
  case tooMany(limit: Int)
  /// Nothing of that name was handed over.
  case unknown(name: String)
  /// A keep-alive below the least that is accepted (VO2).
  case keepAliveTooShort(Duration, least: Duration)
  /// This version of the system watches no sockets for VoIP apps: they have PushKit (§7.2).
  case noSockets
  /// The descriptor did not come along, or cannot be polled.
  case notPollable(name: String)
}
