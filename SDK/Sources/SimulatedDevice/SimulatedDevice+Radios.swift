/// Events near the device.
extension SimulatedDevice {
  /// An event of a Bluetooth peripheral.
  public enum PeripheralEvent: Sendable {
    /// It advertises the services with those UUIDs: `180D`.
    case advertises([String])
    /// It is connected.
    case connects
    /// It is disconnected.
    case disconnects
    /// A value that the app has subscribed to has changed.
    case notifies
  }

  /// Triggers an event of the peripheral with an address: `AA:BB:CC:DD:EE:FF`.
  ///
  /// - Throws: `DeviceError` for an address or a UUID that contains a space.
  public func peripheral(_ address: String, _ event: PeripheralEvent) async throws {
    let words: [String] =
      switch event {
      case .advertises(let services): ["discover", address] + services
      case .connects: ["connect", address]
      case .disconnects: ["disconnect", address]
      case .notifies: ["data", address]
      }
    guard words.allSatisfy({ !$0.isEmpty && !$0.contains { $0.isWhitespace } }) else {
      throw DeviceError(
        "'\(words.joined(separator: "', '"))': none of them may be empty or have a space."
      )
    }
    try await tell("bluetooth " + words.joined(separator: " "))
  }

  /// A request of a central to the app's services.
  public enum CentralEvent: Sendable {
    /// It reads a value, given both UUIDs: `180D`, `2A37`.
    case reads(service: String, characteristic: String)
    /// It is the first to subscribe to changes of a value.
    case subscribes(service: String, characteristic: String)
  }

  /// Makes a request of a central to the app's services.
  ///
  /// - Throws: `DeviceError` for a UUID that contains a space.
  public func central(_ event: CentralEvent) async throws {
    let words: [String] =
      switch event {
      case .reads(let service, let characteristic): ["read", service, characteristic]
      case .subscribes(let service, let characteristic): ["subscribe", service, characteristic]
      }
    guard words.allSatisfy({ !$0.isEmpty && !$0.contains { $0.isWhitespace } }) else {
      throw DeviceError(
        "'\(words.joined(separator: "', '"))': none of them may be empty or have a space."
      )
    }
    try await tell("central \(app) " + words.joined(separator: " "))
  }

  /// Connects an accessory that supports those protocols.
  public func connectAccessory(_ name: String, protocols: [String] = []) async throws {
    try await call("ConnectAccessory", ["name": name, "protocols": protocols])
  }

  /// Disconnects an accessory.
  public func disconnectAccessory(_ name: String) async throws {
    try await call("DisconnectAccessory", ["name": name])
  }

  /// Sets whether the app may use Bluetooth.
  public func allowBluetooth(_ isAllowed: Bool) async throws {
    try await call("ChangeSetting", ["app": app, "allowsBluetooth": isAllowed])
  }

  /// Sets whether the app may use accessories.
  public func allowAccessories(_ isAllowed: Bool) async throws {
    try await call("ChangeSetting", ["app": app, "allowsAccessories": isAllowed])
  }
}
