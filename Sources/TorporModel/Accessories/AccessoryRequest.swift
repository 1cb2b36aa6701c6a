/// What an app asks about external accessories (`EASession`, §7).
@usableFromInline package enum AccessoryRequest: Hashable, Sendable, Saved {
  /// A session with an accessory that is connected, or that will be.
  case open(accessory: String)
  case close(accessory: String)
  /// `connectedAccessories`; answered by `Reply.accessories`.
  case connected
}

/// What an accessory does.
@usableFromInline package enum AccessoryEvent: Hashable, Sendable, Saved {
  case connected(Accessory)
  // Saved: isSimulated as isDeclared, its name in earlier builds.
  /// `isSimulated`: as it is of the accessory; the kernel does not take away what it has not brought.
  case disconnected(accessory: String, isSimulated: Bool = false)
  case data(accessory: String)
}
