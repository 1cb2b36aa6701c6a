import Logging

/// The shared state of all connections of Web Push senders.
struct WebDesk: Sendable {
  let mailboxes: any Mailboxes
  let metrics: Metrics
  let logger: Logger
  let clock: GatewayClock
  let limits: ProviderLimits
  let origin: WebOrigin

  init(_ desk: ProviderDesk, _ origin: WebOrigin) {
    (mailboxes, metrics, logger) = (desk.mailboxes, desk.metrics, desk.logger)
    (clock, limits, self.origin) = (desk.clock, desk.limits, origin)
  }

  /// The operation that a complete request asks for.
  enum Task: Sendable {
    /// A client that would subscribe a service asks whether this is a push server (UnifiedPush).
    case discover
    case push(Push, DeviceToken, ttlSeconds: Int64)
  }

  /// The maximum number of bytes of a message: the size that every service must accept (RFC 8030, 7.2).
  static let messageBytesMax = 4096
  /// The minimum number of bytes of an aes128gcm message (RFC 8188, 2.1, RFC 8291, 4).
  ///
  /// Salt, record size, the length of the key, the key, and one byte with its authentication code.
  private static let messageBytesMin = 16 + 4 + 1 + 65 + 17

  /// Returns the operation that the request asks for: it checks the endpoint first, which a stranger does not have;
  /// then the sender; then the message.
  ///
  /// - Throws: `WebRefusal` with the reason.
  func read(_ request: WebRequest, _ body: [UInt8]) throws(WebRefusal) -> Task {
    guard request.path.hasPrefix(WebRequest.endpointPath) else { throw WebRefusal(.badPath) }
    let text = String(request.path.dropFirst(WebRequest.endpointPath.count))
    guard let endpoint = WebEndpoint(text, mailboxes.secret) else {
      throw WebRefusal(.unknownEndpoint)
    }
    if request.method == "GET" { return .discover }
    if request.method != "POST" { throw WebRefusal(.methodNotAllowed) }
    try check(request.authorization, of: endpoint)
    let head = try WebHead(request)
    if body.count > WebDesk.messageBytesMax { throw WebRefusal(.messageTooLarge) }
    // Unencrypted messages are not accepted: the gateway must not see their text.
    guard body.count >= WebDesk.messageBytesMin, body[20] == 65, body[21] == 4 else {
      throw WebRefusal(.badMessage)
    }
    let now = clock.nowMilliseconds()
    return .push(
      Push(
        id: UniqueID.make(),
        // The token determines the channel; the mailboxes know it.
        topic: "",
        environment: .web,
        type: .alert,
        priority: head.urgency.priority,
        expirationSeconds: head.ttlSeconds == 0 ? 0 : now / 1000 + head.ttlSeconds,
        collapseID: head.topic,
        payload: body,
        isSilent: false
      ),
      endpoint.token,
      ttlSeconds: head.ttlSeconds
    )
  }

  private func check(_ authorization: String?, of endpoint: WebEndpoint) throws(WebRefusal) {
    let secret = mailboxes.secret
    let isFree = endpoint.isMade(for: nil, secret)
    guard let authorization else {
      if isFree { return }
      throw WebRefusal(.missingAuthorization)
    }
    let token = try VapidToken(
      authorization,
      audience: origin.text,
      at: clock.nowMilliseconds()
    )
    guard isFree || endpoint.isMade(for: token.key, secret) else { throw WebRefusal(.otherKey) }
  }

  /// Returns the answer to discovery (UnifiedPush, server to server).
  func discovered() -> WebAnswer {
    metrics.noteAnswer(status: 200, reason: "")
    return WebAnswer(
      status: 200,
      headers: [("content-type", "application/json")],
      body: "{\"unifiedpush\":{\"version\":1}}"
    )
  }

  /// Returns the answer for the mailboxes' result of a message.
  func answer(
    _ push: Push,
    _ result: Result<Order.Outcome, Refusal>,
    ttlSeconds: Int64,
    milliseconds: Double
  ) -> WebAnswer {
    switch result {
    case .success(let outcome):
      metrics.noteAnswer(status: 201, reason: "")
      metrics.noteAccepted(outcome, milliseconds: milliseconds)
      logger.info(
        "message accepted",
        metadata: ["id": "\(push.id)", "outcome": "\(outcome.name)"]
      )
      return WebAnswer(
        status: 201,
        headers: [
          ("location", origin.address(ofMessage: push.id)), ("ttl", String(ttlSeconds)),
        ]
      )
    case .failure(let refusal): return refused(WebRefusal(refusal), push.id)
    }
  }

  /// Returns the answer to a refused request.
  func refused(_ refusal: WebRefusal, _ id: String? = nil) -> WebAnswer {
    metrics.noteAnswer(status: refusal.reason.status, reason: refusal.reason.rawValue)
    logger.info(
      "message refused",
      metadata: ["id": "\(id ?? "none")", "reason": "\(refusal.reason.rawValue)"]
    )
    return refusal.answer
  }
}
