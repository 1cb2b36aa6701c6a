/// A request of an app to Bluetooth (`CBCentralManager`, `CBPeripheralManager`, §7.3).
///
/// `restoreIdentifier` is that of the requesting manager; with it, the request outlives the process,
/// and its event launches the app.
@usableFromInline package enum BluetoothRequest: Hashable, Sendable, Saved {
  /// `connect(_:)`: without a time-out, for a peripheral that is in range now or later.
  case connect(peripheral: String, restoreIdentifier: String?)
  /// `cancelPeripheralConnection(_:)`.
  case cancelConnection(peripheral: String)
  /// `scanForPeripherals(withServices:)`; in the background, services must be given.
  case scan(services: [String], restoreIdentifier: String?)
  case stopScan
  /// `setNotifyValue(_:for:)`.
  case subscribe(peripheral: String, characteristic: String, isOn: Bool)
  /// `startAdvertising(_:)`.
  case advertise(services: [String], restoreIdentifier: String?)
  case stopAdvertising
  /// `add(_:)` and `removeAllServices()`: all the services that centrals find; none: stops publishing.
  case publish(services: [PeripheralService], restoreIdentifier: String?)
  /// `respond(to:withResult:)`.
  case answer(request: CentralRequestIdentifier, CentralAnswer)
  /// `updateValue(_:for:onSubscribedCentrals:)`, to all subscribed centrals.
  case updateValue(service: String, characteristic: String, value: [UInt8])
  /// The requests of a manager that still stand; answered by `ServiceReply.bluetooth`.
  case standing(restoreIdentifier: String?)
}

/// A report of the radio.
@usableFromInline package enum BluetoothEvent: Hashable, Sendable, Saved {
  case power(isOn: Bool)
  case connected(peripheral: String)
  case disconnected(peripheral: String)
  case discovered(peripheral: String, services: [String])
  case data(peripheral: String)
  /// A central asks what the app advertises or publishes.
  case centralRequest(app: AppIdentifier, request: CentralRequest? = nil)
}

/// An order to the radio; every order except answers and values replaces the previous one of its kind.
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
  /// Answers a central, if it still waits.
  case answer(request: CentralRequestIdentifier, CentralAnswer)
  /// Notifies the subscribed centrals.
  case updateValue(app: AppIdentifier, service: String, characteristic: String, value: [UInt8])
}
