public import TorporAppModel
internal import TorporAppWire

// Forms for code that cannot suspend. They block the calling thread until the system answers, so that requests are
// carried out in order.

extension CentralManager {
  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func connect(_ peripheral: String) throws(TorporError) {
    try callBlocking(
      App.ConnectPeripheral(peripheral: peripheral, restoreIdentifier: restoreIdentifier)
    )
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func cancelPeripheralConnection(_ peripheral: String) throws(TorporError) {
    try callBlocking(App.CancelPeripheralConnection(peripheral: peripheral))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func scanForPeripherals(withServices services: [String] = []) throws(TorporError) {
    try callBlocking(
      App.ScanForPeripherals(services: services, restoreIdentifier: restoreIdentifier)
    )
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func stopScan() throws(TorporError) { try callBlocking(App.StopScan()) }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func setNotifyValue(
    _ enabled: Bool,
    for characteristic: String,
    of peripheral: String
  ) throws(TorporError) {
    try callBlocking(
      App.SetNotifyValue(peripheral: peripheral, characteristic: characteristic, isOn: enabled)
    )
  }

  /// Returns `authorization`, blocking the calling thread.
  ///
  /// - Throws: The same errors as `authorization`.
  @available(*, noasync)
  public func currentAuthorization() throws(TorporError) -> PermissionStatus {
    try application.callBlocking(App.AuthorizationStatus(use: .bluetooth), subject: "Bluetooth")
      .status
  }

  /// Returns `standing`, blocking the calling thread.
  ///
  /// - Throws: The same errors as `standing`.
  @available(*, noasync)
  public func currentStanding() throws(TorporError) -> StandingBluetooth {
    StandingBluetooth(
      try application.callBlocking(
        App.StandingBluetooth(restoreIdentifier: restoreIdentifier),
        subject: "Bluetooth"
      )
    )
  }

  private func callBlocking(_ call: some KeyedCall) throws(TorporError) {
    try application.callBlocking(call, subject: "Bluetooth")
  }
}

extension PeripheralManager {
  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func startAdvertising(services: [String]) throws(TorporError) {
    try callBlocking(
      App.StartAdvertising(services: services, restoreIdentifier: restoreIdentifier)
    )
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func stopAdvertising() throws(TorporError) { try callBlocking(App.StopAdvertising()) }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func setServices(_ services: [PeripheralService]) throws(TorporError) {
    try callBlocking(App.PublishServices(services: services, restoreIdentifier: restoreIdentifier))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func respond(
    to request: CentralRequest,
    with answer: CentralAnswer
  ) throws(TorporError) {
    guard let identifier = request.identifier else { return }
    try callBlocking(App.AnswerCentral(request: identifier, answer: answer))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func updateValue(
    _ value: [UInt8],
    for characteristic: String,
    of service: String
  ) throws(TorporError) {
    try callBlocking(
      App.UpdateValue(service: service, characteristic: characteristic, value: value)
    )
  }

  /// Returns `standing`, blocking the calling thread.
  ///
  /// - Throws: The same errors as `standing`.
  @available(*, noasync)
  public func currentStanding() throws(TorporError) -> StandingBluetooth {
    StandingBluetooth(
      try application.callBlocking(
        App.StandingBluetooth(restoreIdentifier: restoreIdentifier),
        subject: "Bluetooth"
      )
    )
  }

  private func callBlocking(_ call: some KeyedCall) throws(TorporError) {
    try application.callBlocking(call, subject: "Bluetooth")
  }
}

extension AccessoryManager {
  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func currentAccessories() throws(TorporError) -> [Accessory] {
    try application.callBlocking(App.ConnectedAccessories(), subject: "the accessories").accessories
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func openSession(with accessory: String) throws(TorporError) {
    try application.callBlocking(App.OpenAccessory(accessory: accessory), subject: accessory)
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func closeSession(with accessory: String) throws(TorporError) {
    try application.callBlocking(App.CloseAccessory(accessory: accessory), subject: accessory)
  }
}
