import TorporPosix
import TorporWire

/// The location of the device: serves the daemon's demand with one sensor at a time.
///
/// One fix serves all apps: the daemon sends the strictest demand, and decides which apps receive the location. Without
/// a demand, no sensor is on.
final class LocationPart: Part {
  let name = "location"
  private let outbox: Outbox
  private var sensors: [LocationPlan.Sensor: any LocationSensor] = [:]
  private var demand: BridgeLocationDemand?
  private var active: Set<LocationPlan.Sensor> = []
  private var causes: [LocationPlan.Sensor: String] = [:]

  /// Makes a part that uses no receiver before it is ordered to locate; `bus` is the system's, for GeoClue.
  init(
    on loop: EventLoop,
    bus: BusConnection,
    outbox: Outbox,
    gpsdPort: UInt16 = GPSDClient.defaultPort
  ) {
    self.outbox = outbox
    sensors = [
      .gpsd: GPSDClient(port: gpsdPort, on: loop) { [unowned self] in take($0, from: .gpsd) },
      .geoClue: GeoClueClient(on: bus) { [unowned self] in take($0, from: .geoClue) },
    ]
  }

  /// Does nothing: the available sensors are determined on request.
  func start() {}

  func obey(_ order: BridgeOrder) {
    if case .locate(let demand) = order { locate(demand) }
  }

  /// Resets the demand: a new daemon sends its own.
  func attached() { locate(nil) }

  private func locate(_ next: BridgeLocationDemand?) {
    guard next != demand else { return }
    demand = next
    causes = [:]
    settle()
  }

  private func take(_ news: LocationNews, from name: LocationPlan.Sensor) {
    guard let demand, active.contains(name) else { return }
    switch news {
    case .found(let fix):
      causes[name] = nil
      // The other sensor was on because this one had no location.
      if LocationPlan.sensors(for: demand).first == name { causes = [:] }
      outbox.tell(.location(fix: fix))
    case .cannotTell(let cause): causes[name] = cause
    }
    settle()
  }

  private func settle() {
    guard let demand else { return run([], for: nil) }
    let order = LocationPlan.sensors(for: demand)
    // Sensors without a location keep trying while the next one is used.
    let blind = order.prefix { causes[$0] != nil }
    run(Set(blind + order.dropFirst(blind.count).prefix(1)), for: demand)
    let isBlind = blind.count == order.count
    outbox.tell(
      self,
      isAvailable: !isBlind,
      because: isBlind ? order.compactMap { causes[$0] }.joined(separator: "; ") : nil
    )
  }

  private func run(_ wanted: Set<LocationPlan.Sensor>, for demand: BridgeLocationDemand?) {
    let before = active
    active = wanted
    for name in LocationPlan.Sensor.allCases {
      if let demand, wanted.contains(name) {
        sensors[name]?.start(demand)
      } else if before.contains(name) {
        sensors[name]?.stop()
      }
    }
  }
}
