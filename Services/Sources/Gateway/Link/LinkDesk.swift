import Logging
import NIOConcurrencyHelpers
public import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The shared state of all connections of devices, and the start of a connection.
final class LinkDesk: Sendable {
  let mailboxes: any Mailboxes
  let logger: Logger
  let limits: LinkLimits
  /// The origin at which senders of Web Push reach the gateway; `nil`: not served.
  let origin: WebOrigin?
  let turns: LoopTurns
  private let linkCount = NIOLockedValueBox<LinkPort.ID>(0)

  init(
    _ mailboxes: any Mailboxes,
    _ logger: Logger,
    _ limits: LinkLimits,
    _ origin: WebOrigin?,
    _ turns: LoopTurns
  ) {
    (self.mailboxes, self.logger, self.limits) = (mailboxes, logger, limits)
    (self.origin, self.turns) = (origin, turns)
  }

  func nextLinkID() -> LinkPort.ID {
    linkCount.withLockedValue {
      $0 += 1
      return $0
    }
  }

  /// Prepares a connection for the upgrade to a WebSocket; a request without an upgrade gets 426.
  func prepare(_ channel: any Channel) throws {
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: limits.frameBytesMax,
      automaticErrorHandling: true,
      shouldUpgrade: { channel, head in
        guard head.uri == "/" else { return channel.eventLoop.makeSucceededFuture(nil) }
        let offered = head.headers[canonicalForm: "sec-websocket-protocol"]
        let isOurs = offered.contains { $0 == "push-notification" }
        let headers: HTTPHeaders =
          isOurs ? ["sec-websocket-protocol": "push-notification"] : [:]
        return channel.eventLoop.makeSucceededFuture(headers)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let plain = try? pipeline.handler(type: PlainRequestHandler.self) {
            _ = pipeline.removeHandler(plain)
          }
          try pipeline.addHandlers([
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 1,
              maxAccumulatedFrameCount: 64,
              maxAccumulatedFrameSize: self.limits.frameBytesMax
            ), LinkHandler(self),
          ])
        }
      }
    )
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in })
    )
    try channel.pipeline.syncOperations.addHandler(PlainRequestHandler(limits.handshake))
  }
}

/// The limits of a device's connection.
public struct LinkLimits: Sendable {
  /// The time that a device may take to prove its identity: 10 s.
  public var handshake = TimeAmount.seconds(10)
  /// The time that sending the last message may take: 5 s.
  public var farewell = TimeAmount.seconds(5)
  /// The maximum size of a message in bytes: an acknowledgement of a few hundred pushes.
  public var frameBytesMax = 64 << 10
  /// The maximum number of simultaneous connections.
  public var connectionsMax = 100_000

  /// The beat interval of a device that has not given one: 4.5 minutes (push.md, 6).
  static let usualIntervalSeconds: Int64 = 270

  /// Makes the default limits.
  public init() {}

  /// Returns the time that a device may be silent: twice its interval and 30 s.
  func silence(intervalSeconds: Int64) -> TimeAmount { .seconds(2 * intervalSeconds + 30) }
}

/// Answers a request that is not for a WebSocket, and ends a connection that sends no request.
private final class PlainRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let patience: TimeAmount
  private var timer: Scheduled<Void>?

  init(_ patience: TimeAmount) { self.patience = patience }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .end = unwrapInboundIn(data) else { return }
    let head = HTTPResponseHead(
      version: .http1_1,
      status: .upgradeRequired,
      headers: ["upgrade": "websocket", "content-length": "0", "connection": "close"]
    )
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      bound.value.close(promise: nil)
    }
  }
}
