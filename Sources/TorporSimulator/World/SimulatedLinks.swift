import TorporCore
import TorporModel

/// Accessories, peripherals and sockets of the simulated device.
final class SimulatedLinks {
  private let clock: VirtualClock
  private unowned let daemon: SimulatedDaemon

  init(clock: VirtualClock, daemon: SimulatedDaemon) {
    self.clock = clock
    self.daemon = daemon
  }

  func perform(_ order: BluetoothOrder) {}

  func watch(_ name: String, of app: AppIdentifier) {}

  func rest(_ name: String, of app: AppIdentifier) {}

  func drop(_ name: String, of app: AppIdentifier) {}

  func daemonDied() {}
}
