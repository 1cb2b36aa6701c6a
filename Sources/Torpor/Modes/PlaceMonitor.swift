public import TorporModel

/// Conditions that are watched while the app does not run, and the events of those (`CLMonitor`).
///
/// Its conditions stay over the end of the process, and launch the app. An event is a condition's last one
/// only when it has been awaited here; what has not is told to the next process.
///
///     let house = try await application.location.monitor("house")
///     try await house.add(.circle(center: home, radiusMetres: 100), identifier: "home")
///     while let event = await house.nextEvent() { … }
public final class PlaceMonitor: Sendable {
  /// The name; a process has one monitor of each.
  public let name: String
  private let service: LocationService
  private let events: EventQueue<MonitorEvent>

  init(_ name: String, of service: LocationService) {
    self.name = name
    self.service = service
    events = EventQueue(of: service) { callback in
      guard case .didChangeCondition(name, let event) = callback else { return nil }
      return event
    }
  }

  /// The next event, in the order in which they happened; `nil` when the task is cancelled.
  ///
  /// One task at a time may await it.
  public func nextEvent() async -> MonitorEvent? {
    guard let event = await events.next() else { return nil }
    // Who is not heard now is told again in the next process; the event itself has been awaited.
    _ = try? await ask(.take(monitor: name, identifier: event.identifier, at: event.at))
    return event
  }

  /// Watches for a condition, in the place of one of that name.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func add(
    _ condition: MonitorCondition,
    identifier: String,
    assuming state: ConditionState = .unknown
  ) async throws(TorporError) {
    try await ask(
      .add(monitor: name, identifier: identifier, condition: condition, assuming: state)
    )
  }

  /// Watches for a condition no longer.
  ///
  /// - Throws: as `add`.
  public func remove(_ identifier: String) async throws(TorporError) {
    try await ask(.remove(monitor: name, identifier: identifier))
  }

  /// The conditions with their last events, in the order in which they were added.
  ///
  /// - Throws: as `add`.
  public func records() async throws(TorporError) -> [MonitorRecord] {
    guard case .monitorRecords(let records) = try await ask(.records(monitor: name)) else {
      return []
    }
    return records
  }

  /// Lets the monitor go, so that it can be opened anew; its conditions are watched on.
  ///
  /// - Throws: as `add`.
  public func close() async throws(TorporError) { try await ask(.close(monitor: name)) }

  @discardableResult
  private func ask(_ request: MonitorRequest) async throws(TorporError) -> ModeReply? {
    try await service.ask(.monitor(request), subject: name)
  }
}

extension LocationService {
  /// Takes up the monitor of that name, with the conditions that it has.
  ///
  /// - Throws: `TorporError`: `refused` where the process has it already, `stopped` after `stop()`.
  public func monitor(_ name: String) async throws(TorporError) -> PlaceMonitor {
    // It listens before it is open: what waits for it is told at once.
    let monitor = PlaceMonitor(name, of: self)
    try await ask(.monitor(.open(monitor: name)), subject: name)
    return monitor
  }
}

/// What the service tells, as far as one reader wants it, in order.
///
/// One task at a time may await it; the oldest beyond the 64 of `LocationService.events()` go.
struct EventQueue<Event: Sendable>: Sendable {
  private let stream: AsyncStream<LocationCallback>
  private let pick: @Sendable (LocationCallback) -> Event?

  init(of service: LocationService, _ pick: @escaping @Sendable (LocationCallback) -> Event?) {
    stream = service.events()
    self.pick = pick
  }

  func next() async -> Event? {
    var iterator = stream.makeAsyncIterator()
    while let callback = await iterator.next() {
      if let event = pick(callback) { return event }
    }
    return nil
  }
}
