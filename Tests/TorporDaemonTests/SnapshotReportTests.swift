import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("Pictures of apps for the switcher")
struct SnapshotReportTests {
  private struct Scene {
    let daemon: TestDaemon
    let bridge: ConnectionIdentifier

    init() throws {
      daemon = try TestDaemon()
      bridge = daemon.connect(user: 500)
      _ = try daemon.call(Bridge.Attach().varlinkCall, on: bridge)
    }

    /// Tells facts and returns what is ordered thereupon of pictures.
    @discardableResult
    func tell(_ facts: BridgeFact...) throws -> [BridgeOrder] {
      try orders(in: daemon.call(Bridge.Report(facts: facts).onewayCall, on: bridge))
    }

    /// The orders about pictures since they were taken last.
    func orders() throws -> [BridgeOrder] { try orders(in: daemon.wire.takeReplies(on: bridge)) }

    private func orders(in replies: [VarlinkReply]) throws -> [BridgeOrder] {
      try replies
        .flatMap { try Bridge.Attach().reply(from: $0).orders }
        .filter {
          switch $0 {
          case .takeSnapshot, .removeSnapshot: true
          default: false
          }
        }
    }

    func cards(user: UInt32 = 500) throws -> [SwitcherCard] {
      try daemon.control(Control.ListSwitcher(), user: user).cards
    }
  }

  private func app(_ daemon: TestDaemon, of launch: LaunchIdentifier) throws -> AppIdentifier {
    let slot = try #require(daemon.driver.device.apps.slot(of: launch))
    return try #require(daemon.driver.device.apps[slot: slot]?.identifier)
  }

  @Test("are taken when an app has left the screen, and when it is frozen")
  func moments() throws {
    let scene = try Scene()
    let launch = try scene.daemon.run("editor")
    let app = try app(scene.daemon, of: launch)
    let order = BridgeOrder.takeSnapshot(app: app, launch: launch.description)
    #expect(try scene.orders() == [])
    _ = try scene.daemon.control(Control.Home())
    #expect(try scene.orders().first == order)
    scene.daemon.pass(.seconds(30))
    #expect(scene.daemon.kernel.frozen.contains(launch))
    #expect(try scene.orders().last == order)
    _ = try scene.daemon.control(Control.Launch(app: app.text))
    #expect(try scene.orders() == [])
  }

  @Test("are on the cards of their user's apps, the one used last first")
  func cards() throws {
    let scene = try Scene()
    let launches = [try scene.daemon.run("editor"), try scene.daemon.run("player")]
    let apps = try launches.map { try app(scene.daemon, of: $0) }
    for app in apps {
      scene.daemon.pass(.seconds(1))
      _ = try scene.daemon.control(Control.Home(app: app.text))
    }
    try scene.tell(.snapshot(app: apps[0], path: "/s/a.png", takenWallMicroseconds: 7))
    let cards = try scene.cards()
    #expect(cards.map(\.app) == [apps[1], apps[0]])
    #expect(
      cards.map(\.snapshot) == [
        nil, AppSnapshotFile(path: "/s/a.png", takenWallMicroseconds: 7, isOwn: false),
      ]
    )
    #expect(try scene.cards(user: 501).isEmpty)
    try scene.tell(.snapshot(app: apps[0], path: nil, takenWallMicroseconds: nil))
    #expect(try scene.cards().compactMap(\.snapshot).isEmpty)
  }

  @Test("go with their app, and with its removal from the switcher")
  func removal() throws {
    let scene = try Scene()
    let app = try app(scene.daemon, of: try scene.daemon.run("editor"))
    let picture = BridgeFact.snapshot(app: app, path: "/s/a.png", takenWallMicroseconds: 7)
    #expect(try scene.tell(picture) == [])
    _ = try scene.daemon.control(Control.Quit(app: app.text))
    scene.daemon.pass(.seconds(30))
    #expect(try scene.orders() == [.removeSnapshot(app: app)])
    #expect(try scene.cards().isEmpty)
  }

  @Test("of an app that is not its user's are of no account")
  func strangers() throws {
    let scene = try Scene()
    let app = try app(scene.daemon, of: try scene.daemon.run("editor", user: 501))
    let picture = BridgeFact.snapshot(app: app, path: "/s/a.png", takenWallMicroseconds: 7)
    #expect(try scene.tell(picture) == [.removeSnapshot(app: app)])
    #expect(try scene.cards(user: 501).compactMap(\.snapshot).isEmpty)
  }
}
