internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// External accessories (`EAAccessoryManager`, `EASession`).
///
/// It needs `external-accessory` in `UIBackgroundModes`.
public struct AccessoryManager: Sendable {
  let application: Application

  /// Receives events of accessories; held weakly.
  public var delegate: (any AccessoryManagerDelegate)? {
    get { application.delegates.accessories }
    nonmutating set { application.changing.withLock { $0.delegates.accessories = newValue } }
  }

  /// The connected accessories that support a protocol of the app.
  ///
  /// These are the protocols in its `UISupportedExternalAccessoryProtocols`; without that key it gets all accessories.
  public var connectedAccessories: [Accessory] {
    get async throws(TorporError) {
      try await application.call(App.ConnectedAccessories(), subject: "the accessories").accessories
    }
  }

  /// Opens a session with an accessory, given its name, now or as soon as it is connected.
  ///
  /// - Throws: `TorporError`: `modeNotDeclared`, `notAuthorized`, or `stopped` after `stop()`.
  public func openSession(with accessory: String) async throws(TorporError) {
    try await application.call(App.OpenAccessory(accessory: accessory), subject: accessory)
  }

  /// Closes the session.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func closeSession(with accessory: String) async throws(TorporError) {
    try await application.call(App.CloseAccessory(accessory: accessory), subject: accessory)
  }
}

/// The events of accessories, which are identified by their names (`EAAccessoryDelegate`, `EAAccessoryDidConnect`).
///
/// Every method has a default that does nothing. All run on the main actor, in order with all other callbacks.
@MainActor
public protocol AccessoryManagerDelegate: AnyObject, Sendable {
  /// An accessory was connected.
  func accessoryManager(_ manager: AccessoryManager, didConnect accessory: String) async
  /// An accessory was disconnected.
  func accessoryManager(_ manager: AccessoryManager, didDisconnect accessory: String) async
  /// The accessory of an open session has bytes to read.
  func accessoryManager(
    _ manager: AccessoryManager,
    hasBytesAvailableFrom accessory: String
  ) async
}

extension AccessoryManagerDelegate {
  /// Does nothing.
  public func accessoryManager(
    _ manager: AccessoryManager,
    didConnect accessory: String
  ) async {}
  /// Does nothing.
  public func accessoryManager(
    _ manager: AccessoryManager,
    didDisconnect accessory: String
  ) async {}
  /// Does nothing.
  public func accessoryManager(
    _ manager: AccessoryManager,
    hasBytesAvailableFrom accessory: String
  ) async {}
}

extension Accessory {
  /// The protocols that it supports; empty if they are unknown.
  public var protocolStrings: [String] { protocols }
  /// Its maker.
  public var manufacturer: String? { vendor }
  /// Its model.
  public var modelNumber: String? { product }
}

extension Application {
  /// External accessories.
  public var accessoryManager: AccessoryManager { AccessoryManager(application: self) }

  @MainActor
  func handle(_ callback: AccessoryCallback) async {
    guard let delegate = delegates.accessories else { return }
    let manager = accessoryManager
    switch callback {
    case .didConnect(let accessory):
      await delegate.accessoryManager(manager, didConnect: accessory)
    case .didDisconnect(let accessory):
      await delegate.accessoryManager(manager, didDisconnect: accessory)
    case .data(let accessory):
      await delegate.accessoryManager(manager, hasBytesAvailableFrom: accessory)
    }
  }
}
