import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("A message of a server")
struct MessageSessionTests {
  private static let name = "5e9f4b52-0f6b-4d9e-9a67-0d6f0f5f4a11"
  private static let channel = PushChannel(
    channel: name,
    key: "B" + String(repeating: "A", count: 86)
  )
  private let attach = Control.AttachPushLink(gateway: "wss://gateway.example:8443")

  private func message(_ identifier: String, to channel: String = name) -> Control.DeliverMessage {
    Control.DeliverMessage(channel: channel, identifier: identifier, data: "AAEC")
  }

  /// A daemon with a link, and what the link was told last.
  private func linked() throws -> (TestDaemon, ConnectionIdentifier) {
    let daemon = try TestDaemon()
    let link = daemon.connect()
    try daemon.call(attach.varlinkCall, on: link)
    return (daemon, link)
  }

  private func news(_ daemon: TestDaemon, _ link: ConnectionIdentifier) throws
    -> Control.AttachPushLink.Reply?
  {
    try daemon.wire.takeReplies(on: link).last.map { try attach.reply(from: $0) }
  }

  private func outcomes(_ replies: [VarlinkReply]) throws -> [MessageOutcome] {
    try replies.map { try message("").reply(from: $0).outcome }
  }

  @Test("goes from the link to the desktop of the user whose channel it is, and its fate back")
  func delivers() throws {
    let (daemon, link) = try linked()
    let (bridge, other) = (try PlayedBridge(daemon), try PlayedBridge(daemon, user: 501))
    for one in [bridge, other] {
      #expect(
        try one.first.flatMap { try Bridge.Attach().reply(from: $0).orders } == [.servePushes]
      )
    }
    try bridge.tell(.pushChannels(channels: [Self.channel], ended: []))
    #expect(try news(daemon, link)?.channels == [Self.channel])
    let asked = daemon.connect()
    #expect(try daemon.call(message("1 a").varlinkCall, on: asked) == [])
    #expect(
      try bridge.orders() == [
        .bringPushMessage(channel: Self.name, identifier: "1 a", data: "AAEC")
      ]
    )
    #expect(try other.orders() == [])
    // Nobody but who has it says what has become of it.
    try other.tell(.pushMessageAnswered(identifier: "1 a", outcome: .delivered))
    #expect(try daemon.wire.takeReplies(on: asked) == [])
    try bridge.tell(.pushMessageAnswered(identifier: "1 a", outcome: .delivered))
    #expect(try outcomes(daemon.wire.takeReplies(on: asked)) == [.delivered])
  }

  @Test("comes later where nobody is logged in for it, and where who had it has gone")
  func absent() throws {
    let (daemon, link) = try linked()
    #expect(try outcomes(daemon.call(message("1 a").varlinkCall, on: daemon.connect())) == [.later])
    let bridge = try PlayedBridge(daemon)
    try bridge.tell(.pushChannels(channels: [Self.channel], ended: []))
    let asked = daemon.connect()
    #expect(try daemon.call(message("1 a").varlinkCall, on: asked) == [])
    daemon.driver.post(.closed(bridge.connection))
    daemon.driver.turn()
    #expect(try outcomes(daemon.wire.takeReplies(on: asked)) == [.later])
    #expect(try news(daemon, link)?.channels == [])
  }

  @Test("is nobody's when its channel has ended, of which the gateway is told until it knows")
  func ended() throws {
    let (daemon, link) = try linked()
    let bridge = try PlayedBridge(daemon)
    try bridge.tell(.pushChannels(channels: [], ended: [Self.name]))
    #expect(try news(daemon, link)?.endedChannels == [Self.name])
    let replies = try daemon.call(message("1 a").varlinkCall, on: daemon.connect())
    #expect(try outcomes(replies) == [.unknown])
    _ = try bridge.orders()
    try daemon.control(Control.EndPushChannel(channel: Self.name))
    #expect(try bridge.orders() == [.pushChannelEnded(channel: Self.name)])
  }

  @Test("has a channel that two users report go to the first of them")
  func twoUsers() throws {
    let (daemon, _) = try linked()
    let (first, second) = (try PlayedBridge(daemon, user: 501), try PlayedBridge(daemon))
    try second.tell(.pushChannels(channels: [Self.channel], ended: []))
    try first.tell(.pushChannels(channels: [Self.channel], ended: []))
    _ = (try first.orders(), try second.orders())
    try daemon.control(Control.SetPushEndpoint(channel: Self.name, endpoint: "https://a/b"))
    #expect(try first.orders() == [.pushEndpoint(channel: Self.name, endpoint: "https://a/b")])
    #expect(try second.orders() == [])
  }

  @Test("thaws a program that stands still for 30 s, and no more often than 20 times at once")
  func thaws() throws {
    let (daemon, _) = try linked()
    let bridge = try PlayedBridge(daemon)
    let launch = try daemon.frozenApp()
    let waits = BridgeFact.pushMessageWaits(pid: daemon.pid(of: launch), name: "org.a")
    for _ in 0..<MessageRate.most {
      #expect(daemon.kernel.frozen.contains(launch))
      try bridge.tell(waits)
      #expect(!daemon.kernel.frozen.contains(launch))
      daemon.pass(.seconds(29))
      #expect(!daemon.kernel.frozen.contains(launch))
      daemon.pass(.seconds(2))
    }
    // Some have come back meanwhile: one in 3 minutes.
    var count = 0
    while count < MessageRate.most {
      try bridge.tell(waits)
      guard !daemon.kernel.frozen.contains(launch) else { break }
      count += 1
      daemon.pass(.seconds(31))
    }
    #expect((1...4).contains(count))
    daemon.pass(.minutes(3))
    try bridge.tell(waits)
    #expect(!daemon.kernel.frozen.contains(launch))
  }

  @Test("thaws no program of another user")
  func strangers() throws {
    let (daemon, _) = try linked()
    let stranger = try PlayedBridge(daemon, user: 501)
    let launch = try daemon.frozenApp()
    try stranger.tell(.pushMessageWaits(pid: daemon.pid(of: launch), name: "org.a"))
    #expect(daemon.kernel.frozen.contains(launch))
  }

  @Test("comes back one at a time", arguments: [0, 1, 19])
  func rate(_ minutes: Int64) {
    var rate = MessageRate(at: .zero)
    for _ in 0..<MessageRate.most {
      let isTaken = rate.take(at: .zero)
      #expect(isTaken)
    }
    let isTakenBeyond = rate.take(at: .zero)
    #expect(!isTakenBeyond)
    let later = Instant.zero + .minutes(Int(minutes))
    var count: Int64 = 0
    while rate.take(at: later) { count += 1 }
    #expect(count == minutes / 3)
  }
}
