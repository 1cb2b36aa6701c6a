import Glibc
import Logging
import TorporCore
import TorporDaemon
import TorporModel
import TorporSimulator
import TorporWire

/// The real driver and the real sessions on a virtual clock, with an app that lives in another process: the test's.
final class VirtualDevice {
  let clock: VirtualClock
  let app: InProcessApp
  let sockets: Sockets
  let screen: Screen
  let orders: Orders
  let transfers: ServedTransfers
  private let driver: Driver
  private let sessions: SessionTable

  /// Makes a device that nobody has used, at a moment of the wall clock; the app's files are in its home.
  init(
    folder: String,
    home: String,
    wallNanoseconds: Int64,
    processID: Int32,
    clockPage: ClockPage
  ) throws {
    let clock = VirtualClock(wallNanoseconds: wallNanoseconds)
    let orders = Orders()
    let app = InProcessApp(processID: processID, orders: orders)
    let transfers = ServedTransfers(clock: clock, orders: orders)
    self.orders = orders
    self.transfers = transfers
    self.clock = clock
    self.app = app
    let screen = Screen { clock.now() }
    self.screen = screen
    sockets = try Sockets(in: folder) { app.living.last }
    driver = try Driver(
      DeviceConfiguration(profile: .ios26),
      processes: app,
      services: transfers,
      serviceHost: screen,
      descriptors: KeptDescriptors(),
      clock: clock,
      journal: MemoryJournal(),
      log: Logger(label: "torpor.device") { _ in SwiftLogNoOpLogHandler() }
    )
    sessions = SessionTable(
      driver: driver,
      connections: sockets,
      processes: app,
      facts: DaemonFacts(
        version: Control.GetVersion.Reply(
          version: "virtual",
          processID: getpid(),
          stateFolder: folder
        ),
        userID: getuid(),
        containerFolder: folder + "/containers",
        ownContainer: home,
        transferFolder: folder + "/transfers",
        capabilities: { [] },
        errorText: { String(cString: strerror($0)) }
      )
    )
    driver.sessionPort = sessions
    app.sink = driver
    transfers.sink = driver
    transfers.progressed = { [unowned sessions] in sessions.tell($0) }
    screen.sink = driver
    sockets.sink = driver
    clock.moved = { clockPage.show($0) }
    clock.timerFired = { [unowned driver] in driver.post(.input(.timerFired)) }
    clockPage.show(clock.now())
    begin()
  }

  /// How large its disk is: that of the smallest iPhone 15.
  static let storageBytes: Int64 = 128_000_000_000

  /// What every device has: power, a network, and a user who has unlocked it.
  private func begin() {
    driver.turn()
    for fact: DeviceEvent in [
      .wallClock(unixNanoseconds: clock.wallNanoseconds()),
      .power(PowerState(isOnExternalPower: false, batteryPercent: 80)),
      .network(NetworkState(link: .wifi)),
      .thermal(.nominal),
      .storage(freeBytes: 64_000_000_000, totalBytes: Self.storageBytes),
    ] {
      tell(fact)
    }
  }

  /// Something about the device has changed.
  func tell(_ fact: DeviceEvent) {
    driver.post(.input(.device(event: fact)))
    turn()
  }

  /// Works until nothing is left to do at this moment.
  func turn() { driver.turn() }

  /// Runs what is due, and stops at the first moment at which the app was told or asked for something.
  func run(until limit: Instant) {
    let sent = sockets.sentCount
    while sockets.sentCount == sent, orders.isEmpty, clock.runNext(upTo: limit) { turn() }
    guard sockets.sentCount == sent, orders.isEmpty else { return }
    clock.advance(to: limit)
  }
}
