internal import AppleSupport
public import Foundation
internal import Synchronization
internal import Torpor

/// A condition that a monitor watches.
public protocol CLCondition: Sendable {}

/// Conditions that are watched while the app is not running, and their changes.
///
/// A process has one monitor with each name; the conditions outlive it and launch the app. A change becomes a
/// condition's last event when it has been awaited.
public actor CLMonitor {
  /// The name.
  public nonisolated let name: String
  private let monitor: LocationMonitor?

  /// Opens the monitor with that name and its conditions.
  ///
  /// Opening a second one with the name of an open monitor ends the app, as on Apple's systems.
  public init(_ name: String) async {
    self.name = name
    await MonitorsInClosing.shared.wait(for: name)
    do throws(TorporError) {
      monitor = try await AppleSystem.application().locationManager.monitor(name)
    } catch {
      if error.code == .monitorIsOpen {
        AppleException(
          name: "NSInternalInconsistencyException",
          reason: "Monitor named \(name) is already in use",
          hint: "Keep the one that was made first, in an object that lives as long as the app."
        ).raise()
      }
      AppleSystem.report(error)
      monitor = nil
    }
  }

  deinit {
    if let monitor { MonitorsInClosing.shared.close(monitor) }
  }

  private func attempt<Value: Sendable>(
    _ call: (LocationMonitor) async throws(TorporError) -> Value
  ) async -> Value? {
    guard let monitor else { return nil }
    do throws(TorporError) { return try await call(monitor) } catch {
      AppleSystem.report(error)
      return nil
    }
  }

  /// Watches a condition, replacing one with the same identifier; its state is initially unknown.
  public func add(_ condition: any CLCondition, identifier: String) async {
    await add(condition, identifier: identifier, assuming: .unknown)
  }

  /// Watches a condition, replacing one with the same identifier, and reports the first state that differs from the
  /// assumed one.
  public func add(
    _ condition: any CLCondition,
    identifier: String,
    assuming state: Event.State
  ) async {
    guard let known = (condition as? any MonitoredCondition)?.monitored else { return }
    _ = await attempt { monitor async throws(TorporError) in
      try await monitor.add(known, identifier: identifier, assuming: state.known)
    }
  }

  /// Stops watching a condition.
  public func remove(_ identifier: String) async {
    _ = await attempt { monitor async throws(TorporError) in try await monitor.remove(identifier) }
  }

  /// The identifiers of the conditions, in the order in which they were added.
  public var identifiers: [String] {
    get async {
      await attempt { monitor async throws(TorporError) in try await monitor.identifiers } ?? []
    }
  }

  /// Returns a condition with its last event; `nil` if there is none with that identifier.
  public func record(for identifier: String) async -> Record? {
    let row = await attempt { monitor async throws(TorporError) in
      try await monitor.record(for: identifier)
    }
    return row?.map(Record.init)
  }

  /// The changes, in the order in which they happened; one task at a time may read them.
  public var events: Events { Events(holder: self, monitor: monitor) }

  /// The changes of a monitor's conditions.
  public struct Events: AsyncSequence, Sendable {
    /// Keeps the monitor open while there is a reader.
    fileprivate let holder: CLMonitor
    fileprivate let monitor: LocationMonitor?
    /// Returns a reader.
    public func makeAsyncIterator() -> Iterator { Iterator(holder: holder, monitor: monitor) }

    /// A reader of changes.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let holder: CLMonitor
      fileprivate let monitor: LocationMonitor?
      /// Returns the next change; `nil` when the task is cancelled.
      public mutating func next() async throws -> Event? {
        await monitor?.events.next().map(Event.init)
      }
    }
  }
}

extension CLMonitor {
  /// A change of a condition.
  public struct Event: Sendable {
    /// The state of a condition.
    public enum State: UInt, Sendable {
      /// Unknown.
      case unknown = 0
      /// It holds.
      case satisfied = 1
      /// It does not hold.
      case unsatisfied = 2
      /// It is not watched.
      case unmonitored = 3

      fileprivate init(_ state: ConditionState) {
        self =
          switch state {
          case .unknown: .unknown
          case .satisfied: .satisfied
          case .unsatisfied: .unsatisfied
          case .unmonitored: .unmonitored
          }
      }

      fileprivate var known: ConditionState {
        switch self {
        case .unknown: .unknown
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        case .unmonitored: .unmonitored
        }
      }
    }

    /// The condition's name within its monitor.
    public let identifier: String
    /// The state since then.
    public let state: State
    /// The time of the change.
    public let date: Date
    /// The refinement, which is never known: `nil`.
    public var refinement: (any CLCondition)? { nil }
    private let obstacle: LocationObstacle?

    init(_ event: MonitorEvent) {
      identifier = event.identifier
      state = State(event.state)
      date = Date(timeIntervalSince1970: event.date.timeIntervalSince1970)
      obstacle = event.obstacle
    }

    /// Whether the user allows the app only the approximate location.
    public var accuracyLimited: Bool { obstacle == .accuracyLimited }
    /// Whether the user does not allow the app to use the location.
    public var authorizationDenied: Bool { obstacle == .authorizationDenied }
    /// Whether the app may use the location only while it is in use, and is not in use.
    public var insufficientlyInUse: Bool { obstacle == .insufficientlyInUse }
    /// Whether the app needs a service session while it is off screen.
    public var serviceSessionRequired: Bool { obstacle == .serviceSessionRequired }
    /// Whether the app has the maximum number of conditions.
    public var conditionLimitExceeded: Bool { obstacle == .conditionLimitExceeded }
    /// Whether this device cannot watch the condition.
    public var conditionUnsupported: Bool { obstacle == .conditionUnsupported }
  }

  /// A condition with its last awaited change.
  public struct Record: Sendable {
    /// The condition.
    public let condition: any CLCondition
    /// The last awaited change.
    public let lastEvent: Event

    init(_ record: MonitorRecord) {
      condition =
        switch record.condition {
        case .circle(let center, let radius):
          CircularGeographicCondition(
            center: CLLocationCoordinate2D(
              latitude: center.latitude,
              longitude: center.longitude
            ),
            radius: radius
          )
        case .beacon(let beacon): BeaconIdentityCondition(beacon)
        }
      lastEvent = Event(record.lastEvent)
    }
  }

  /// The condition that the device is in a circle.
  public struct CircularGeographicCondition: CLCondition, MonitoredCondition {
    /// The centre.
    public let center: CLLocationCoordinate2D
    /// The radius, in metres.
    public let radius: CLLocationDistance
    /// Makes a condition.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      (self.center, self.radius) = (center, radius)
    }
    var monitored: MonitorCondition? {
      .circularGeographic(
        center: Coordinate(latitude: center.latitude, longitude: center.longitude),
        radius: radius
      )
    }
  }

  /// The condition that a beacon is near.
  public struct BeaconIdentityCondition: CLCondition, MonitoredCondition {
    /// The UUID of the beacons' operator.
    public let uuid: UUID
    /// A group of them; `nil`: all.
    public let major: CLBeaconMajorValue?
    /// One of the group; `nil`: all.
    public let minor: CLBeaconMinorValue?

    /// Matches any beacon of the operator.
    public init(uuid: UUID) { (self.uuid, major, minor) = (uuid, nil, nil) }
    /// Matches any beacon of a group.
    public init(uuid: UUID, major: CLBeaconMajorValue) {
      (self.uuid, self.major, minor) = (uuid, major, nil)
    }
    /// Matches one beacon.
    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
      (self.uuid, self.major, self.minor) = (uuid, major, minor)
    }
    fileprivate init(_ beacon: BeaconIdentityConstraint) {
      uuid = UUID(uuidString: beacon.uuid) ?? UUID()
      (major, minor) = (beacon.major, beacon.minor)
    }
    var monitored: MonitorCondition? {
      BeaconIdentityConstraint(uuid: uuid.uuidString, major: major, minor: minor).map {
        .beacon($0)
      }
    }
  }
}

/// A condition that the system can watch.
private protocol MonitoredCondition {
  var monitored: MonitorCondition? { get }
}

/// Monitors that the app has released: one with the same name is opened once they are closed.
private final class MonitorsInClosing: Sendable {
  static let shared = MonitorsInClosing()

  private let closing = Mutex<[String: Task<Void, Never>]>([:])

  func close(_ monitor: LocationMonitor) {
    let task = Task {
      do throws(TorporError) { try await monitor.close() } catch { AppleSystem.report(error) }
    }
    closing.withLock { $0[monitor.name] = task }
  }

  func wait(for name: String) async {
    let task = closing.withLock { $0.removeValue(forKey: name) }
    await task?.value
  }
}
