internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// The services that the app offers to centrals (`CBPeripheralManager`).
///
/// To be woken, the app needs `bluetooth-peripheral` in `UIBackgroundModes`. With a restore identifier, the manager's
/// requests outlive the process, and their events launch the app.
public struct PeripheralManager: Sendable {
  let application: Application
  /// The identifier under which its requests outlive the process; `nil`: they end with it.
  public let restoreIdentifier: String?

  /// Receives the requests of centrals, for all peripheral managers of the app; held weakly.
  public var delegate: (any PeripheralManagerDelegate)? {
    get { application.delegates.peripheral }
    nonmutating set { application.changing.withLock { $0.delegates.peripheral = newValue } }
  }

  /// Advertises services.
  ///
  /// - Throws: `TorporError`: `modeNotDeclared`, `notAuthorized`, or `stopped` after `stop()`.
  public func startAdvertising(services: [String]) async throws(TorporError) {
    try await call(
      App.StartAdvertising(services: services, restoreIdentifier: restoreIdentifier)
    )
  }

  /// Stops advertising.
  ///
  /// - Throws: The same errors as `startAdvertising(services:)`.
  public func stopAdvertising() async throws(TorporError) { try await call(App.StopAdvertising()) }

  /// Sets the services with the characteristics that centrals can read, write and subscribe to (`add(_:)` for all of
  /// them).
  ///
  /// - Throws: The same errors as `startAdvertising(services:)`.
  public func setServices(_ services: [PeripheralService]) async throws(TorporError) {
    try await call(
      App.PublishServices(services: services, restoreIdentifier: restoreIdentifier)
    )
  }

  /// Removes the services.
  ///
  /// - Throws: The same errors as `startAdvertising(services:)`.
  public func removeAllServices() async throws(TorporError) { try await setServices([]) }

  /// Answers a request of a central within the 10 s that it waits; a request that needs no answer gets none.
  ///
  /// - Throws: `TorporError`: `unknownCentralRequest` if the central no longer waits, or `stopped` after `stop()`.
  public func respond(
    to request: CentralRequest,
    with answer: CentralAnswer
  ) async throws(TorporError) {
    guard let identifier = request.identifier else { return }
    try await call(App.AnswerCentral(request: identifier, answer: answer))
  }

  /// Notifies the subscribed centrals of a value.
  ///
  /// - Throws: `TorporError`: `unknownCharacteristic`, or `stopped` after `stop()`.
  public func updateValue(
    _ value: [UInt8],
    for characteristic: String,
    of service: String
  ) async throws(TorporError) {
    try await call(
      App.UpdateValue(service: service, characteristic: characteristic, value: value)
    )
  }

  /// The requests of the manager that are still in effect, from any process of the app.
  ///
  /// - Throws: The same errors as `startAdvertising(services:)`.
  public var standing: StandingBluetooth {
    get async throws(TorporError) {
      StandingBluetooth(
        try await application.call(
          App.StandingBluetooth(restoreIdentifier: restoreIdentifier),
          subject: "Bluetooth"
        )
      )
    }
  }

  private func call(_ call: some KeyedCall) async throws(TorporError) {
    try await application.call(call, subject: "Bluetooth")
  }
}

/// The requests of centrals (`CBPeripheralManagerDelegate`).
///
/// Every method has a default that does nothing. All run on the main actor, in order with all other callbacks; a
/// central waits for about 10 s.
@MainActor
public protocol PeripheralManagerDelegate: AnyObject, Sendable {
  /// The process was launched for Bluetooth; this is called first. `peripheral` has the restore identifier.
  func peripheralManager(
    _ peripheral: PeripheralManager,
    willRestoreState state: BluetoothState
  ) async
  /// A central reads a value; answer with `respond(to:with:)`.
  func peripheralManager(
    _ peripheral: PeripheralManager,
    didReceiveRead request: CentralRequest
  ) async
  /// A central writes a value; answer with `respond(to:with:)`.
  func peripheralManager(
    _ peripheral: PeripheralManager,
    didReceiveWrite request: CentralRequest
  ) async
  /// The first central has subscribed to the request's characteristic.
  func peripheralManager(
    _ peripheral: PeripheralManager,
    didSubscribe request: CentralRequest
  ) async
  /// The last central has unsubscribed from the request's characteristic.
  func peripheralManager(
    _ peripheral: PeripheralManager,
    didUnsubscribe request: CentralRequest
  ) async
  /// A central has made a request to an advertised service; the system has no further details.
  func peripheralManagerDidReceiveRequest(_ peripheral: PeripheralManager) async
}

extension PeripheralManagerDelegate {
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: PeripheralManager,
    willRestoreState state: BluetoothState
  ) async {}
  /// Does nothing; the central gets an error after 10 s.
  public func peripheralManager(
    _ peripheral: PeripheralManager,
    didReceiveRead request: CentralRequest
  ) async {}
  /// Does nothing; the central gets an error after 10 s.
  public func peripheralManager(
    _ peripheral: PeripheralManager,
    didReceiveWrite request: CentralRequest
  ) async {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: PeripheralManager,
    didSubscribe request: CentralRequest
  ) async {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: PeripheralManager,
    didUnsubscribe request: CentralRequest
  ) async {}
  /// Does nothing.
  public func peripheralManagerDidReceiveRequest(_ peripheral: PeripheralManager) async {}
}

extension Application {
  /// The services that the app offers to centrals; the manager's requests end with the process.
  public var peripheralManager: PeripheralManager {
    PeripheralManager(application: self, restoreIdentifier: nil)
  }

  /// Returns a manager of the services that the app offers to centrals; its requests outlive the process
  /// (`CBPeripheralManagerOptionRestoreIdentifierKey`).
  public func peripheralManager(restoreIdentifier: String) -> PeripheralManager {
    PeripheralManager(application: self, restoreIdentifier: restoreIdentifier)
  }

  @MainActor
  func handle(_ request: CentralRequest?) async {
    guard let delegate = delegates.peripheral else { return }
    let manager = peripheralManager
    guard let request else { return await delegate.peripheralManagerDidReceiveRequest(manager) }
    switch request.kind {
    case .read: await delegate.peripheralManager(manager, didReceiveRead: request)
    case .write: await delegate.peripheralManager(manager, didReceiveWrite: request)
    case .subscribe: await delegate.peripheralManager(manager, didSubscribe: request)
    case .unsubscribe: await delegate.peripheralManager(manager, didUnsubscribe: request)
    }
  }
}
