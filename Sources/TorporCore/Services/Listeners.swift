/// The services that an event may concern, in their order; the others are not notified.
///
/// Most events concern few services, and notifying the uninvolved ones would cost more than the work
/// of the others. The compiler checks that no event is missing; `ListenerTests` sends frequent events
/// to the services that are left out, in the relaunch scenes, and checks that they do nothing.
struct Listeners: Hashable, Sendable {
  typealias Place = Services.Place

  /// A bit for each place.
  private var bits: UInt32

  /// Whom the event may concern.
  ///
  /// The event is borrowed; an initialiser would take a copy.
  static func to(_ event: SystemEvent) -> Listeners {
    switch event {
    case .app(let event): listeners(to: event)
    case .device(let event): listeners(to: event)
    // Sent only to the service with the deadline.
    case .deadline: all
    case .push(.received): Self(.newsstand)
    case .push, .sound(.silent): Self(.push)
    case .sound, .call: Self(.audio)
    case .channel(.push), .channel(.returned): Self(.pushToTalk)
    case .channel(.wentQuiet), .accessory(.removed), .descriptor: Self(.descriptors)
    case .accessory: Self(.accessories)
    case .memory: Self(.paging)
    case .consumption: Self(.consumption)
    case .transfer: Self(.transfers)
    case .location: Self(.location)
    case .notification: Self(.notifications)
    case .bluetooth: Self(.bluetooth)
    case .job: Self(.jobs)
    case .work: Self(.scheduler)
    }
  }

  private static func listeners(to event: SystemEvent.AppEvent) -> Listeners {
    switch event {
    case .phaseChanged: followers
    case .stateChanged: accountants
    case .changed: Self(.transfers)
    case .processEnded: heirs
    case .forceQuit: holders
    case .removed: all
    }
  }

  private static func listeners(to event: SystemEvent.DeviceChange) -> Listeners {
    switch event {
    case .booted, .daemonRestarted, .watchedAgain, .slept, .clockChanged: all
    case .unlocked: Self(.notifications)
    case .displayLit: Self(.location)
    case .surroundingsChanged: workers
    case .conditionsChanged: waiters
    case .conditionsActedOn: Self(.descriptors)
    }
  }

  // MARK: Sets

  private static var all: Listeners { Listeners(bits: 1 << UInt32(Services.count) - 1) }
  /// The services that follow the processes of apps.
  private static var followers: Listeners {
    Self(.location).and(.notifications).and(.audio).and(.pushToTalk).and(.bluetooth).and(
      .accessories
    ).and(.descriptors).and(.push).and(.storage)
  }
  /// The services that count the consumption of processes.
  private static var accountants: Listeners { Self(.paging).and(.consumption) }
  /// The services that handle what a process leaves behind.
  private static var heirs: Listeners {
    Self(.bluetooth).and(.accessories).and(.descriptors).and(.storage)
  }
  /// The services with app state that a force-quit may end.
  private static var holders: Listeners {
    Self(.transfers).and(.location).and(.pushToTalk).and(.bluetooth).and(.accessories).and(
      .descriptors
    ).and(.push)
  }
  /// The services with waiting background work.
  private static var workers: Listeners { Self(.scheduler).and(.jobs).and(.transfers) }
  /// The services with other state that waits for conditions.
  private static var waiters: Listeners { Self(.location).and(.push).and(.storage) }

  private init(bits: UInt32) { self.bits = bits }

  private init(_ place: Place) { bits = 1 << UInt32(place.rawValue) }

  @inline(__always)
  private func and(_ place: Place) -> Listeners {
    Listeners(bits: bits | Listeners(place).bits)
  }

  // MARK: One after the other

  var isEmpty: Bool { bits == 0 }

  func contains(_ place: Place) -> Bool { bits & 1 << UInt32(place.rawValue) != 0 }

  /// Those from that place in the order on.
  @inline(__always)
  func from(_ place: Int) -> Listeners {
    var rest = self
    rest.bits &= ~0 << UInt32(place)
    return rest
  }

  /// Takes out the first; `nil`: all have been taken.
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    let first = bits.trailingZeroBitCount
    bits &= bits - 1
    return first
  }
}
