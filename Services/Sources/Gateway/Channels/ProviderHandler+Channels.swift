import Logging
import NIOCore
import NIOHPACK
import NIOHTTP2

// Requests about broadcast channels, on the port of the provider API.
extension ProviderHandler {
  /// The answer to a request that is not refused.
  struct ChannelAnswer: Sendable {
    var status = 200
    var channel: ChannelID?
    /// The JSON body; empty: none.
    var body = ""
  }

  func finishChannels(_ stream: Stream, _ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
    do throws(Refusal) {
      if stream.isLate { throw Refusal(.shutdown) }
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      let turn = desk.turns.turn(of: context.eventLoop)
      let answeredID = stream.id
      let isList = stream.headers.path.hasSuffix("/all-channels")
      let order = try desk.read(
        channels: stream.headers,
        answeredID,
        stream.body,
        environment,
        &binding,
        { raiseStreamLimit(context) }
      ) { result in
        turn.run { bound.value.answer(result, id, answeredID, isList: isList) }
      }
      if isList, !desk.lists.begin(of: binding.team) { throw Refusal(.tooManyRequests) }
      streams[id]?.state = .waiting
      if !desk.mailboxes.submit(order) {
        if isList { endList() }
        throw Refusal(.serviceUnavailable)
      }
    } catch {
      refuse(error, id, stream.id, context)
    }
  }

  private func answer(
    _ result: Result<ChannelAnswer, Refusal>,
    _ id: HTTP2StreamID,
    _ answeredID: String,
    isList: Bool
  ) {
    guard let context, streams[id]?.state == .waiting else {
      if isList { endList() }
      return
    }
    switch result {
    case .failure(let refusal):
      if isList { endList() }
      refuse(refusal, id, answeredID, context)
    case .success(let answer):
      desk.metrics.noteAnswer(status: answer.status, reason: "")
      streams[id] = nil
      errorCount = 0
      var headers: HPACKHeaders = [
        ":status": String(answer.status), "apns-request-id": answeredID,
      ]
      if let channel = answer.channel { headers.add(name: "apns-channel-id", value: channel.text) }
      if environment == .sandbox { headers.add(name: "apns-unique-id", value: UniqueID.make()) }
      if answer.body.isEmpty {
        write(.headers(.init(headers: headers, endStream: true)), id, context)
      } else {
        headers.add(name: "content-type", value: "application/json")
        write(.headers(.init(headers: headers)), id, context)
        let body = ByteBuffer(string: answer.body)
        let written = isList ? listWritten(id, context) : nil
        write(.data(.init(data: .byteBuffer(body), endStream: true)), id, context, written)
      }
      flush(context)
      endIfDrained(context)
    }
  }

  private func endList() { desk.lists.end(of: binding.team) }

  /// Handles the end of sending a list, successfully or not: its memory is free.
  ///
  /// A list that has not been sent within the time limit of a request is given up, because the team has only a few at
  /// once.
  private func listWritten(
    _ id: HTTP2StreamID,
    _ context: ChannelHandlerContext
  ) -> EventLoopPromise<Void> {
    let written = context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let timer = context.eventLoop.scheduleTask(in: desk.limits.request) {
      guard let context = bound.value.context else { return }
      bound.value.write(.rstStream(.cancel), id, context)
      context.flush()
    }
    written.futureResult.whenComplete { _ in
      timer.cancel()
      bound.value.endList()
    }
    return written
  }
}

extension ProviderDesk {
  /// Returns the order for a complete request about channels: the sender's token is checked before anything about the
  /// app.
  ///
  /// - Throws: `Refusal` with the reason.
  func read(
    channels headers: RequestHeaders,
    _ id: String,
    _ body: [UInt8],
    _ environment: Environment,
    _ binding: inout ConnectionBinding,
    _ onFirstGoodToken: () -> Void,
    _ answer: @escaping @Sendable (Result<ProviderHandler.ChannelAnswer, Refusal>) -> Void
  ) throws(Refusal) -> ChannelOrder {
    typealias Answer = ProviderHandler.ChannelAnswer
    let request = try ChannelRequest(method: headers.method, path: headers.path)
    let wasBound = binding.isBound
    let account = try binding.account(
      authorization: headers.authorization,
      in: environment,
      at: clock.nowMilliseconds()
    ) { keys.account(ofKey: $0) }
    if !wasBound { onFirstGoodToken() }
    if headers.hasDuplicates { throw Refusal(.duplicateHeaders) }
    if let wanted = headers.requestID, !UniqueID.isCanonical(wanted) {
      throw Refusal(.badMessageID)
    }
    guard account.allows(request.app) else { throw Refusal(.topicDisallowed) }
    guard limits.channelsMax > 0 else { throw Refusal(.featureNotEnabled) }
    let app = ChannelApp(name: request.app, environment: environment)
    func name() throws(Refusal) -> ChannelName {
      guard let text = headers.channelID, !text.isEmpty else { throw Refusal(.missingChannelID) }
      guard let id = ChannelID(text) else { throw Refusal(.badChannelID) }
      return ChannelName(id: id, app: app)
    }
    switch request.verb {
    case .create:
      // The gateway chooses its name.
      if headers.channelID != nil { throw Refusal(.badRequestParams) }
      let policy = try ChannelRequest.policy(in: body)
      return .create(app, policy, most: limits.channelsMax) {
        answer($0.map { Answer(status: 201, channel: $0) })
      }
    case .read:
      return .read(try name()) { answer($0.map { Answer(body: $0.configuration) }) }
    case .remove:
      return .remove(try name()) { answer($0.map { Answer(status: 204) }) }
    case .list:
      return .list(app) { result in
        answer(
          result.map { ids in
            var text = JSONText()
            text.set("channels", json: JSONText.list(ids.map { "\"\($0.text)\"" }))
            return Answer(body: text.finished)
          }
        )
      }
    case .publish:
      let push = try ChannelRequest.push(headers, id: id, to: app, body)
      let name = try name()
      return .publish(push, name) { [logger] result in
        if case .success = result {
          logger.info(
            "broadcast accepted",
            metadata: ["apns-request-id": "\(push.id)", "channel": "\(name.id.text)"]
          )
        }
        answer(result.map { Answer() })
      }
    }
  }
}

extension BroadcastChannel {
  /// The body of the answer to `GET`.
  fileprivate var configuration: String {
    var text = JSONText()
    text.set("message-storage-policy", policy.rawValue)
    text.set("push-type", "LiveActivity")
    return text.finished
  }
}
