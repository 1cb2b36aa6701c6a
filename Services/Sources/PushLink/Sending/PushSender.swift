internal import FoundationEssentials
internal import NIOCore
internal import NIOHPACK
internal import NIOHTTP2
internal import NIOPosix
internal import NIOSSL

#if canImport(Glibc)
import Glibc
#endif

/// Sends one push through a gateway, as a server does.
package struct PushSender: Sendable {
  private let address: GatewayAddress
  private let certificate: String?
  private let sender: SenderIdentity

  package init(_ address: GatewayAddress, certificate: String?, as sender: SenderIdentity) {
    (self.address, self.certificate, self.sender) = (address, certificate, sender)
  }

  /// The gateway's answer.
  package struct Answer: Hashable, Sendable {
    package var status = 0
    /// The `apns-id`, by which `torpor why` identifies the push.
    package var identifier = ""
    /// Why it was not accepted: one of APNs' reasons.
    package var reason: String?
  }

  /// Sends the push.
  ///
  /// - Throws: `LinkFailure`.
  package func send(_ push: OutgoingPush) async throws(LinkFailure) -> Answer {
    let (firstError, socket) = (FirstError(), ClosedSocket())
    let limit = Task {
      try await Task.sleep(for: Self.patience)
      firstError.note(LinkFailure.silent(Self.patience))
      socket.close()
    }
    defer { limit.cancel() }
    do {
      let context = address.isEncrypted ? try tlsContext() : nil
      let multiplexer = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(host: address.host, port: address.port) { channel in
          channel.eventLoop.makeCompletedFuture {
            socket.keep(channel)
            if let context {
              try channel.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: context, serverHostname: address.serverName)
              )
            }
            try channel.pipeline.syncOperations.addHandler(ErrorNote(firstError))
            return try channel.pipeline.syncOperations.configureAsyncHTTP2Pipeline(mode: .client) {
              $0.eventLoop.makeSucceededVoidFuture()
            }
          }
        }
      let stream = try await multiplexer.openStream { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>(
            wrappingChannelSynchronously: channel
          )
        }
      }
      return try await stream.executeThenClose { inbound, outbound in
        try await outbound.write(.headers(.init(headers: headers(of: push))))
        let body = ByteBuffer(string: push.payload)
        try await outbound.write(.data(.init(data: .byteBuffer(body), endStream: true)))
        return try await answer(from: inbound)
      }
    } catch {
      throw firstError.failure ?? LinkFailure(error)
    }
  }

  /// The time limit for the whole operation.
  ///
  /// 30 s from the first packet to the answer: our gateway answers within 10 s or reports that it cannot. Our choice.
  private static let patience = Duration.seconds(30)

  private func tlsContext() throws(LinkFailure) -> NIOSSLContext {
    try GatewayConnection.context(certificate, protocols: ["h2"])
  }

  private func headers(of push: OutgoingPush) -> HPACKHeaders {
    let now = Int64(time(nil))
    var headers: HPACKHeaders = [
      ":method": "POST", ":scheme": address.isEncrypted ? "https" : "http",
      ":authority": "\(address.host):\(address.port)", ":path": "/3/device/\(push.token)",
      "authorization": "bearer \(sender.token(atSeconds: now))", "apns-topic": push.topic,
    ]
    if let type = push.pushType { headers.add(name: "apns-push-type", value: type) }
    if let priority = push.priority { headers.add(name: "apns-priority", value: "\(priority)") }
    if let name = push.collapseIdentifier { headers.add(name: "apns-collapse-id", value: name) }
    if let lifetime = push.lifetimeSeconds {
      headers.add(
        name: "apns-expiration",
        value: lifetime == 0 ? "0" : "\(now + min(lifetime, 31_536_000))"
      )
    }
    return headers
  }

  private func answer(
    from inbound: NIOAsyncChannelInboundStream<HTTP2Frame.FramePayload>
  ) async throws -> Answer {
    struct Body: Decodable { var reason: String? }
    var answer = Answer()
    var body: [UInt8] = []
    for try await frame in inbound {
      switch frame {
      case .headers(let head):
        answer.status = head.headers.first(name: ":status").flatMap { Int($0) } ?? 0
        answer.identifier = head.headers.first(name: "apns-id") ?? ""
        if head.endStream { return answer }
      case .data(let data):
        if case .byteBuffer(let bytes) = data.data { body += Array(bytes.readableBytesView) }
        guard data.endStream || body.count > 65_536 else { continue }
        answer.reason = (try? JSONDecoder().decode(Body.self, from: Data(body)))?.reason
        return answer
      default: continue
      }
    }
    throw LinkFailure.closed("before its answer was complete")
  }
}
