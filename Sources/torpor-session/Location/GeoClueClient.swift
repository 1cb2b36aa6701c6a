import TorporPosix
import TorporWire

/// Positions from GeoClue (`org.freedesktop.GeoClue2` on the system bus), which uses networks, and receivers if it has
/// them, and checks whether this user is permitted to know.
///
/// GeoClue reports when the device has moved; while it does not move, nothing is reported and no power is used.
final class GeoClueClient: LocationSensor {
  static let service = "org.freedesktop.GeoClue2"
  private static let managerPath = "/org/freedesktop/GeoClue2/Manager"
  /// The name by which GeoClue's agent and its configuration know this program: that of a desktop entry.
  static let desktopIdentifier = "io.torpor.Session"

  private let bus: BusConnection
  private let report: (LocationNews) -> Void
  private var demand: BridgeLocationDemand?
  /// The client that GeoClue has created for us.
  private var client: String?
  private var tokens: [BusConnection.Token] = []
  private var updates: BusConnection.Token?
  private var beginning: EventLoop.Token?
  /// Whether a client has been requested and GeoClue has not answered.
  private var isAsking = false
  /// The number of demands, so that the answer for an old one is ignored.
  private var attempt = 0

  init(on bus: BusConnection, report: @escaping (LocationNews) -> Void) {
    self.bus = bus
    self.report = report
  }

  deinit {
    for token in tokens + [updates].compactMap({ $0 }) { bus.cancel(token) }
    if let beginning { bus.loop.cancel(beginning) }
  }

  func start(_ demand: BridgeLocationDemand) {
    guard demand != self.demand else { return }
    let isFirst = self.demand == nil
    self.demand = demand
    if isFirst { watchService() }
    beginSoon()
  }

  func stop() {
    demand = nil
    for token in tokens { bus.cancel(token) }
    tokens = []
    letGo()
  }

  private func watchService() {
    tokens = [
      bus.match(
        "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
          + "member='NameOwnerChanged',arg0='\(GeoClueClient.service)'"
      ) { [unowned self] event in
        guard event.isFromBus, event.values.count == 3 else { return }
        // If GeoClue has ended or was replaced, it has lost our client. If it appears, a client is requested, unless it
        // appears because of our request.
        if event.values[1].text?.isEmpty == false || !isAsking && client == nil { restart() }
      },
      bus.observe { [weak self] state in
        if case .connected = state { self?.restart() }
      },
    ]
  }

  private func restart() {
    guard demand != nil else { return }
    client = nil
    beginSoon()
  }

  /// Begins in the next turn, because nothing may be reported from within `start`.
  private func beginSoon() {
    guard beginning == nil else { return }
    beginning = bus.loop.schedule(after: .zero) { [unowned self] in
      beginning = nil
      begin()
    }
  }

  private func begin() {
    guard demand != nil else { return }
    letGo()
    attempt += 1
    let asked = attempt
    isAsking = true
    call(GeoClueClient.managerPath, "\(GeoClueClient.service).Manager", "CreateClient") {
      [weak self] result in
      guard let self, asked == attempt, demand != nil else { return }
      isAsking = false
      switch result {
      case .success(let reply):
        guard let path = reply.values.first?.text else { return }
        use(path)
      case .failure(let failure): report(.cannotTell(cause: "GeoClue does not serve: \(failure)"))
      }
    }
  }

  private func use(_ path: String) {
    guard let demand else { return }
    client = path
    updates = bus.match(
      "type='signal',sender='\(GeoClueClient.service)',path='\(path)',"
        + "interface='\(GeoClueClient.service).Client',member='LocationUpdated'"
    ) { [unowned self] event in
      if event.path == client, let place = event.values.last?.text { read(place) }
    }
    let properties: KeyValuePairs<String, BusValue> = [
      "DesktopId": .string(GeoClueClient.desktopIdentifier),
      "RequestedAccuracyLevel": .uint32(LocationPlan.level(for: demand).rawValue),
      "DistanceThreshold": .uint32(UInt32(clamping: Int64(demand.distanceMetres.rounded()))),
      "TimeThreshold": .uint32(UInt32(clamping: demand.intervalMicroseconds / 1_000_000)),
    ]
    for (name, value) in properties {
      let arguments: [BusValue] = [
        .string("\(GeoClueClient.service).Client"), .string(name), .variant(value),
      ]
      call(path, BusNames.properties, "Set", arguments) { _ in }
    }
    call(path, "\(GeoClueClient.service).Client", "Start") { [weak self] result in
      guard let self, client == path, case .failure(let failure) = result else { return }
      report(.cannotTell(cause: "GeoClue does not report this user's location: \(failure)"))
    }
  }

  private func read(_ place: String) {
    let interface = "\(GeoClueClient.service).Location"
    call(place, BusNames.properties, "GetAll", [.string(interface)]) { [weak self] result in
      guard let self, demand != nil, case .success(let reply) = result,
        let fix = GeoClueClient.fix(
          reply.values.first?.members ?? [:],
          nowMicroseconds: BootClock.wallNanoseconds() / 1000
        )
      else { return }
      report(.found(fix))
    }
  }

  /// Returns the position in a location object; unknown values are negative, an unknown altitude is the smallest
  /// double.
  static func fix(_ properties: [String: BusValue], nowMicroseconds: Int64) -> BridgeFix? {
    guard let latitude = properties["Latitude"]?.number,
      let longitude = properties["Longitude"]?.number,
      let accuracy = properties["Accuracy"]?.number
    else { return nil }
    // Seconds and microseconds of the wall clock.
    let time = properties["Timestamp"]?.elements.compactMap(\.integer) ?? []
    let (seconds, overflows) = (time.first ?? 0).multipliedReportingOverflow(by: 1_000_000)
    let taken = time.count == 2 && !overflows ? seconds &+ time[1] : nowMicroseconds
    return BridgeFix(
      checkedLatitudeDegrees: latitude,
      longitudeDegrees: longitude,
      horizontalAccuracyMetres: accuracy,
      ageMicroseconds: taken > 0 && taken < nowMicroseconds ? nowMicroseconds - taken : 0,
      speedMetresPerSecond: properties["Speed"]?.number,
      courseDegrees: properties["Heading"]?.number,
      altitudeMetres: properties["Altitude"]?.number.flatMap {
        $0 > -.greatestFiniteMagnitude ? $0 : nil
      }
    )
  }

  private func letGo() {
    attempt += 1
    isAsking = false
    if let updates { bus.cancel(updates) }
    updates = nil
    guard let path = client else { return }
    client = nil
    call(path, "\(GeoClueClient.service).Client", "Stop") { _ in }
    let manager = GeoClueClient.managerPath
    call(manager, "\(GeoClueClient.service).Manager", "DeleteClient", [.objectPath(path)]) { _ in }
  }

  private func call(
    _ path: String,
    _ interface: String,
    _ member: String,
    _ arguments: [BusValue] = [],
    _ handler: @escaping (Result<BusReply, BusFailure>) -> Void
  ) {
    let call = BusCall(
      destination: GeoClueClient.service,
      path: path,
      interface: interface,
      member: member,
      arguments: arguments
    )
    bus.call(call, handler)
  }
}
