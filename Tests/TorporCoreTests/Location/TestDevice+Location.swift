import TorporModel

@testable import TorporCore

// Places, as tests speak of them: on a line to the north of a square in Berlin, in metres.

extension TestDevice {
  /// The place from which tests measure.
  static let square = Coordinate(latitude: 52.5, longitude: 13.4)

  /// So many metres north of the square.
  static func north(_ metres: Double) -> Coordinate {
    // A degree of latitude is 111.267 km long there.
    Coordinate(latitude: 52.5 + metres / 111_267, longitude: 13.4)
  }

  static func region(_ name: String, _ metres: Double, radius: Double = 200) -> CircularRegion {
    CircularRegion(identifier: name, center: north(metres), radiusMetres: radius)
  }

  /// An app that the user lets know the place, and opens.
  mutating func follow(
    _ name: String,
    modes: [BackgroundMode] = [],
    _ requests: LocationRequest...
  ) {
    install(name, modes: modes)
    open(name)
    for request in requests { askLocation(name, request) }
  }

  @discardableResult
  mutating func askLocation(_ name: String, _ request: LocationRequest) -> Reply? {
    ask(name, .service(.location(request)))
  }

  mutating func allow(_ name: String, _ authorization: LocationAuthorization) {
    let settings = AppSettings(location: authorization)
    user(.change(setting: .appSettings(app: app(name), settings: settings)))
  }

  /// The receiver tells that the device is so many metres north of the square.
  mutating func move(_ metres: Double, accuracy: Double = 5) {
    let place = Self.north(metres)
    tell(.location(Location(coordinate: place, horizontalAccuracyMetres: accuracy, at: now)))
  }

  /// What the app was told of places, in order.
  func told(_ name: String) -> [LocationCallback] {
    log.compactMap { entry in
      guard case .deliver(let launch, let delivery) = entry.effect,
        case .service(.location(let callback)) = delivery.callback,
        device.apps.slot(of: launch).flatMap({ device.apps[slot: $0] })?.identifier == app(name)
          || pastLaunches(name).contains(launch)
      else { return nil }
      return callback
    }
  }

  private func pastLaunches(_ name: String) -> [LaunchIdentifier] {
    log.compactMap { entry in
      guard case .launch(let order) = entry.effect, order.app == app(name) else { return nil }
      return order.launch
    }
  }

  /// How far north of the square the fixes were that the app was told, one list for each call.
  func fixes(_ name: String) -> [[Int]] {
    told(name).compactMap { callback in
      guard case .didUpdate(let fixes) = callback else { return nil }
      return fixes.map {
        Int((($0.coordinate.latitude - 52.5) * 111_267).rounded())
      }
    }
  }

  /// What the host was last ordered to find out.
  var demand: LocationDemand? {
    for entry in log.reversed() {
      if case .service(.locate(let demand)) = entry.effect { return demand }
    }
    return nil
  }
}

// What the user lets apps know, and is asked.

extension TestDevice {
  /// The user lets the app know places so exactly.
  mutating func blur(_ name: String, _ accuracy: LocationAccuracy = .reduced) {
    let settings = AppSettings(locationAccuracy: accuracy)
    user(.change(setting: .appSettings(app: app(name), settings: settings)))
  }

  /// The last fix that the app was told.
  func fix(_ name: String) -> Location? { told(name).flatMap(\.fixes).last }

  /// What the system has asked the user about apps and places.
  var questions: [ShownNotification] {
    log.compactMap { entry in
      guard case .service(.show(let shown)) = entry.effect,
        shown.key.identifier.hasPrefix(LocationPrompt.prefix)
      else { return nil }
      return shown
    }
  }

  mutating func answer(_ name: String, _ question: LocationPrompt, _ action: String) {
    let response = NotificationResponse(notification: question.identifier, action: action)
    user(.respond(app: app(name), response))
  }
}

extension LocationCallback {
  /// The fixes that it tells.
  var fixes: [Location] { if case .didUpdate(let fixes) = self { fixes } else { [] } }
}

// Monitors and live updates.

extension TestDevice {
  @discardableResult
  mutating func monitor(_ name: String, _ request: MonitorRequest) -> Reply? {
    askLocation(name, .monitor(request))
  }

  /// What the app was told of its conditions, in order.
  func events(_ name: String) -> [MonitorEvent] {
    told(name).compactMap { if case .didChangeCondition(_, let event) = $0 { event } else { nil } }
  }

  func states(_ name: String) -> [ConditionState] { events(name).map(\.state) }

  mutating func records(_ name: String) -> [MonitorRecord] {
    guard case .service(.monitorRecords(let records)) = monitor(name, .records(monitor: "house"))
    else {
      return []
    }
    return records
  }

  /// The app awaits the event.
  mutating func take(_ name: String, _ event: MonitorEvent) {
    monitor(name, .take(monitor: "house", identifier: event.identifier, at: event.at))
  }

  /// The live updates that the app was told, in order.
  func live(_ name: String) -> [LiveUpdate] {
    told(name).compactMap { if case .didUpdateLive(let update) = $0 { update } else { nil } }
  }

  /// What the app was launched into the background for, in order.
  func wakeReasons(_ name: String) -> [WakeReason] {
    log.compactMap { entry in
      guard case .deliver(let launch, let delivery) = entry.effect,
        pastLaunches(name).contains(launch),
        case .didFinishLaunching(.background(let reason)) = delivery.callback
      else { return nil }
      return reason
    }
  }
}

// Beacons.

extension TestDevice {
  /// The radio hears the beacons: their majors, minors and strengths in dBm.
  mutating func hear(_ uuid: String, _ beacons: (major: UInt16, minor: UInt16, strength: Int)...) {
    let sightings = beacons.map {
      BeaconSighting(
        uuid: uuid,
        major: $0.major,
        minor: $0.minor,
        signalStrength: $0.strength,
        strengthAtOneMetre: -59
      )
    }
    tell(.beacons(sightings))
  }

  mutating func hear(_ uuid: String, _ major: UInt16, _ minor: UInt16) {
    hear(uuid, (major, minor, -59))
  }

  /// What the radio was last ordered to listen for.
  var beaconDemand: BeaconDemand? {
    for entry in log.reversed() {
      if case .service(.scanForBeacons(let demand)) = entry.effect { return demand }
    }
    return nil
  }
}
