/// A request of an app about external accessories (`EASession`, §7).
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
  /// `isSimulated`: as of the accessory; the kernel does not disconnect an accessory that it did not connect.
  case disconnected(accessory: String, isSimulated: Bool = false)
  case data(accessory: String)
}
