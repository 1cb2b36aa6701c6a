/// A callback of Bluetooth to an app.
@usableFromInline package enum BluetoothCallback: Hashable, Sendable, Saved {
  /// `willRestoreState`, the first call of a process that was launched for Bluetooth.
  case willRestoreState(identifier: String, peripherals: [String], services: [String])
  case didConnect(peripheral: String)
  case didDisconnect(peripheral: String)
  case didDiscover(peripheral: String, services: [String])
  /// A subscribed value has changed; the bytes bypass the policy.
  case data(peripheral: String)
  /// A central sent a request to the app's own peripheral; without the parameter, the system does not
  /// report the request.
  case centralRequest(CentralRequest? = nil)

  /// The callback's name in scenarios, on the wire and in the ledger.
  @usableFromInline package var name: String {
    switch self {
    case .willRestoreState: "willRestoreState"
    case .didConnect: "peripheralDidConnect"
    case .didDisconnect: "peripheralDidDisconnect"
    case .didDiscover: "didDiscoverPeripheral"
    case .data: "peripheralData"
    case .centralRequest: "centralRequest"
    }
  }
}
