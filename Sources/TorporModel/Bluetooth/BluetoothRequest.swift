/// What an app asks of Bluetooth (`CBCentralManager`, `CBPeripheralManager`, §7.3).
///
/// `restoreIdentifier` is that of the manager which asks; with it the request outlives the process, and
/// its event launches the app.
public enum BluetoothRequest: Hashable, Sendable, Saved {
  /// `connect(_:)`: without a time-out, for a peripheral that is there or will be.
  case connect(peripheral: String, restoreIdentifier: String?)
  /// `cancelPeripheralConnection(_:)`.
  case cancelConnection(peripheral: String)
  /// `scanForPeripherals(withServices:)`; in the background services must be named.
  case scan(services: [String], restoreIdentifier: String?)
  case stopScan
  /// `setNotifyValue(_:for:)`.
  case subscribe(peripheral: String, characteristic: String, isOn: Bool)
  /// `startAdvertising(_:)`.
  case advertise(services: [String], restoreIdentifier: String?)
  case stopAdvertising
  /// `add(_:)` and `removeAllServices()`: the services that centrals find, all of them; none: no more.
  case publish(services: [PeripheralService], restoreIdentifier: String?)
  /// `respond(to:withResult:)`.
  case answer(request: CentralRequestIdentifier, CentralAnswer)
  /// `updateValue(_:for:onSubscribedCentrals:)`, to all that have subscribed.
  case updateValue(service: String, characteristic: String, value: [UInt8])
}

/// What Bluetooth tells an app.
public enum BluetoothCallback: Hashable, Sendable, Saved {
  /// `willRestoreState`, the first call of a process that was launched for Bluetooth.
  case willRestoreState(identifier: String, peripherals: [String], services: [String])
  case didConnect(peripheral: String)
  case didDisconnect(peripheral: String)
  case didDiscover(peripheral: String, services: [String])
  /// A subscribed value has changed; the bytes go past the policy.
  case data(peripheral: String)
  /// A central asks the app's own peripheral; without a request the system does not say what.
  case centralRequest(CentralRequest? = nil)

  /// The callback's name in scenarios, on the wire and in the ledger.
  public var name: String {
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

/// What the radio reports.
public enum BluetoothEvent: Hashable, Sendable, Saved {
  case power(isOn: Bool)
  case connected(peripheral: String)
  case disconnected(peripheral: String)
  case discovered(peripheral: String, services: [String])
  case data(peripheral: String)
  /// A central asks what the app advertises or publishes.
  case centralRequest(app: AppIdentifier, request: CentralRequest? = nil)
}

/// What the radio is to do; every order but answers and values states the whole of its kind.
public enum BluetoothOrder: Hashable, Sendable {
  case connect(peripheral: String)
  case disconnect(peripheral: String)
  /// Scan for these services; none and not `isOn`: stop.
  case scan(isOn: Bool, services: [String])
  case subscribe(peripheral: String, characteristic: String, isOn: Bool)
  /// Advertise these services for the app; none: stop.
  case advertise(app: AppIdentifier, services: [String])
  /// Serve these services for the app; none: stop.
  case serve(app: AppIdentifier, services: [PeripheralService])
  /// Give a central its answer, where it still waits.
  case answer(request: CentralRequestIdentifier, CentralAnswer)
  /// Tell the centrals that have subscribed.
  case updateValue(app: AppIdentifier, service: String, characteristic: String, value: [UInt8])
}
