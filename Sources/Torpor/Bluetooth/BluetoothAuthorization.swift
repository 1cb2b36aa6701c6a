public import TorporAppModel

// Whether the user lets the app use Bluetooth and accessories.

extension CentralManager {
  /// Whether the user lets the app use Bluetooth (`CBManager.authorization`).
  ///
  /// - Throws: The same errors as `connect(_:)`.
  public var authorization: PermissionStatus {
    get async throws(TorporError) { try await application.authorizationStatus(of: .bluetooth) }
  }

  /// Asks the user to let the app use Bluetooth, unless they have decided already, and waits for the answer.
  ///
  /// The app must be in the foreground. The first request also asks, and is refused with `notAuthorized`.
  ///
  /// - Throws: The same errors as `connect(_:)`.
  public func requestAuthorization() async throws(TorporError) -> Bool {
    try await application.requestAuthorization(.bluetooth) == .authorized
  }
}

extension PeripheralManager {
  /// Whether the user lets the app use Bluetooth (`CBManager.authorization`).
  ///
  /// - Throws: The same errors as `startAdvertising(services:)`.
  public var authorization: PermissionStatus {
    get async throws(TorporError) { try await application.authorizationStatus(of: .bluetooth) }
  }

  /// Asks the user to let the app use Bluetooth, unless they have decided already, and waits for the answer.
  ///
  /// The app must be in the foreground. The first request also asks, and is refused with `notAuthorized`.
  ///
  /// - Throws: The same errors as `startAdvertising(services:)`.
  public func requestAuthorization() async throws(TorporError) -> Bool {
    try await application.requestAuthorization(.bluetooth) == .authorized
  }
}

extension AccessoryManager {
  /// Whether the user lets the app use accessories.
  ///
  /// - Throws: The same errors as `closeSession(with:)`.
  public var authorization: PermissionStatus {
    get async throws(TorporError) { try await application.authorizationStatus(of: .accessories) }
  }

  /// Asks the user to let the app use accessories, unless they have decided already, and waits for the answer
  /// (`ASAccessorySession.showPicker()`).
  ///
  /// The app must be in the foreground. The first use also asks: until the user allows it, the app sees no accessories.
  ///
  /// - Throws: The same errors as `closeSession(with:)`.
  public func requestAuthorization() async throws(TorporError) -> Bool {
    try await application.requestAuthorization(.accessories) == .authorized
  }
}
