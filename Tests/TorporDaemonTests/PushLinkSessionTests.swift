import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("The link to a push gateway")
struct PushLinkSessionTests {
  private static let app = AppIdentifier("com.example.mail")!
  private static let silent = #"{"aps":{"content-available":1}}"#
  private let attach = Control.AttachPushLink(gateway: "wss://gateway.example:8443")

  private static func push(_ id: String, to topic: String = app.text) -> Control.DeliverPush {
    Control.DeliverPush(identifier: id, topic: topic, payload: silent, sentWallMicroseconds: 5)
  }

  /// A daemon with an app that is installed, and has begun to run where it says so.
  private func daemon(on journal: MemoryJournal = MemoryJournal()) throws -> TestDaemon {
    let daemon = try TestDaemon(journal: journal)
    _ = try daemon.control(
      Control.Install(
        manifest: AppManifest(
          identifier: Self.app,
          name: "Mail",
          backgroundModes: [.remoteNotification, .voip]
        ),
        executable: "/bin/mail",
        arguments: ["mail"],
        workingDirectory: "/"
      ),
      user: 501
    )
    return daemon
  }

  private func news(_ daemon: TestDaemon, _ link: ConnectionIdentifier) throws
    -> [Control.AttachPushLink.Reply]
  {
    try daemon.wire.takeReplies(on: link).map { try attach.reply(from: $0) }
  }

  /// The process of the app, and the connection on which it has asked for a token.
  private func registering(_ daemon: TestDaemon) throws -> ConnectionIdentifier {
    let launch = try daemon.control(Control.Launch(app: Self.app.text), user: 501).launch
    // It hears of events on one connection, and asks on another one.
    try daemon.call(App.Attach().varlinkCall, on: daemon.connect(user: 501, as: launch))
    return daemon.connect(user: 501, as: launch)
  }

  private let connected = Control.ReportPushLink(isConnected: true, text: "connected")
  private let register = App.RegisterForPush(kind: .remote).varlinkCall

  @Test("gives an app the gateway's token, for which it has waited")
  func token() throws {
    let daemon = try daemon()
    let link = daemon.connect()
    #expect(try daemon.call(attach.varlinkCall, on: link).count == 1)
    try daemon.control(connected)
    let app = try registering(daemon)
    _ = try daemon.wire.takeReplies(on: app)
    #expect(try daemon.call(register, on: app) == [])
    let topics = try #require(try news(daemon, link).last?.topics)
    #expect(
      topics == [PushTopic(topic: "com.example.mail", hasToken: false, isOnScreen: true)]
    )
    try daemon.control(Control.SetPushToken(topic: topics[0].topic, token: "cafe"))
    let answers = try daemon.wire.takeReplies(on: app)
    #expect(
      try answers.map { try App.RegisterForPush(kind: .remote).reply(from: $0).token } == ["cafe"]
    )
    #expect(try news(daemon, link).last?.topics.map(\.hasToken) == [true])
    // It is known from then on, whether or not there is a link.
    daemon.driver.post(.closed(link))
    daemon.driver.turn()
    let again = try daemon.call(register, on: app)
    #expect(
      try again.map { try App.RegisterForPush(kind: .remote).reply(from: $0).token } == ["cafe"]
    )
  }

  @Test(
    "that ends, or loses its gateway, leaves no app waiting: it gets the device's own token",
    arguments: [true, false]
  )
  func left(ends: Bool) throws {
    let daemon = try daemon()
    let link = daemon.connect()
    try daemon.call(attach.varlinkCall, on: link)
    try daemon.control(connected)
    let app = try registering(daemon)
    _ = try daemon.wire.takeReplies(on: app)
    #expect(try daemon.call(register, on: app) == [])
    if ends {
      daemon.driver.post(.closed(link))
      daemon.driver.turn()
    } else {
      try daemon.control(Control.ReportPushLink(isConnected: false, text: "nothing listens"))
    }
    func tokens(_ replies: [VarlinkReply]) throws -> [Int] {
      try replies.map { try App.RegisterForPush(kind: .remote).reply(from: $0).token.count }
    }
    #expect(try tokens(daemon.wire.takeReplies(on: app)) == [64])
    // Nor does the next wait for what cannot come.
    #expect(try tokens(daemon.call(register, on: app)) == [64])
  }

  @Test("that gets no token leaves the app waiting for none, nor the next time")
  func refused() throws {
    let daemon = try daemon()
    let link = daemon.connect()
    try daemon.call(attach.varlinkCall, on: link)
    try daemon.control(connected)
    let app = try registering(daemon)
    #expect(try daemon.call(register, on: app) == [])
    try daemon.control(Control.SetPushToken(topic: Self.app.text))
    func tokens(_ replies: [VarlinkReply]) throws -> [String] {
      try replies.map { try App.RegisterForPush(kind: .remote).reply(from: $0).token }
    }
    #expect(try tokens(daemon.wire.takeReplies(on: app)).map(\.count) == [64])
    #expect(try tokens(daemon.call(register, on: app)).map(\.count) == [64])
    // What comes later is for the next time.
    try daemon.control(Control.SetPushToken(topic: Self.app.text, token: "cafe"))
    #expect(try tokens(daemon.call(register, on: app)) == ["cafe"])
  }

  @Test("brings a push once: a repeat is known, after a restart of the daemon, too")
  func repeats() throws {
    let journal = MemoryJournal()
    do {
      let daemon = try daemon(on: journal)
      #expect(try daemon.control(Self.push("a")).outcome == .accepted)
      #expect(try daemon.control(Self.push("a")).outcome == .repeated)
    }
    let next = try TestDaemon(journal: journal)
    #expect(try next.control(Self.push("a")).outcome == .repeated)
    #expect(try next.control(Self.push("b")).outcome == .accepted)
    let listed = try next.control(Control.ListPushes(app: "mail"), user: 501).pushes
    #expect(listed.map(\.identifier) == ["a", "b"])
    #expect(listed.map(\.sentWallMicroseconds) == [5, 5])
  }

  @Test("is told that an app is gone, and what is wrong with a payload")
  func undeliverable() throws {
    let daemon = try daemon()
    #expect(try daemon.control(Self.push("a", to: "com.example.gone")).outcome == .appMissing)
    let nothing = Control.DeliverPush(identifier: "b", topic: Self.app.text, payload: "{}")
    let reply = try daemon.control(nothing)
    #expect(reply.outcome == .refused)
    #expect(reply.cause == PushPayloadMistake.noAps.sentence)
    let calls = try daemon.control(Self.push("c", to: Self.app.text + ".voip"))
    #expect(calls.outcome == .accepted)
    let listed = try daemon.control(Control.ListPushes(app: "mail"), user: 501).pushes
    #expect(listed.map(\.kind) == [.voip])
  }

  @Test("is not told that a push is safe while the journal cannot be written")
  func unsaved() throws {
    let journal = MemoryJournal()
    let daemon = try daemon(on: journal)
    journal.failingCommits = [journal.commitCount + 1]
    #expect(throws: WireError.self) { try daemon.control(Self.push("a")) }
    daemon.pass(.minutes(2))
    #expect(try daemon.control(Self.push("a")).outcome == .repeated)
  }

  @Test("hears of Low Power Mode, of the lock, and of the machine's sleep")
  func conditions() throws {
    let daemon = try daemon()
    let link = daemon.connect()
    let first = try daemon.call(attach.varlinkCall, on: link)
    #expect(try attach.reply(from: first[0]).sleeps == 0)
    try daemon.control(Control.ChangeSetting(lowPowerMode: true))
    let low = try #require(try news(daemon, link).last)
    #expect((low.isLowPower, low.priorityMin) == (true, .immediate))
    let now = daemon.driver.now()
    daemon.driver.post(.input(.device(event: .slept(from: now, until: now + .minutes(1)))))
    daemon.driver.turn()
    #expect(try news(daemon, link).last?.sleeps == 1)
  }

  @Test("is one program: the last that attaches, and the one before hears that it is not any more")
  func replaced() throws {
    let daemon = try daemon()
    let (first, second) = (daemon.connect(), daemon.connect())
    try daemon.call(attach.varlinkCall, on: first)
    try daemon.call(attach.varlinkCall, on: second)
    #expect(try daemon.wire.takeReplies(on: first).map(\.continues) == [false])
    try daemon.control(Control.ChangeSetting(lowPowerMode: true))
    #expect(try daemon.wire.takeReplies(on: first) == [])
    #expect(try news(daemon, second).count == 1)
  }

  @Test(
    "is for root, the daemon's user and the one that it was told of, and not for an app of theirs"
  )
  func strangers() throws {
    let daemon = try daemon()
    for user in [500, 0] as [UInt32] {
      #expect(try daemon.control(Self.push("\(user)"), user: user).outcome == .accepted)
    }
    #expect(throws: WireError.permissionDenied) {
      try daemon.control(Self.push("b"), user: 501)
    }
    let launch = try daemon.run("clock")
    let replies = try daemon.call(
      Self.push("c").varlinkCall,
      on: daemon.connect(as: launch)
    )
    #expect(throws: WireError.permissionDenied) { try replies[0].result() }
    let peer = Peer(processID: 1, userID: 77, groupID: 77)
    let named = Permission(peer: peer, daemonUserID: 0, linkUserID: 77) { _ in nil }
    #expect(throws: Never.self) { try named.check(.link, isLocked: true) }
    #expect(throws: Never.self) { try named.check(.anyone, isLocked: true) }
    // Nothing else: a program or a job that it had started would not be confined as it is, nor would a bridge.
    for permission in [.user, .unlocked, .device, .app] as [CallPermission] {
      #expect(throws: WireError.permissionDenied) { try named.check(permission, isLocked: false) }
    }
    #expect(Bridge.Attach().permission == .user)
    // The daemon's own user keeps its rights, and so does root.
    let own = Permission(peer: peer, daemonUserID: 77, linkUserID: 77) { _ in nil }
    #expect(throws: Never.self) { try own.check(.user, isLocked: false) }
  }

  @Test(
    "is a line of torpor doctor: nothing without one, what it says of itself, and how to start it"
  )
  func doctor() throws {
    let daemon = try daemon()
    func lines() throws -> [Capability] {
      try daemon.control(Control.GetCapabilities()).capabilities.filter {
        $0.name == "push gateway"
      }
    }
    #expect(try lines() == [])
    let link = daemon.connect()
    try daemon.call(attach.varlinkCall, on: link)
    #expect(
      try lines().map(\.text) == ["torpor-pushd connects to wss://gateway.example:8443"]
    )
    let report = Control.ReportPushLink(isConnected: true, text: "connected since 22:41")
    try daemon.control(report)
    #expect(
      try lines() == [
        Capability(name: "push gateway", isAvailable: true, text: "connected since 22:41")
      ]
    )
    daemon.driver.post(.closed(link))
    daemon.driver.turn()
    #expect(
      try lines() == [
        Capability(
          name: "push gateway",
          isAvailable: false,
          text: "torpor-pushd does not run, so pushes stay at the gateway; start it: `torpor-pushd "
            + "--gateway wss://gateway.example:8443`"
        )
      ]
    )
  }
}
