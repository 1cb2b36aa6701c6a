public import TorporAppModel
internal import TorporAppWire

/// Conditions that are monitored while the app is not running, and their events (`CLMonitor`).
///
/// The conditions outlive the process, and launch the app. An event becomes a condition's last event only when it was
/// awaited here; an event that was not awaited is delivered to the next process.
///
/// ```swift
/// let house = try await application.locationManager.monitor("house")
/// try await house.add(.circularGeographic(center: home, radius: 100), identifier: "home")
/// for await event in house.events { print(event.identifier, event.state) }
/// ```
public final class LocationMonitor: Sendable {
  /// The name; a process has one monitor with each name.
  public let name: String
  private let manager: LocationManager
  private let queue: EventQueue<MonitorEvent>

  init(_ name: String, of manager: LocationManager) {
    self.name = name
    self.manager = manager
    queue = EventQueue(of: manager) { callback in
      guard case .didChangeCondition(name, let event) = callback else { return nil }
      return event
    }
  }

  /// The events, in the order in which they happened; one task at a time may read them.
  public var events: Events { Events(monitor: self) }

  /// The events of a monitor.
  public struct Events: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let monitor: LocationMonitor

    /// Returns a reader.
    public func makeAsyncIterator() -> Events { self }

    /// Returns the next event; `nil` when the task is cancelled.
    public func next() async -> MonitorEvent? { await monitor.nextEvent() }
  }

  private func nextEvent() async -> MonitorEvent? {
    guard let event = await queue.next() else { return nil }
    // If the system does not receive this, the next process gets the event again; it has been awaited nevertheless.
    _ = try? await call(
      App.TakeMonitorEvent(monitor: name, identifier: event.identifier, at: event.at)
    )
    return event
  }

  /// Monitors a condition, replacing one with the same identifier.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func add(
    _ condition: MonitorCondition,
    identifier: String,
    assuming state: ConditionState = .unknown
  ) async throws(TorporError) {
    try await call(
      App.AddCondition(
        monitor: name,
        identifier: identifier,
        condition: condition,
        assuming: state
      )
    )
  }

  /// Stops monitoring a condition.
  ///
  /// - Throws: The same errors as `add(_:identifier:assuming:)`.
  public func remove(_ identifier: String) async throws(TorporError) {
    try await call(App.RemoveCondition(monitor: name, identifier: identifier))
  }

  /// The identifiers of the conditions, in the order in which they were added.
  public var identifiers: [String] {
    get async throws(TorporError) { try await records.map(\.lastEvent.identifier) }
  }

  /// Returns the condition with that identifier and its last event; `nil` if there is none.
  ///
  /// - Throws: The same errors as `add(_:identifier:assuming:)`.
  public func record(for identifier: String) async throws(TorporError) -> MonitorRecord? {
    try await records.first { $0.lastEvent.identifier == identifier }
  }

  /// The conditions and their last events, in the order in which they were added.
  public var records: [MonitorRecord] {
    get async throws(TorporError) {
      try await call(App.MonitorRecords(monitor: name)).records
    }
  }

  /// Closes the monitor, so that it can be opened again; its conditions continue to be monitored.
  ///
  /// - Throws: The same errors as `add(_:identifier:assuming:)`.
  public func close() async throws(TorporError) { try await call(App.CloseMonitor(monitor: name)) }

  @discardableResult
  private func call<Call: KeyedCall>(_ call: Call) async throws(TorporError) -> Call.Reply {
    try await manager.call(call, subject: name)
  }
}

extension LocationManager {
  /// Opens the monitor with that name and its conditions.
  ///
  /// - Throws: `TorporError`: `monitorIsOpen` if the process has already opened it, `tooManyMonitors`, or `stopped`
  ///   after `stop()`.
  public func monitor(_ name: String) async throws(TorporError) -> LocationMonitor {
    // It listens before the monitor is open, because waiting events are delivered at once.
    let monitor = LocationMonitor(name, of: self)
    try await call(App.OpenMonitor(monitor: name), subject: name)
    return monitor
  }
}

/// The service's callbacks that one reader is interested in, in order.
///
/// One task at a time may await them; when more than the 64 of `LocationManager.events()` are waiting, the oldest are
/// dropped.
struct EventQueue<Event: Sendable>: Sendable {
  private let stream: AsyncStream<LocationCallback>
  private let pick: @Sendable (LocationCallback) -> Event?

  init(of manager: LocationManager, _ pick: @escaping @Sendable (LocationCallback) -> Event?) {
    stream = manager.events()
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
