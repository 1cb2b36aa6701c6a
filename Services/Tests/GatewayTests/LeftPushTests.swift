import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOPosix
import NIOWebSocket
import Testing
import TorporCrypto

@testable import Gateway

@Suite("Pushes of channels that a device has not read")
struct LeftPushTests {
  private let mailboxes = AskedMailboxes()
  private let channel = EmbeddedChannel()
  private let handler: LinkHandler
  private let ids = (0..<40).map { _ in ChannelID.make() }

  /// A device that has subscribed to forty channels.
  init() throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let turns = LoopTurns(MultiThreadedEventLoopGroup.singleton)
    handler = LinkHandler(LinkDesk(mailboxes, logger, LinkLimits(), nil, turns))
    try channel.pipeline.syncOperations.addHandler(handler)
    let key = DeviceKey.make()
    try say("hello") {
      $0.set("ext", json: "[\"torpor.1\"]")
      $0.set("key", Base64URL.encode(key.publicKey))
    }
    let challenge = try #require(try channel.readOutbound(as: WebSocketFrame.self))
    let nonce = JSONValue(Array(challenge.data.readableBytesView))?["nonce"]?.text
    let signed = LinkHandler.proofPrefix + (Base64URL.decode(nonce ?? "") ?? [])
    try say("proof") { $0.set("signature", Base64URL.encode(key.sign(signed))) }
    channel.embeddedEventLoop.run()
    for id in ids { try say("subscribe") { $0.broadcast(id.text) } }
    answerAll()
  }

  private func say(_ type: String, _ fill: (inout JSONText) -> Void) throws {
    let text = LinkMessage.message(type, fill)
    try channel.writeInbound(
      WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
    )
  }

  private func setReading(_ isOn: Bool) {
    channel.isWritable = isOn
    channel.pipeline.fireChannelWritabilityChanged()
    channel.embeddedEventLoop.run()
  }

  /// Answers what the store was asked, and what it is asked then.
  private func answerAll() {
    while mailboxes.answerOne() { channel.embeddedEventLoop.run() }
  }

  private func push(priority: Int = 10) -> Push {
    Push(
      id: UniqueID.make(),
      topic: TestGateway.app,
      environment: .production,
      type: .liveactivity,
      priority: priority,
      expirationSeconds: nil,
      collapseID: nil,
      payload: TestGateway.alert,
      isSilent: false
    )
  }

  @Test("are asked for eight at a time, the next when those are answered")
  func fewAtOnce() {
    setReading(false)
    for id in ids { #expect(!handler.broadcast(ByteBuffer(), push(), by: id)) }
    #expect(mailboxes.askedCount == 40)
    setReading(true)
    #expect(mailboxes.askedCount == 48)
    for _ in 0..<7 { #expect(mailboxes.answerOne()) }
    channel.embeddedEventLoop.run()
    #expect(mailboxes.askedCount == 48)
    #expect(mailboxes.answerOne())
    channel.embeddedEventLoop.run()
    #expect(mailboxes.askedCount == 56)
    answerAll()
    // Each once.
    #expect(mailboxes.askedCount == 80)
  }

  @Test("are not asked for again by a device that reads a little at a time, before it reads")
  func slow() {
    setReading(false)
    for id in ids { #expect(!handler.broadcast(ByteBuffer(), push(), by: id)) }
    for turn in 1...3 {
      // It is full again before the first of them is answered.
      setReading(true)
      setReading(false)
      setReading(true)
      setReading(false)
      #expect(mailboxes.askedCount == 40 + 8 * turn)
      answerAll()
      #expect(mailboxes.askedCount == 40 + 8 * turn)
    }
  }

  @Test("and those that it was spared in Low Power Mode are asked for likewise when that ends")
  func power() throws {
    try say("power") {
      $0.set("min_priority", 1)
      $0.set("low_power", true)
    }
    answerAll()
    for id in ids { #expect(!handler.broadcast(ByteBuffer(), push(priority: 5), by: id)) }
    setReading(true)
    #expect(mailboxes.askedCount == 40)
    try say("power") {
      $0.set("min_priority", 1)
      $0.set("low_power", false)
    }
    channel.embeddedEventLoop.run()
    #expect(mailboxes.askedCount == 48)
    answerAll()
    #expect(mailboxes.askedCount == 80)
  }

  @Test(
    "are asked for again, ever later, where the store has no room for the question, or no answer"
  )
  func failingStore() throws {
    while try channel.readOutbound(as: WebSocketFrame.self) != nil {}
    setReading(false)
    for id in ids.prefix(3) { #expect(!handler.broadcast(ByteBuffer(), push(), by: id)) }
    mailboxes.setFull(true)
    setReading(true)
    #expect(mailboxes.turnedAwayCount == 3)
    // After half a second to a second; a device that reads in pieces does not hasten that.
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(499))
    setReading(false)
    setReading(true)
    #expect(mailboxes.turnedAwayCount == 3)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(501))
    #expect(mailboxes.turnedAwayCount == 6)
    mailboxes.setFull(false)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(499))
    #expect(mailboxes.askedCount == 40)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1501))
    #expect(mailboxes.askedCount == 43)
    #expect(mailboxes.answerOne(.failure(Refusal(.serviceUnavailable))))
    answerAll()
    #expect(mailboxes.askedCount == 43)
    channel.embeddedEventLoop.advanceTime(by: .seconds(4))
    #expect(mailboxes.askedCount == 44)
    answerAll()
    channel.embeddedEventLoop.advanceTime(by: .minutes(5))
    #expect(mailboxes.askedCount == 44)
    // The device need not ask: it is told nothing, and stays subscribed.
    #expect(try channel.readOutbound(as: WebSocketFrame.self) == nil)
    #expect(mailboxes.subscribers.channels.count == 40)
  }
}

/// A store that takes every device, and answers for a channel when a test says so.
private final class AskedMailboxes: Mailboxes {
  let secret: [UInt8] = Array(repeating: 1, count: 32)
  let isWell = true
  let subscribers = Subscribers()
  private let asked = NIOLockedValueBox(Asked())

  private struct Asked {
    var count = 0
    var answers: [ChannelOrder.Answer<Void>] = []
    var isFull = false
    var turnedAwayCount = 0
  }

  /// How many subscriptions the store was asked for.
  var askedCount: Int { asked.withLockedValue { $0.count } }

  /// How many it had no room for.
  var turnedAwayCount: Int { asked.withLockedValue { $0.turnedAwayCount } }

  func setFull(_ isFull: Bool) { asked.withLockedValue { $0.isFull = isFull } }

  /// Answers the oldest; whether there was one.
  func answerOne(_ result: Result<Void, Refusal> = .success(())) -> Bool {
    let answer = asked.withLockedValue { asked -> ChannelOrder.Answer<Void>? in
      asked.answers.isEmpty ? nil : asked.answers.removeFirst()
    }
    answer?(result)
    return answer != nil
  }

  func submit(_ order: Order) -> Bool {
    switch order {
    case .connect(_, _, let answer): answer(.admitted)
    case .power(_, _, let answer): answer()
    default: break
    }
    return true
  }

  func submit(_ order: ChannelOrder) -> Bool {
    guard case .subscribe(_, _, let answer) = order else { return false }
    return asked.withLockedValue { asked in
      if asked.isFull {
        asked.turnedAwayCount += 1
        return false
      }
      asked.count += 1
      asked.answers.append(answer)
      return true
    }
  }

  func close() async {}
}
