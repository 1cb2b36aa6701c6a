/// What an app asks about external accessories (`EASession`, §7).
public enum AccessoryRequest: Hashable, Sendable, Saved {
  /// A session with an accessory that is connected, or that will be.
  case open(accessory: String)
  case close(accessory: String)
  /// `connectedAccessories`; answered by `Reply.accessories`.
  case connected
}

/// What the accessory service tells an app.
public enum AccessoryCallback: Hashable, Sendable, Saved {
  case didConnect(accessory: String)
  case didDisconnect(accessory: String)
  /// The accessory of an open session has something to read.
  case data(accessory: String)

  /// The callback's name in scenarios, on the wire and in the ledger.
  public var name: String {
    switch self {
    case .didConnect: "accessoryDidConnect"
    case .didDisconnect: "accessoryDidDisconnect"
    case .data: "accessoryData"
    }
  }

  /// The accessory that it is about.
  public var accessory: String {
    switch self {
    case .didConnect(let accessory), .didDisconnect(let accessory), .data(let accessory): accessory
    }
  }
}

/// What an accessory does.
public enum AccessoryEvent: Hashable, Sendable, Saved {
  case connected(Accessory)
  /// `isDeclared`: as it is of the accessory; the kernel does not take away what it has not brought.
  case disconnected(accessory: String, isDeclared: Bool = false)
  case data(accessory: String)
}
