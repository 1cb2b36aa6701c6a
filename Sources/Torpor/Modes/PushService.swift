public import TorporModel

/// Pushes, and the calls that VoIP pushes announce (`UIApplication`, `PKPushRegistry`, CallKit).
public struct PushService: Sendable {
  let application: Application

  /// The token under which senders reach the app; ask at every launch, it may change.
  ///
  /// - Throws: `TorporError`: `refused` where the app lacks the mode, `stopped` after `stop()`.
  public func register(for kind: PushTokenKind = .remote) async throws(TorporError) -> String {
    let reply = try await ask(.register(kind, token: ""))
    guard case .pushToken(let token) = reply else { return "" }
    return token
  }

  /// Is not reached by that token any more.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func unregister(for kind: PushTokenKind = .remote) async throws(TorporError) {
    try await ask(.unregister(kind))
  }

  /// The call that a VoIP push announced is shown to the user.
  ///
  /// - Throws: as `unregister`.
  public func reportCall() async throws(TorporError) { try await ask(.reportCall) }

  /// No call is under way any more.
  ///
  /// - Throws: as `unregister`.
  public func endCall() async throws(TorporError) { try await ask(.endCall) }

  @discardableResult
  private func ask(_ request: PushRequest) async throws(TorporError) -> ModeReply? {
    try await application.ask(.push(request), subject: "the pushes")
  }
}

/// The app's sound, and how it gets on with that of others (`AVAudioSession`).
public struct AudioSessionService: Sendable {
  let application: Application

  /// Activates the session; others are interrupted unless it mixes with them.
  ///
  /// - Throws: `TorporError`: `refused` where a call or a rule stands against it, `stopped` after
  ///   `stop()`.
  public func activate(_ session: AudioSession) async throws(TorporError) {
    try await application.ask(.audio(.activate(session)), subject: "the audio session")
  }

  /// Deactivates the session; others are told that they may go on where `notifiesOthers`.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func deactivate(notifiesOthers: Bool = false) async throws(TorporError) {
    try await application.ask(
      .audio(.deactivate(notifiesOthers: notifiesOthers)),
      subject: "the audio session"
    )
  }
}

/// External accessories (`EAAccessoryManager`, `EASession`).
public struct AccessoryService: Sendable {
  let application: Application

  /// Opens a session with an accessory that is connected, or that will be.
  ///
  /// - Throws: `TorporError`: `refused` where the app lacks the mode, `stopped` after `stop()`.
  public func open(_ accessory: String) async throws(TorporError) {
    try await application.ask(.accessory(.open(accessory: accessory)), subject: accessory)
  }

  /// Closes the session.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func close(_ accessory: String) async throws(TorporError) {
    try await application.ask(.accessory(.close(accessory: accessory)), subject: accessory)
  }

  /// The accessories that are connected and speak a protocol that the app supports.
  ///
  /// What it supports stands in its `UISupportedExternalAccessoryProtocols`; without that key it gets all.
  ///
  /// - Throws: as `close`.
  public func connected() async throws(TorporError) -> [Accessory] {
    let reply = try await application.ask(.accessory(.connected), subject: "the accessories")
    guard case .accessories(let accessories) = reply else { return [] }
    return accessories
  }
}

/// Bluetooth (`CBCentralManager`, `CBPeripheralManager`).
///
/// With a `restoreIdentifier` a request outlives the process, and its event launches the app.
public struct BluetoothService: Sendable {
  let application: Application

  /// Connects to a peripheral as soon as it is there, without a time-out.
  ///
  /// - Throws: `TorporError`: `refused` where the app lacks the mode, `stopped` after `stop()`.
  public func connect(
    _ peripheral: String,
    restoreIdentifier: String? = nil
  ) async throws(TorporError) {
    try await ask(.connect(peripheral: peripheral, restoreIdentifier: restoreIdentifier))
  }

  /// Takes a connection back.
  ///
  /// - Throws: as `connect`.
  public func cancelConnection(_ peripheral: String) async throws(TorporError) {
    try await ask(.cancelConnection(peripheral: peripheral))
  }

  /// Looks for peripherals with one of the services; in the background they must be named.
  ///
  /// - Throws: as `connect`.
  public func scan(
    services: [String] = [],
    restoreIdentifier: String? = nil
  ) async throws(TorporError) {
    try await ask(.scan(services: services, restoreIdentifier: restoreIdentifier))
  }

  /// Looks no longer.
  ///
  /// - Throws: as `connect`.
  public func stopScan() async throws(TorporError) { try await ask(.stopScan) }

  /// Asks to be told when a value changes, or no longer.
  ///
  /// - Throws: as `connect`.
  public func setNotifyValue(
    _ isOn: Bool,
    for characteristic: String,
    of peripheral: String
  ) async throws(TorporError) {
    try await ask(
      .subscribe(peripheral: peripheral, characteristic: characteristic, isOn: isOn)
    )
  }

  /// Offers services to others.
  ///
  /// - Throws: as `connect`.
  public func startAdvertising(
    services: [String],
    restoreIdentifier: String? = nil
  ) async throws(TorporError) {
    try await ask(.advertise(services: services, restoreIdentifier: restoreIdentifier))
  }

  /// Offers nothing any more.
  ///
  /// - Throws: as `connect`.
  public func stopAdvertising() async throws(TorporError) { try await ask(.stopAdvertising) }

  /// Offers services whose characteristics centrals can read, write and subscribe to; none: no more.
  ///
  /// What a central asks comes as `BluetoothCallback.centralRequest`.
  ///
  /// - Throws: as `connect`.
  public func publish(
    _ services: [PeripheralService],
    restoreIdentifier: String? = nil
  ) async throws(TorporError) {
    try await ask(.publish(services: services, restoreIdentifier: restoreIdentifier))
  }

  /// Answers what a central asked, within the 10 s that it waits.
  ///
  /// - Throws: `TorporError`: `refused` where nobody waits for it, `stopped` after `stop()`.
  public func answer(
    _ request: CentralRequestIdentifier,
    with answer: CentralAnswer
  ) async throws(TorporError) {
    try await ask(.answer(request: request, answer))
  }

  /// Tells the centrals that have subscribed what the value is now.
  ///
  /// - Throws: `TorporError`: `refused` where the app does not publish it, `stopped` after `stop()`.
  public func updateValue(
    _ value: [UInt8],
    of characteristic: String,
    in service: String
  ) async throws(TorporError) {
    try await ask(
      .updateValue(service: service, characteristic: characteristic, value: value)
    )
  }

  private func ask(_ request: BluetoothRequest) async throws(TorporError) {
    try await application.ask(.bluetooth(request), subject: "Bluetooth")
  }
}

extension Application {
  /// Pushes, and the calls that VoIP pushes announce.
  public var pushes: PushService { PushService(application: self) }
  /// The app's sound, and how it gets on with that of others.
  public var audioSession: AudioSessionService { AudioSessionService(application: self) }
  /// External accessories.
  public var accessories: AccessoryService { AccessoryService(application: self) }
  /// Bluetooth.
  public var bluetooth: BluetoothService { BluetoothService(application: self) }
}
