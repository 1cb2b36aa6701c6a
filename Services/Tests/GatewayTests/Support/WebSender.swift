import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOPosix
import TorporCrypto

@testable import Gateway

/// What Web Push is tested with: senders over either version of HTTP, and what they sign and send.
enum WebSender {
  /// What a message is answered with.
  struct Answer: Hashable, Sendable {
    let status: Int
    let headers: [String: String]
    let body: String

    var reason: String? { JSONValue(Array(body.utf8))?["reason"]?.text }
  }

  /// A body as RFC 8188 has it, as far as the gateway looks: salt, size, a point and some bytes.
  static func message(_ text: String = "sealed", count: Int? = nil) -> [UInt8] {
    let head = [UInt8](repeating: 7, count: 16) + [0, 0, 16, 0, 65, 4]
    let body = head + [UInt8](repeating: 9, count: 64) + Array(text.utf8)
    let filler = max(0, (count ?? 104) - body.count)
    return body + [UInt8](repeating: 0, count: filler)
  }

  /// The headers of a message; `changes` replaces some, or takes them away.
  static func headers(_ changes: [(String, String?)] = []) -> [(String, String)] {
    var members = [("ttl", "60"), ("content-encoding", "aes128gcm")]
    for (name, value) in changes {
      members.removeAll { $0.0 == name }
      if let value { members.append((name, value)) }
    }
    return members
  }

  /// Sends over HTTP/1.1, on a connection of its own or, without an end, the next of one.
  static func send(
    _ gateway: TestGateway,
    _ endpoint: String,
    method: HTTPMethod = .POST,
    _ changes: [(String, String?)] = [],
    body: [UInt8] = message()
  ) async throws -> Answer {
    let address = gateway.gateway.addresses.providers
    let answered = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Answer.self)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(AnswerHandler(answered))
        }
      }
      .connect(host: address.host, port: address.port).get()
    var head = HTTPRequestHead(version: .http1_1, method: method, uri: path(of: endpoint))
    head.headers.add(name: "host", value: "localhost")
    head.headers.add(name: "content-length", value: String(body.count))
    for (name, value) in headers(changes) { head.headers.add(name: name, value: value) }
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    let answer = try await answered.futureResult.get()
    try? await channel.close().get()
    return answer
  }

  /// The same as headers of HTTP/2.
  static func frames(
    _ endpoint: String,
    method: String = "POST",
    _ changes: [(String, String?)] = []
  ) -> HPACKHeaders {
    var headers = HPACKHeaders([
      (":method", method), (":scheme", "https"), (":path", path(of: endpoint)),
      (":authority", "localhost"),
    ])
    for (name, value) in Self.headers(changes) { headers.add(name: name, value: value) }
    return headers
  }

  static func path(of endpoint: String) -> String {
    if endpoint.hasPrefix("/") { return endpoint }
    let parts = endpoint.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    return parts.count == 3 ? "/" + parts[2] : endpoint
  }

  /// A header `Authorization` as a sender signs it.
  static func vapid(
    _ gateway: TestGateway,
    _ secret: SenderSecret,
    audience: String? = nil,
    lifeSeconds: Int64 = 3600,
    algorithm: String = "ES256",
    signer: SenderSecret? = nil
  ) -> String {
    let audience = audience ?? gateway.gateway.addresses.web?.text ?? ""
    let header = "{\"typ\":\"JWT\",\"alg\":\"\(algorithm)\"}"
    let end = gateway.time.now / 1000 + lifeSeconds
    let claims = "{\"aud\":\"\(audience)\",\"exp\":\(end),\"sub\":\"mailto:a@b.example\"}"
    let signed = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
    let signature = Base64URL.encode((signer ?? secret).sign(Array(signed.utf8)))
    return "vapid t=\(signed).\(signature), k=\(Base64URL.encode(secret.publicKey.point))"
  }
}

/// The answer to one request.
private final class AnswerHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let promise: EventLoopPromise<WebSender.Answer>
  private var head: HTTPResponseHead?
  private var body = ""

  init(_ promise: EventLoopPromise<WebSender.Answer>) { self.promise = promise }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body(let buffer): body += String(buffer: buffer)
    case .end:
      let headers = head.map { $0.headers.map { ($0.name.lowercased(), $0.value) } } ?? []
      promise.succeed(
        WebSender.Answer(
          status: Int(head?.status.code ?? 0),
          headers: Dictionary(headers) { $1 },
          body: body
        )
      )
    }
  }

  func channelInactive(context: ChannelHandlerContext) { promise.fail(ChannelError.eof) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { promise.fail(error) }
}

extension TestDevice {
  /// Registers a channel; its endpoint.
  func register(channel: String, key: SenderSecret? = nil) async throws -> String {
    try await say("register") {
      $0.set("channelID", channel)
      if let key { $0.set("key", Base64URL.encode(key.publicKey.point)) }
    }
    let answer = try await next()
    return answer["pushEndpoint"]?.text ?? "status \(answer["status"]?.integer ?? 0)"
  }

  func unregister(channel: String) async throws -> Int64? {
    try await say("unregister") { $0.set("channelID", channel) }
    return try await next()["status"]?.integer
  }

  func acknowledge(message: JSONValue, code: Int64 = 100) async throws {
    try await say("ack") {
      let (channel, version) = (message["channelID"]?.text ?? "", message["version"]?.text ?? "")
      $0.set(
        "updates",
        json: "[{\"channelID\":\"\(channel)\",\"version\":\"\(version)\",\"code\":\(code)}]"
      )
    }
  }
}
