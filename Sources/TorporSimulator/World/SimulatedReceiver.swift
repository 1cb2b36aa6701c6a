import TorporCore
import TorporModel

/// The receiver of the simulated device: it knows the place that the script says, and tells it as far as
/// the daemon wants to know.
final class SimulatedReceiver {
  private let clock: VirtualClock
  private unowned let daemon: SimulatedDaemon

  init(clock: VirtualClock, daemon: SimulatedDaemon) {
    self.clock = clock
    self.daemon = daemon
  }

  /// What the daemon wants to know; `nil`: nothing.
  func demand(_ demand: LocationDemand?) {}

  /// The script has moved the device.
  func move(to coordinate: Coordinate) {}
}
