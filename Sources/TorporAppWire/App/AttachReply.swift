package import TorporAppModel

/// One reply in the stream of `Attach`.
package enum AttachReply: Hashable, Sendable, WireReply {
  /// The first one: the system listens, and speaks this version of the interface.
  ///
  /// `now` is where the device's time line stands; `nil` from a daemon that does not say so.
  case attached(version: Int, now: Instant? = nil)
  /// A callback is called; `detail` is what is told beside it, of a transfer.
  case event(Delivery, detail: TransferDetail? = nil)
  /// A callback that this version does not know; it is returned from at once.
  case unknownEvent(token: CallbackToken, name: String)
  /// Bytes of a transfer have moved; nothing is to be returned from.
  case progress(SessionProgress)
  /// The answer to a call that was made oneway, with a key, on the same connection.
  case answer(key: String, VarlinkReply)

  /// The reply as it stands on the wire; more follow.
  package var varlinkReply: VarlinkReply {
    VarlinkReply(parameters: parameters, continues: true)
  }

  package var parameters: JSON {
    switch self {
    case .attached(let version, let now):
      .object(
        optional: [
          ("version", .integer(Int64(version))),
          ("nowMicroseconds", now.map { .integer($0.microseconds) }),
        ]
      )
    case .event(let delivery, let detail):
      .object(["event": EventMessage(delivery, detail: detail).json])
    case .unknownEvent(let token, let name):
      .object(["event": EventMessage(unknown: name, token: token).json])
    case .progress(let progress): .object(["progress": progress.json])
    case .answer(let key, let reply):
      .object([
        "answer": .object(
          [
            JSON.Member("key", .string(key)), JSON.Member("parameters", reply.parameters),
          ] + (reply.error.map { [JSON.Member("error", .string($0))] } ?? [])
        )
      ])
    }
  }

  /// Reads a reply of the stream.
  ///
  /// - Throws: the error that ended the stream, or `WireError.malformedMessage`.
  package init(from reply: VarlinkReply) throws(WireError) {
    try self.init(reply: try reply.result())
  }

  package init(reply parameters: JSON) throws(WireError) {
    let message = ParameterReader(reply: parameters)
    if let event = message["event"] {
      let event = try EventMessage(event)
      self =
        event.callback.map {
          .event(
            Delivery(
              token: event.token,
              callback: $0,
              suspendedFor: event.suspendedFor,
              terminationSave: event.terminationSave
            ),
            detail: event.detail
          )
        } ?? .unknownEvent(token: event.token, name: event.name)
    } else if let progress = message["progress"] {
      self = .progress(try SessionProgress(progress))
    } else if let answer = message["answer"] {
      guard let key = answer["key"]?.text else {
        throw .malformedMessage(cause: "an answer has no 'key' that is a string")
      }
      self = .answer(
        key: key,
        VarlinkReply(parameters: try answer.parametersOfMessage(), error: answer["error"]?.text)
      )
    } else {
      self = .attached(
        version: message["version"]?.integer(as: Int.self) ?? 1,
        now: message["nowMicroseconds"]?.integer(as: Int64.self)
          .map(Instant.init(microseconds:))
      )
    }
  }
}
