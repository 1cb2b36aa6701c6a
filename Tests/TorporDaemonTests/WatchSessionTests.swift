import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("A program that watches the apps")
struct WatchSessionTests {
  private let query = Control.Watch(follows: true)

  private func states(_ replies: [VarlinkReply]) throws -> [[ApplicationState]] {
    try replies.map { try query.reply(from: $0).apps.map(\.state) }
  }

  @Test("sees them at once, and again when the state of one has changed")
  func change() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("clock")
    let watcher = daemon.connect()
    let first = try daemon.call(query.varlinkCall, on: watcher)
    #expect(try states(first) == [[.active]])
    #expect(first.map(\.continues) == [true])
    try daemon.control(Control.Home(app: "clock"))
    let news = try daemon.wire.takeReplies(on: watcher)
    #expect(try states(news).last == [.background])
    #expect(news.map(\.continues) == news.map { _ in true })
  }

  @Test("is sent nothing while nothing but time passes, and nothing for what others ask")
  func rest() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("clock")
    try daemon.control(Control.Home(app: "clock"))
    daemon.pass(.minutes(1))
    let watcher = daemon.connect()
    let first = try daemon.call(query.varlinkCall, on: watcher)
    #expect(try states(first) == [[.suspended]])
    daemon.pass(.hours(24))
    _ = try daemon.control(Control.List())
    _ = try daemon.control(Control.Status())
    #expect(try daemon.wire.takeReplies(on: watcher).isEmpty)
  }

  @Test("sees a setting of the device as it is changed")
  func setting() throws {
    let daemon = try TestDaemon()
    let watcher = daemon.connect()
    _ = try daemon.call(query.varlinkCall, on: watcher)
    try daemon.control(Control.ChangeSetting(lowPowerMode: true))
    let news = try daemon.wire.takeReplies(on: watcher)
    #expect(try news.map { try query.reply(from: $0).device.lowPowerMode } == [true])
  }

  @Test("of another user sees none of them, and is not told when they change")
  func otherUser() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("mine", user: 501)
    let watcher = daemon.connect(user: 502)
    let first = try daemon.call(query.varlinkCall, on: watcher)
    #expect(try states(first) == [[]])
    let status = Control.Status()
    let device = try status.reply(
      from: daemon.call(status.varlinkCall, on: daemon.connect(user: 502))[0]
    ).device
    #expect([device.appCount, device.runningCount, device.suspendedCount] == [0, 0, 0])
    let launch = try daemon.run("more", user: 501)
    #expect(launch.rawValue > 0)
    let news = try daemon.wire.takeReplies(on: watcher)
    #expect(news.isEmpty)
  }

  @Test("without `follow` gets one answer, of one moment")
  func once() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("clock")
    let reply = try daemon.control(Control.Watch())
    #expect(reply.apps.map(\.state) == [.active])
    #expect(reply.device.appCount == 1)
  }

  @Test("that has left is forgotten")
  func left() throws {
    let daemon = try TestDaemon()
    let watcher = daemon.connect()
    _ = try daemon.call(query.varlinkCall, on: watcher)
    daemon.driver.post(.closed(watcher))
    daemon.driver.turn()
    _ = try daemon.run("clock")
    #expect(try daemon.wire.takeReplies(on: watcher).isEmpty)
  }

  @Test("reads the ledger back a page at a time, each row once")
  func pages() throws {
    let daemon = try TestDaemon()
    for name in ["a", "b", "c"] { _ = try daemon.run(name) }
    let all = try daemon.control(Control.Log(countMax: 1000))
    #expect(all.earlier == nil)
    var pages: [[LoggedDecision]] = []
    var query = Control.Log(countMax: 2)
    repeat {
      let page = try daemon.control(query)
      pages.append(page.decisions)
      query.before = page.earlier
    } while query.before != nil
    #expect(pages.reversed().flatMap { $0 } == all.decisions)
    #expect(pages.count >= all.decisions.count / 2)
  }
}
