/// What an app asks of Bluetooth (`CBCentralManager`, `CBPeripheralManager`, §7.3).
///
/// `restoreIdentifier` is that of the manager which asks; with it the request outlives the process, and
/// its event launches the app.
@usableFromInline package enum BluetoothRequest: Hashable, Sendable, Saved {
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
  /// What a manager has asked for and what still stands; answered by `ServiceReply.bluetooth`.
  case standing(restoreIdentifier: String?)
}

/// What the radio reports.
@usableFromInline package enum BluetoothEvent: Hashable, Sendable, Saved {
  case power(isOn: Bool)
  case connected(peripheral: String)
  case disconnected(peripheral: String)
  case discovered(peripheral: String, services: [String])
  case data(peripheral: String)
  /// A central asks what the app advertises or publishes.
  case centralRequest(app: AppIdentifier, request: CentralRequest? = nil)
}

/// What the radio is to do; every order but answers and values states the whole of its kind.
@usableFromInline package enum BluetoothOrder: Hashable, Sendable {
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
