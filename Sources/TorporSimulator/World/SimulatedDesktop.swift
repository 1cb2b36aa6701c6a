import TorporCore
import TorporModel

/// What the simulated daemon orders of the world around the apps: what the user sees, the receiver for
/// places, the radio, and the descriptors that it holds.
final class SimulatedDesktop: ServicePort {
  let notifications: SimulatedNotifications
  let receiver: SimulatedReceiver
  let links: SimulatedLinks
  /// Whether orders of a daemon that is dying reach nothing any more.
  var isCutOff = false

  init(clock: VirtualClock, recorder: TimelineRecorder, daemon: SimulatedDaemon) {
    notifications = SimulatedNotifications(clock: clock, recorder: recorder, daemon: daemon)
    receiver = SimulatedReceiver(clock: clock, daemon: daemon)
    links = SimulatedLinks(clock: clock, daemon: daemon)
  }

  func perform(_ effect: ServiceEffect) {
    guard !isCutOff else { return }
    switch effect {
    case .show(let notification): notifications.show(notification)
    case .withdraw(let key): notifications.withdraw(key)
    // Scenarios put up no beacons.
    case .badge, .scanForBeacons, .suspendMachine: break
    case .locate(let demand): receiver.demand(demand)
    case .bluetooth(let order): links.perform(order)
    case .watchDescriptor(let app, let name): links.watch(name, of: app)
    case .pauseDescriptor(let app, let name): links.rest(name, of: app)
    case .dropDescriptor(let app, let name): links.drop(name, of: app)
    }
  }

  /// The daemon is gone, and with it what it held; what the user sees stays.
  func daemonDied() {
    isCutOff = false
    receiver.demand(nil)
    links.daemonDied()
  }
}
