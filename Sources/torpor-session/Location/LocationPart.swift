import TorporPosix
import TorporWire

/// Where the device is: serves what the daemon needs to know with one sensor at a time.
///
/// One fix serves all apps: the daemon tells the strictest demand, and sorts out who gets to know.
/// Without a demand no sensor is on.
final class LocationPart: Part {
  let name = "location"
  private let outbox: Outbox
  private var sensors: [LocationPlan.Sensor: any LocationSensor] = [:]
  private var demand: BridgeLocationDemand?
  private var active: Set<LocationPlan.Sensor> = []
  private var causes: [LocationPlan.Sensor: String] = [:]

  /// Makes a part that asks no receiver before it is told to locate; `bus` is the system's, for GeoClue.
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

  /// What there is shows on request.
  func start() {}

  func obey(_ order: BridgeOrder) {
    if case .locate(let demand) = order { locate(demand) }
  }

  /// A daemon that has a demand says so.
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
      // The other sensor was on because this one could not tell.
      if LocationPlan.sensors(for: demand).first == name { causes = [:] }
      outbox.tell(.location(fix: fix))
    case .cannotTell(let cause): causes[name] = cause
    }
    settle()
  }

  private func settle() {
    guard let demand else { return run([], for: nil) }
    let order = LocationPlan.sensors(for: demand)
    // Those that cannot tell go on trying while the next one serves.
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
