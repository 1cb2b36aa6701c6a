import Logging
public import NIOCore

/// The shared state of all connections of senders.
struct ProviderDesk: Sendable {
  let mailboxes: any Mailboxes
  let keys: KeyFolder
  let metrics: Metrics
  let logger: Logger
  let clock: GatewayClock
  let limits: ProviderLimits
  let turns: LoopTurns
  let lists = ListsUnderWay()

  /// Returns the push of a complete request: first it checks everything that any caller may know, then the sender's
  /// token; it reveals nothing about the device's token before that is valid.
  ///
  /// - Throws: `Refusal` with the reason.
  func read(
    _ headers: RequestHeaders,
    _ id: String,
    _ body: [UInt8],
    _ environment: Environment,
    _ binding: inout ConnectionBinding,
    _ onFirstGoodToken: () -> Void
  ) throws(Refusal) -> (Push, DeviceToken) {
    let tokenText = try headers.deviceToken()
    let wasBound = binding.isBound
    let account = try binding.account(
      authorization: headers.authorization,
      in: environment,
      at: clock.nowMilliseconds()
    ) { keys.account(ofKey: $0) }
    if !wasBound { onFirstGoodToken() }
    let head = try PushHead(headers, id: id)
    guard account.allows(head.topic) else { throw Refusal(.topicDisallowed) }
    guard let token = DeviceToken(tokenText, environment, mailboxes.secret) else {
      throw Refusal(.badDeviceToken)
    }
    return (try Push(head, environment, payload: body), token)
  }

  func noteAccepted(_ push: Push, _ outcome: Order.Outcome, milliseconds: Double) {
    metrics.noteAnswer(nil)
    metrics.noteAccepted(outcome, milliseconds: milliseconds)
    logger.info(
      "push accepted",
      metadata: [
        "apns-id": "\(push.id)", "topic": "\(push.topic)", "type": "\(push.type.rawValue)",
        "outcome": "\(outcome.name)",
      ]
    )
  }

  func noteRefused(_ refusal: Refusal, _ id: String) {
    metrics.noteAnswer(refusal)
    logger.info(
      "push refused",
      metadata: ["apns-id": "\(id)", "reason": "\(refusal.reason.rawValue)"]
    )
  }
}

/// The limits of a sender's connection.
public struct ProviderLimits: Sendable {
  /// The maximum number of simultaneous streams after the first valid token; before it, there is one.
  ///
  /// 1000: the number that Apple was seen to allow.
  public var streamsMax = 1000
  /// The time that a request may take to arrive: 30 s.
  public var request = TimeAmount.seconds(30)
  /// The time that a connection may be without a request: an hour.
  public var idle = TimeAmount.hours(1)
  /// The same before its first valid token: a minute.
  public var unboundIdle = TimeAmount.minutes(1)
  /// The time that a sender waits for the disk before it is told to try again: 10 s.
  public var disk = TimeAmount.seconds(10)
  /// The number of consecutive refusals at which the connection is closed.
  public var errorsMax = 1000
  /// The time for which requests in transit are awaited when the gateway ends.
  public var drainGrace = TimeAmount.milliseconds(500)
  /// The maximum number of simultaneous connections.
  public var connectionsMax = 10_000
  /// The maximum number of broadcast channels of an app in one environment (push.md, 1.7); 0: not supported here.
  public var channelsMax = 10_000
  /// The number of streams that a sender may reset within 30 s before the connection is closed.
  public var resetsMax = 200
  /// The number of bytes of the connection's window that are returned at once.
  var windowBytesReturned: Int { 16 << 10 }
  /// The maximum number of bytes of a request's headers.
  public var headerBytesMax = 8 << 10

  /// Makes the default limits.
  public init() {}
}
