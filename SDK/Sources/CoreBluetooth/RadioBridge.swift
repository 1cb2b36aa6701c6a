internal import AppleSupport
internal import Foundation
internal import Torpor

/// Passes the events of peripherals and the requests of centrals to the app's managers: the system has one of each kind
/// for an app, and Apple's framework has as many as the app creates.
@MainActor
final class RadioBridge: CentralManagerDelegate, PeripheralManagerDelegate {
  /// Held here, because the client library holds its delegates weakly.
  nonisolated static let shared = RadioBridge()

  private struct Entry {
    weak var manager: CBManager?
  }

  private nonisolated let lock = NSLock()
  /// Guarded by `lock`, as is the next member.
  private nonisolated(unsafe) var entries: [Entry] = []
  /// The kinds and restore identifiers of managers whose state was loaded.
  private nonisolated(unsafe) var restored: Set<String> = []

  private nonisolated init() {}

  nonisolated func add(_ manager: CBManager) {
    let there = lock.withLock {
      let there = entries.compactMap(\.manager)
      entries = (there + [manager]).map { Entry(manager: $0) }
      return there
    }
    withExtendedLifetime(there) {}
    AppleSystem.attempt { application throws(TorporError) in
      application.centralManager.delegate = self
      application.peripheralManager.delegate = self
    }
  }

  /// Returns whether it is the first manager with its kind and identifier in this process; the first one receives the
  /// state that an earlier process has left.
  nonisolated func isFirst(_ kind: String, _ restoreIdentifier: String) -> Bool {
    lock.withLock { restored.insert("\(kind) \(restoreIdentifier)").inserted }
  }

  /// Releases all managers at the end of the app's process: none receives further events.
  nonisolated func forget() {
    let there = lock.withLock {
      defer { (entries, restored) = ([], []) }
      return entries.compactMap(\.manager)
    }
    withExtendedLifetime(there) {}
  }

  private func managers<Kind: CBManager>(_ kind: Kind.Type) -> [Kind] {
    lock.withLock { entries.compactMap { $0.manager as? Kind } }
  }

  private func tellCentrals(_ call: @escaping @Sendable (CBCentralManager) -> Void) async {
    for manager in managers(CBCentralManager.self) { await manager.deliver { call(manager) } }
  }

  private func tellPeripherals(_ call: @escaping @Sendable (CBPeripheralManager) -> Void) async {
    for manager in managers(CBPeripheralManager.self) { await manager.deliver { call(manager) } }
  }

  // MARK: Centrals of the app

  func centralManager(_ central: CentralManager, willRestoreState state: BluetoothState) async {
    let identifier = central.restoreIdentifier
    await tellCentrals { if $0.restoreIdentifier == identifier { $0.restored(state) } }
  }
  func centralManager(_ central: CentralManager, didConnect peripheral: String) async {
    await tellCentrals { $0.connected(peripheral) }
  }
  func centralManager(_ central: CentralManager, didDisconnectPeripheral peripheral: String) async {
    await tellCentrals { $0.disconnected(peripheral) }
  }
  func centralManager(
    _ central: CentralManager,
    didDiscover peripheral: String,
    services: [String]
  ) async {
    await tellCentrals { if $0.isScanning { $0.discovered(peripheral, services) } }
  }
  func centralManager(_ central: CentralManager, didUpdateValueOf peripheral: String) async {
    await tellCentrals { $0.updated(peripheral) }
  }

  // MARK: Peripherals of the app

  func peripheralManager(
    _ peripheral: PeripheralManager,
    willRestoreState state: BluetoothState
  ) async {
    let identifier = peripheral.restoreIdentifier
    await tellPeripherals { if $0.restoreIdentifier == identifier { $0.restore() } }
  }
  func peripheralManager(
    _ peripheral: PeripheralManager,
    didReceiveRead request: CentralRequest
  ) async { await tellPeripherals { $0.received(request) } }
  func peripheralManager(
    _ peripheral: PeripheralManager,
    didReceiveWrite request: CentralRequest
  ) async { await tellPeripherals { $0.received(request) } }
  func peripheralManager(
    _ peripheral: PeripheralManager,
    didSubscribe request: CentralRequest
  ) async { await tellPeripherals { $0.received(request) } }
  func peripheralManager(
    _ peripheral: PeripheralManager,
    didUnsubscribe request: CentralRequest
  ) async { await tellPeripherals { $0.received(request) } }
}

extension CBManager {
  /// Resets everything at the end of the app's process.
  package static func forgetAll() { RadioBridge.shared.forget() }
}
