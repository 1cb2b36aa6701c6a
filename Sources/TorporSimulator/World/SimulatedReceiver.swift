import TorporCore
import TorporModel

/// The receiver of the simulated device: it knows the place that the script says, and tells it as far as
/// the daemon wants to know.
///
/// It reports where the device is when a client begins to ask, or asks for more than it has reported; after
/// that only when the device has gone as far as was asked, and not more often.
final class SimulatedReceiver {
  private let clock: VirtualClock
  private unowned let daemon: SimulatedDaemon
  /// Where the script has put the device.
  private var place: Coordinate?
  private var demand: LocationDemand?
  private var last: Location?
  private var next: VirtualClock.Scheduled?

  /// The best that it can do, in metres: a good receiver out of doors.
  private static let bestMetres = 5.0

  init(clock: VirtualClock, daemon: SimulatedDaemon) {
    self.clock = clock
    self.daemon = daemon
  }

  /// What the daemon wants to know; `nil`: nothing.
  func demand(_ demand: LocationDemand?) {
    self.demand = demand
    if demand == nil { last = nil }
    plan()
  }

  /// The script has moved the device.
  func move(to coordinate: Coordinate) {
    place = coordinate
    plan()
  }

  private func plan() {
    next?.cancel()
    guard let demand, let place else { return }
    guard let last else { return tell(at: clock.now()) }
    if last.horizontalAccuracyMetres > max(demand.accuracyMetres, Self.bestMetres) {
      return tell(at: clock.now())
    }
    let moved = place.distanceMetres(to: last.coordinate)
    guard moved > 0, moved >= demand.distanceMetres else { return }
    tell(at: last.at + .seconds(demand.intervalSeconds))
  }

  private func tell(at moment: Instant) {
    next = clock.schedule(at: moment) { [unowned self] in
      guard let demand, let place else { return }
      let fix = Location(
        coordinate: place,
        horizontalAccuracyMetres: max(demand.accuracyMetres, Self.bestMetres),
        at: clock.now()
      )
      last = fix
      daemon.device(.location(fix))
    }
  }
}
