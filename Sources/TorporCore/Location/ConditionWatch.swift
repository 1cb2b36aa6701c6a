import TorporModel

/// One condition of a monitor (`CLMonitor`, LO9), and its events for the app.
///
/// It stays for as long as the app is installed. A circle is watched by a `RegionWatch` of the same
/// name, which finds the crossings; this value keeps their events: an event waits until the app has
/// received it, also across the end of its process.
struct ConditionWatch: Hashable, Sendable, Saved {
  let monitor: String
  let identifier: String
  let condition: MonitorCondition
  /// The last event that the app has received; before the first one, its assumed state.
  private(set) var last: MonitorEvent
  /// Events that it has not received, oldest first.
  private(set) var untaken: [MonitorEvent] = []
  /// How many of them were sent to this process.
  private var toldCount = 0
  /// Whether an app that is not running must be launched for the newest of them.
  private var wantsLaunch = false

  /// The most events that wait for one condition.
  ///
  /// Older ones are dropped. Our choice: an app that does not listen needs only the present state.
  static let untakenMax = 8
  /// The most monitors that a process has open.
  ///
  /// Our choice: as many as there are conditions.
  static let openMax = RegionWatch.countMax

  init(
    monitor: String,
    identifier: String,
    condition: MonitorCondition,
    assuming state: ConditionState,
    at now: Instant
  ) {
    self.monitor = monitor
    self.identifier = identifier
    self.condition = condition
    last = MonitorEvent(identifier: identifier, state: state, at: now)
  }

  /// The newest event, reported or not.
  var newest: MonitorEvent { untaken.last ?? last }

  /// What the app has not been told, oldest first.
  var untold: [MonitorEvent] { Array(untaken.dropFirst(toldCount)) }

  mutating func note(_ state: ConditionState, _ obstacle: PlaceObstacle? = nil, at now: Instant) {
    guard newest.state != state || newest.obstacle != obstacle else { return }
    // In the resolution of the wire: the app identifies the event by its time.
    let moment = Instant(nanoseconds: now.nanoseconds / 1000 * 1000)
    untaken.append(
      MonitorEvent(identifier: identifier, state: state, at: moment, obstacle: obstacle)
    )
    // That it is not watched any more is no reason to start an app.
    wantsLaunch = obstacle == nil && state != .unknown
    guard untaken.count > Self.untakenMax else { return }
    untaken.removeFirst()
    toldCount = max(0, toldCount - 1)
  }

  mutating func tell() {
    toldCount = untaken.count
    wantsLaunch = false
  }

  /// Returns whether the app must be launched; true once for each change.
  mutating func takeLaunch() -> Bool {
    defer { wantsLaunch = false }
    return wantsLaunch
  }

  /// The app has awaited the event of that time; those before it are past.
  mutating func take(at moment: Instant) {
    guard let index = untaken.firstIndex(where: { $0.at == moment }) else { return }
    last = untaken[index]
    untaken.removeFirst(index + 1)
    toldCount = max(0, toldCount - index - 1)
  }

  /// Handles the end of the process: the next one is sent the present state, not its history.
  mutating func processEnded() {
    untaken = untaken.suffix(1)
    toldCount = 0
  }
}

extension LocationClient {
  /// Returns the reason why the conditions of an app are not watched; `nil`: they are.
  func obstacle(for app: LocationClientContext) -> PlaceObstacle? {
    switch app.authorization {
    case .never, .notDetermined: .authorizationDenied
    case .whenInUse: .insufficientlyInUse
    case .always: app.accuracy == .reduced ? .accuracyLimited : nil
    }
  }

  /// Returns whether a region is watched at present.
  func watches(_ region: RegionWatch, for app: LocationClientContext) -> Bool {
    switch region.owner {
    case .condition: obstacle(for: app) == nil
    case .app: app.authorization.isGranted && app.accuracy == .full
    case .notification:
      app.authorization.isGranted && app.accuracy == .full && app.hasRegionNotifications
    }
  }

  /// The conditions are watched, or not any more.
  mutating func followObstacle(for app: LocationClientContext, at now: Instant) {
    guard !conditions.isEmpty else { return }
    let obstacle = obstacle(for: app)
    for index in conditions.indices {
      let before = conditions[index].newest
      // A condition that cannot be watched stays so.
      guard before.obstacle != .conditionUnsupported else { continue }
      if let obstacle {
        conditions[index].note(.unmonitored, obstacle, at: now)
      } else if before.state == .unmonitored {
        conditions[index].note(.unknown, at: now)
      } else {
        continue
      }
      let owner = RegionWatch.Owner.condition(monitor: conditions[index].monitor)
      for region in regions.indices
      where regions[region].owner == owner
        && regions[region].region.identifier == conditions[index].identifier
      {
        regions[region].forgetPlace()
      }
      for beacon in beacons.indices
      where beacons[beacon].owner == owner
        && beacons[beacon].region.identifier == conditions[index].identifier
      {
        beacons[beacon].forgetPlace()
      }
    }
  }

  /// Returns the news of its conditions for the app, which is launched for it if it is not running.
  mutating func conditionNews(for app: LocationClientContext, at now: Instant) -> [LocationOutput] {
    followObstacle(for: app, at: now)
    guard !app.isHeldBack else { return [] }
    var news: [LocationOutput] = []
    var wantsLaunch = false
    for index in conditions.indices where !conditions[index].untold.isEmpty {
      guard app.phase == .onScreen || followsOffScreen(app) else { continue }
      let monitor = conditions[index].monitor
      if openMonitors.contains(monitor) {
        news += conditions[index].untold.map { event in
          let callback = LocationCallback.didChangeCondition(monitor: monitor, event)
          return event.obstacle == nil ? .wake(callback) : .tell(callback)
        }
        conditions[index].tell()
      } else if app.phase == .dead, conditions[index].takeLaunch() {
        wantsLaunch = true
      }
    }
    return news + (wantsLaunch ? [.launch(.region)] : [])
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension ConditionWatch {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("condition")
    condition.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    writer.key("last")
    last.write(to: &writer)
    writer.key("monitor")
    monitor.write(to: &writer)
    writer.key("toldCount")
    toldCount.write(to: &writer)
    writer.key("untaken")
    untaken.write(to: &writer)
    writer.key("wantsLaunch")
    wantsLaunch.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("condition")
    condition = try MonitorCondition(from: &reader)
    try reader.key("identifier")
    identifier = try String(from: &reader)
    try reader.key("last")
    last = try MonitorEvent(from: &reader)
    try reader.key("monitor")
    monitor = try String(from: &reader)
    try reader.key("toldCount")
    toldCount = try Int(from: &reader)
    try reader.key("untaken")
    untaken = try [MonitorEvent](from: &reader)
    try reader.key("wantsLaunch")
    wantsLaunch = try Bool(from: &reader)
    try reader.endObject()
  }
}
