/// A callback of the accessory service to an app.
@usableFromInline package enum AccessoryCallback: Hashable, Sendable, Saved {
  case didConnect(accessory: String)
  case didDisconnect(accessory: String)
  /// The accessory of an open session has something to read.
  case data(accessory: String)

  /// The callback's name in scenarios, on the wire and in the ledger.
  @usableFromInline package var name: String {
    switch self {
    case .didConnect: "accessoryDidConnect"
    case .didDisconnect: "accessoryDidDisconnect"
    case .data: "accessoryData"
    }
  }

  /// The accessory concerned.
  @inlinable package var accessory: String {
    switch self {
    case .didConnect(let accessory), .didDisconnect(let accessory), .data(let accessory): accessory
    }
  }
}
