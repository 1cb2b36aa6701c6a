import TorporCore
import TorporModel

/// The user's screen, the receiver for places, and the radios: notifications are seen at once, the receiver knows the
/// place that the test has named, and nothing is in reach of the radios.
final class Screen: ServicePort {
  weak var sink: (any HostEventSink)?
  /// Now, on the device's time line.
  private let now: () -> Instant
  private var place: (coordinate: Coordinate, accuracyMetres: Double)?
  private var demand: LocationDemand?

  init(now: @escaping () -> Instant) { self.now = now }

  func perform(_ effect: ServiceEffect) {
    guard case .locate(let demand) = effect else { return }
    // Whoever begins to ask, or asks for more, is told where the device is.
    let isMore = demand.map { new in
      self.demand.map { new.accuracyMetres < $0.accuracyMetres } ?? true
    }
    self.demand = demand
    if isMore == true { tell() }
  }

  /// The test has moved the device.
  func move(to coordinate: Coordinate, accuracyMetres: Double) {
    place = (coordinate, accuracyMetres)
    tell()
  }

  private func tell() {
    guard let place else { return }
    let fix = Location(
      coordinate: place.coordinate,
      horizontalAccuracyMetres: place.accuracyMetres,
      at: now()
    )
    sink?.post(.input(.device(event: .location(fix))))
  }
}
