import Logging

/// What all connections of senders of Web Push share.
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

  /// What a whole request asks for.
  enum Task: Sendable {
    /// Who would subscribe a service to this asks whether it is for that (UnifiedPush).
    case discover
    case push(Push, DeviceToken, ttlSeconds: Int64)
  }

  /// The most bytes of a message: what every service takes (RFC 8030, 7.2).
  static let messageBytesMax = 4096
  /// The least bytes of a message of aes128gcm (RFC 8188, 2.1, RFC 8291, 4).
  ///
  /// Salt, record size, the length of the key, the key, and one byte with the code over it.
  private static let messageBytesMin = 16 + 4 + 1 + 65 + 17

  /// What the request asks for: the endpoint first, which is what a stranger has not; then who sends; then the message.
  ///
  /// - Throws: `WebRefusal` with the word for what is wrong.
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
    // What is not encrypted is not taken: the gateway is not to see what people write.
    guard body.count >= WebDesk.messageBytesMin, body[20] == 65, body[21] == 4 else {
      throw WebRefusal(.badMessage)
    }
    let now = clock.nowMilliseconds()
    return .push(
      Push(
        id: UniqueID.make(),
        // The channel is that of the token; the mailboxes know it.
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

  /// The answer to discovery (UnifiedPush, server to server).
  func discovered() -> WebAnswer {
    metrics.noteAnswer(status: 200, reason: "")
    return WebAnswer(
      status: 200,
      headers: [("content-type", "application/json")],
      body: "{\"unifiedpush\":{\"version\":1}}"
    )
  }

  /// The answer to what the mailboxes say of a message.
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

  /// The answer to what is not accepted.
  func refused(_ refusal: WebRefusal, _ id: String? = nil) -> WebAnswer {
    metrics.noteAnswer(status: refusal.reason.status, reason: refusal.reason.rawValue)
    logger.info(
      "message refused",
      metadata: ["id": "\(id ?? "none")", "reason": "\(refusal.reason.rawValue)"]
    )
    return refusal.answer
  }
}
