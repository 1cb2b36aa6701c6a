import Glibc
import TorporPosix
import TorporWire

/// The composition root: the buses, every part, and the link to the daemon, on one loop.
final class Session {
  static let version = "0.1.0"

  private let loop: EventLoop
  private let signals: SignalWatch
  private let system: BusConnection
  private let session: BusConnection
  private let outbox = Outbox()
  private let link: DaemonLink
  private let parts: [any Part]

  init(_ options: Options, log: @escaping (String) -> Void) throws(SystemError) {
    CurrentProcess.ignoreBrokenPipes()
    loop = try EventLoop()
    signals = try SignalWatch([SIGTERM, SIGINT], on: loop) { [loop] _ in loop.stop() }
    system = BusConnection(options.systemBus, on: loop)
    session = BusConnection(options.sessionBus, on: loop)
    link = DaemonLink(to: options.socketPaths, on: loop, outbox: outbox, log: log)
    let windows = WindowsPart(on: loop, outbox: outbox)
    let vibration = VibrationPart(on: session, outbox: outbox)
    parts = [
      PowerPart(on: system, outbox: outbox),
      MeteredPart(on: system, outbox: outbox),
      SleepPart(on: system, loop: loop, outbox: outbox),
      SessionPart(
        on: system,
        outbox: outbox,
        userID: CurrentProcess.userID,
        sessionID: options.loginSession
      ),
      ScreenSaverPart(on: session, outbox: outbox),
      NotificationPart(on: session, outbox: outbox) { vibration.accompany($0) },
      BadgePart(on: session, outbox: outbox),
      vibration,
      NamesPart(on: session, loop: loop, outbox: outbox),
      DistributorPart(
        on: session,
        loop: loop,
        outbox: outbox,
        environment: Session.variable
      ),
      StatusItemPart(on: session, outbox: outbox),
      windows,
      FocusPart(
        on: loop,
        bus: session,
        outbox: outbox,
        environment: Session.variable,
        windows: windows
      ),
      SnapshotPart(on: loop, outbox: outbox, environment: Session.variable),
      AudioPart(on: loop, outbox: outbox, environment: Session.variable),
      MediaPart(on: session, outbox: outbox),
      LocationPart(on: loop, bus: system, outbox: outbox),
      BluetoothPart(on: system, outbox: outbox),
    ]
    link.ordered = { [unowned self] order in for part in parts { part.obey(order) } }
    link.attached = { [unowned self] in for part in parts { part.attached() } }
    link.replaced = { [loop] in
      log("a newer torpor-session of this user has taken over; this one ends")
      loop.stop()
    }
  }

  /// Returns a variable of the environment; an empty one counts as unset.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Runs until it is asked to end, or another bridge replaces it.
  func run() {
    for part in parts { part.start() }
    system.start()
    session.start()
    link.start()
    loop.run { link.settle() }
    // Locks and names are released with the connections.
    session.stop()
    system.stop()
  }
}
