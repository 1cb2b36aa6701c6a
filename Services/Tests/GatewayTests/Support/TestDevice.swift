import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import TorporCrypto

@testable import Gateway

/// A device with a link.
final class TestDevice: Sendable {
  private let channel: any Channel
  private let inbox: Inbox

  /// Connects and says nothing.
  static func open(_ address: ListenAddress) async throws -> TestDevice {
    let inbox = Inbox()
    let upgraded = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Void.self)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let request = UpgradeRequest()
          let upgrader = NIOWebSocketClientUpgrader(
            requestKey: "AAAAAAAAAAAAAAAAAAAAAA==",
            upgradePipelineHandler: { channel, _ in
              channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                if let request = try? pipeline.handler(type: UpgradeRequest.self) {
                  _ = pipeline.removeHandler(request)
                }
                try pipeline.addHandler(DeviceHandler(inbox))
                upgraded.succeed()
              }
            }
          )
          try channel.pipeline.syncOperations.addHTTPClientHandlers(
            withClientUpgrade: (upgraders: [upgrader], completionHandler: { _ in })
          )
          try channel.pipeline.syncOperations.addHandler(request)
        }
      }
      .connect(host: address.host, port: address.port).get()
    channel.closeFuture.whenComplete { _ in upgraded.fail(ChannelError.eof) }
    try await upgraded.futureResult.get()
    return TestDevice(channel, inbox)
  }

  /// Connects and proves itself.
  static func connect(_ address: ListenAddress, _ key: DeviceKey) async throws -> TestDevice {
    let device = try await open(address)
    let nonce = try await device.hello(key)
    try await device.say("proof") { object in
      object.set("signature", Base64URL.encode(key.sign(LinkHandler.proofPrefix + nonce)))
    }
    guard try await device.next()["status"]?.integer == 200 else { throw Refused() }
    return device
  }

  struct Refused: Error {}

  private init(_ channel: any Channel, _ inbox: Inbox) {
    (self.channel, self.inbox) = (channel, inbox)
  }

  /// Says who it is; what it is to sign.
  func hello(_ key: DeviceKey) async throws -> [UInt8] {
    try await say("hello") { object in
      object.set("use_webpush", true)
      object.set("ext", json: "[\"torpor.1\"]")
      object.set("key", Base64URL.encode(key.publicKey))
    }
    return Base64URL.decode(try await next()["nonce"]?.text ?? "") ?? []
  }

  func say(_ type: String, _ fill: (inout JSONText) -> Void = { _ in }) async throws {
    var object = JSONText()
    object.set("messageType", type)
    fill(&object)
    try await say(text: object.finished)
  }

  func say(text: String, opcode: WebSocketOpcode = .text) async throws {
    let frame = WebSocketFrame(
      fin: true,
      opcode: opcode,
      maskKey: [1, 2, 3, 4],
      data: ByteBuffer(string: text)
    )
    try await channel.writeAndFlush(frame).get()
  }

  /// The next message, once it is there.
  func next() async throws -> JSONValue {
    while true {
      if let value = JSONValue(Array(try await nextText().utf8)) { return value }
    }
  }

  /// The same as it was sent, which costs a test nothing.
  func nextText() async throws -> String {
    guard case .message(let text) = await inbox.next() else { throw ChannelError.eof }
    return String(buffer: text)
  }

  /// The code with which the gateway closes.
  func closeCode() async -> Int? {
    while true {
      switch await inbox.next() {
      case .message: continue
      case .closed(let code): return code
      }
    }
  }

  func register(_ topic: String, _ environment: String = "production") async throws -> String {
    try await say("apns_register") {
      $0.set("topic", topic)
      $0.set("environment", environment)
    }
    return try await next()["token"]?.text ?? ""
  }

  func unregister(_ topic: String) async throws -> JSONValue {
    try await say("apns_unregister") {
      $0.set("topic", topic)
      $0.set("environment", "production")
    }
    return try await next()
  }

  func acknowledge(_ push: JSONValue, code: Int64 = 100) async throws {
    try await say("ack") {
      let (id, version) = (push["apns_id"]?.text ?? "", push["version"]?.integer ?? 0)
      $0.set(
        "updates",
        json: "[{\"apns_id\":\"\(id)\",\"version\":\(version),\"code\":\(code)}]"
      )
    }
  }

  /// Stops taking anything off the network, or begins again.
  func read(_ isOn: Bool) async throws {
    // The kernel takes little for it meanwhile.
    try await channel.setOption(.socketOption(.so_rcvbuf), value: isOn ? 1 << 20 : 4096).get()
    try await channel.setOption(.autoRead, value: isOn).get()
  }

  /// Asks for something that is answered, so that all before it is done and what it caused is here.
  func beat() async throws { try await say(text: "{}") }

  /// Says goodbye and waits for the answer, before which the gateway has taken it off its list.
  func close() async {
    try? await say(text: "", opcode: .connectionClose)
    _ = await closeCode()
    try? await channel.close().get()
  }
}

/// What a device receives, in order.
final class Inbox: Sendable {
  enum Item: Sendable {
    /// Not read yet: the loop of the device is that of others, too.
    case message(ByteBuffer)
    case closed(Int?)
  }

  private let state = NIOLockedValueBox(State())

  private struct State {
    var items: [Item] = []
    var isClosed = false
    var waiter: CheckedContinuation<Item, Never>?
  }

  func put(_ item: Item) {
    let waiter = state.withLockedValue { state in
      if state.isClosed { return nil as CheckedContinuation<Item, Never>? }
      if case .closed = item { state.isClosed = true }
      guard let waiter = state.waiter else {
        state.items.append(item)
        return nil
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: item)
  }

  func next() async -> Item {
    await withCheckedContinuation { continuation in
      let item = state.withLockedValue { state -> Item? in
        if !state.items.isEmpty { return state.items.removeFirst() }
        if state.isClosed { return .closed(nil) }
        state.waiter = continuation
        return nil
      }
      if let item { continuation.resume(returning: item) }
    }
  }
}

private final class DeviceHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame

  private let inbox: Inbox

  init(_ inbox: Inbox) { self.inbox = inbox }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text: inbox.put(.message(frame.data))
    case .connectionClose:
      var data = frame.data
      inbox.put(.closed(data.readInteger(as: UInt16.self).map { Int($0) }))
    default: break
    }
  }

  func channelInactive(context: ChannelHandlerContext) { inbox.put(.closed(nil)) }
}

private final class UpgradeRequest: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  func channelActive(context: ChannelHandlerContext) {
    let head = HTTPRequestHead(
      version: .http1_1,
      method: .GET,
      uri: "/",
      headers: ["host": "localhost", "sec-websocket-protocol": "push-notification"]
    )
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
