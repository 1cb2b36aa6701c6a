import Logging
public import NIOCore

/// What all connections of senders share.
struct ProviderDesk: Sendable {
  let mailboxes: any Mailboxes
  let keys: KeyFolder
  let metrics: Metrics
  let logger: Logger
  let clock: GatewayClock
  let limits: ProviderLimits
  let turns: LoopTurns
  let lists = ListsUnderWay()

  /// The push of a whole request: first what any caller may know, then the sender's token, and of the device's token
  /// nothing before that is good.
  ///
  /// - Throws: `Refusal` with the word for what is wrong.
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

/// What a connection of a sender may take.
public struct ProviderLimits: Sendable {
  /// Streams at once after the first good token; before it there is one.
  ///
  /// 1000: what Apple was seen to allow.
  public var streamsMax = 1000
  /// How long a request may take to arrive: 30 s.
  public var request = TimeAmount.seconds(30)
  /// How long a connection may be without one: an hour.
  public var idle = TimeAmount.hours(1)
  /// The same before its first good token: a minute.
  public var unboundIdle = TimeAmount.minutes(1)
  /// How long a sender waits for the disk before it is told to come again: 10 s.
  public var disk = TimeAmount.seconds(10)
  /// Refusals in a row before the connection is closed.
  public var errorsMax = 1000
  /// How long requests that are on their way are waited for when the gateway ends.
  public var drainGrace = TimeAmount.milliseconds(500)
  /// Connections at once.
  public var connectionsMax = 10_000
  /// Broadcast channels of an app in one environment (push.md, 1.7); 0: there are none here.
  public var channelsMax = 10_000
  /// Streams that a sender may reset within 30 s before the connection is closed.
  public var resetsMax = 200
  /// How many bytes of the connection's window are given back at once.
  var windowBytesReturned: Int { 16 << 10 }
  /// The most bytes of the headers of a request.
  public var headerBytesMax = 8 << 10

  /// The usual ones.
  public init() {}
}
