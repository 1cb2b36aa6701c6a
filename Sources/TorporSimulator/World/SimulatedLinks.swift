import TorporCore
import TorporModel

/// Accessories, peripherals and sockets of the simulated device.
///
/// The sockets are duplicates that the daemon holds: what comes in lies in them until the app has read
/// it, and the daemon hears of it while it polls.
final class SimulatedLinks {
  private struct Socket {
    var isWatched = false
    var hasData = false
    /// Whether the app was told of what lies in it.
    var wasTold = false
    var isHungUp = false
  }

  private let clock: VirtualClock
  private unowned let daemon: SimulatedDaemon
  private var sockets: [NotificationKey: Socket] = [:]
  /// Apps that read nothing from their sockets.
  private var unreading: Set<AppIdentifier> = []

  init(clock: VirtualClock, daemon: SimulatedDaemon) {
    self.clock = clock
    self.daemon = daemon
  }

  /// The radio of the simulated device connects by what the script says alone.
  func perform(_ order: BluetoothOrder) {}

  func watch(_ name: String, of app: AppIdentifier) {
    let key = NotificationKey(app: app, identifier: name)
    sockets[key, default: Socket()].isWatched = true
    report(key)
  }

  func rest(_ name: String, of app: AppIdentifier) {
    let key = NotificationKey(app: app, identifier: name)
    sockets[key]?.isWatched = false
    // An app that runs reads what has come.
    empty(key)
  }

  func drop(_ name: String, of app: AppIdentifier) {
    sockets[NotificationKey(app: app, identifier: name)] = nil
  }

  /// Something has come in on every socket that the daemon holds for the app; says whether it holds one.
  func receive(for app: AppIdentifier) -> Bool {
    let keys = sockets.keys.filter { $0.app == app && sockets[$0]?.isWatched == true }
    for key in keys.sorted(by: { $0.identifier < $1.identifier }) {
      sockets[key]?.hasData = true
      report(key)
    }
    return !keys.isEmpty
  }

  /// The other end of the socket is gone.
  func hangUp(_ name: String, of app: AppIdentifier) {
    let key = NotificationKey(app: app, identifier: name)
    guard sockets[key] != nil else { return }
    sockets[key]?.isHungUp = true
    report(key)
  }

  /// The daemon does not have the socket any more, and says so.
  func lose(_ name: String, of app: AppIdentifier) {
    let key = NotificationKey(app: app, identifier: name)
    guard sockets.removeValue(forKey: key) != nil else { return }
    daemon.device(.descriptorLost(app: app, name: name))
  }

  /// The app has read what there was.
  func wasRead(_ name: String, by app: AppIdentifier) {
    empty(NotificationKey(app: app, identifier: name))
  }

  /// From now on the app reads from its sockets, or leaves what lies in them.
  func reads(_ app: AppIdentifier, _ isReading: Bool) {
    if isReading { unreading.remove(app) } else { unreading.insert(app) }
  }

  private func empty(_ key: NotificationKey) {
    guard !unreading.contains(key.app) else { return }
    sockets[key]?.hasData = false
    sockets[key]?.wasTold = false
  }

  private func report(_ key: NotificationKey) {
    guard let socket = sockets[key], socket.isWatched, socket.hasData || socket.isHungUp else {
      return
    }
    sockets[key]?.isWatched = false
    sockets[key]?.wasTold = true
    daemon.device(
      .descriptor(
        app: key.app,
        name: key.identifier,
        isHungUp: socket.isHungUp,
        isUnread: socket.wasTold
      )
    )
  }

  /// A daemon that was started anew polls again what it is told to.
  func daemonDied() {
    for key in sockets.keys { sockets[key]?.isWatched = false }
  }

  /// The next daemon takes duplicates of what processes have; what dead ones had is gone with the last.
  func daemonStarted(living: Set<AppIdentifier>) {
    let lost = sockets.keys.filter { !living.contains($0.app) }
    for key in lost.sorted(by: { ($0.app, $0.identifier) < ($1.app, $1.identifier) }) {
      lose(key.identifier, of: key.app)
    }
  }

  /// No connection outlives the machine.
  func losePower() { sockets.removeAll() }
}
