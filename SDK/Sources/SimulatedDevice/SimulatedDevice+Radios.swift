/// What comes near the device.
extension SimulatedDevice {
  /// What a peripheral of Bluetooth does.
  public enum PeripheralEvent: Sendable {
    /// It advertises those services, by their numbers: `180D`.
    case advertises([String])
    /// It is connected.
    case connects
    /// It is not connected any more.
    case disconnects
    /// A value that the app wants to be told of has changed.
    case notifies
  }

  /// Has a peripheral do something, by its address: `AA:BB:CC:DD:EE:FF`.
  ///
  /// - Throws: `DeviceError` for an address or a number with a space in it.
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

  /// What a central asks of what the app offers.
  public enum CentralEvent: Sendable {
    /// It reads a value, by the numbers of both: `180D`, `2A37`.
    case reads(service: String, characteristic: String)
    /// It is the first that wants to be told of changes of a value.
    case subscribes(service: String, characteristic: String)
  }

  /// Has a central ask the app for something that it offers.
  ///
  /// - Throws: `DeviceError` for a number with a space in it.
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

  /// Connects an accessory that speaks those protocols.
  public func connectAccessory(_ name: String, protocols: [String] = []) async throws {
    try await call("ConnectAccessory", ["name": name, "protocols": protocols])
  }

  /// Disconnects an accessory.
  public func disconnectAccessory(_ name: String) async throws {
    try await call("DisconnectAccessory", ["name": name])
  }

  /// Decides whether the app may use Bluetooth.
  public func allowBluetooth(_ isAllowed: Bool) async throws {
    try await call("ChangeSetting", ["app": app, "allowsBluetooth": isAllowed])
  }

  /// Decides whether the app may use accessories.
  public func allowAccessories(_ isAllowed: Bool) async throws {
    try await call("ChangeSetting", ["app": app, "allowsAccessories": isAllowed])
  }
}
