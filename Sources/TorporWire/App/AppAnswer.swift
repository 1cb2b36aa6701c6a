package import TorporModel

// What apps are told: replies to single calls, and what comes in the stream of `Attach`.

extension Reply {
  /// The reply as it goes to the caller of an app's method.
  package var varlinkReply: VarlinkReply {
    switch self {
    case .done: VarlinkReply()
    case .task(let task):
      VarlinkReply(parameters: .object(["task": .string(task.description)]))
    case .timeRemaining(let rest):
      VarlinkReply(
        parameters: rest.map { .object(["microseconds": .integer($0.microseconds)]) }
          ?? .object([])
      )
    case .launched(let launch):
      VarlinkReply(parameters: .object(["launch": .string(launch.description)]))
    case .registered(let isPermitted):
      VarlinkReply(parameters: .object(["isPermitted": .bool(isPermitted)]))
    case .pendingTasks(let tasks):
      VarlinkReply(parameters: .object(["requests": .array(tasks.map(\.json))]))
    // No app is ever answered with a job; its one reply is that of `SubmitJob`.
    case .job(let job, _): VarlinkReply(parameters: .object(["job": .string(job.description)]))
    case .transfersAccepted, .transfers: VarlinkReply()  // TODO(wire)
    case .refused(let refusal): VarlinkReply(WireError.refused(refusal))
    }
  }

  /// Reads the reply to an app's request.
  ///
  /// A refusal comes back as `.refused`, any other error is thrown.
  ///
  /// - Throws: the error that the reply carries, or `WireError.malformedMessage`.
  package init(to request: AppRequest, from reply: VarlinkReply) throws(WireError) {
    let parameters: JSON
    do {
      parameters = try reply.result()
    } catch .refused(let refusal) {
      self = .refused(refusal)
      return
    }
    switch request {
    case .attach, .returned, .complete, .endBackgroundTask, .submitTask, .cancelTaskRequest,
      .setExpirationHandler, .reportProgress, .setFetchInterval:
      self = .done
    case .beginBackgroundTask: self = .task(try parameters.identifierOfReply("task"))
    case .performExpiringActivity:
      self = parameters["task"] == nil ? .done : .task(try parameters.identifierOfReply("task"))
    case .backgroundTimeRemaining:
      let rest = MessageReader(reply: parameters)["microseconds"]
      self = .timeRemaining(
        try rest.map { rest throws(WireError) in
          guard let microseconds = rest.integer(as: Int64.self) else {
            throw .malformedMessage(cause: "'microseconds' is not an integer")
          }
          return Duration(wireMicroseconds: microseconds)
        }
      )
    case .registerTask:
      guard let isPermitted = parameters["isPermitted"]?.flag else {
        throw .malformedMessage(cause: "'isPermitted' is missing or not of its type")
      }
      self = .registered(isPermitted)
    case .session: self = .done  // TODO(wire)
    case .pendingTaskRequests: self = .pendingTasks(try parameters.pendingTasksOfReply())
    }
  }
}

extension JSON {
  /// A counted identifier in a reply.
  fileprivate func identifierOfReply<Identifier: CountedIdentifier>(
    _ key: String
  ) throws(WireError) -> Identifier {
    guard let number = self[key]?.text.flatMap({ UInt64($0) }) else {
      throw .malformedMessage(cause: "'\(key)' is missing or not a number in a string")
    }
    return Identifier(rawValue: number)
  }

  fileprivate func pendingTasksOfReply() throws(WireError) -> [PendingTask] {
    guard let elements = self["requests"]?.elements else {
      throw .malformedMessage(cause: "'requests' is missing or not of its type")
    }
    var tasks: [PendingTask] = []
    for element in elements {
      if let task = try PendingTask.read(element) { tasks.append(task) }
    }
    return tasks
  }
}

/// One reply in the stream of `Attach`.
package enum AttachReply: Hashable, Sendable {
  /// The first one: the system listens, and speaks this version of the interface.
  case attached(version: Int)
  /// A callback is called.
  case event(Delivery)
  /// A callback that this version does not know; it is returned from at once.
  case unknownEvent(token: CallbackToken, name: String)
  /// The answer to a call that was made oneway, with a key, on the same connection.
  case answer(key: String, VarlinkReply)

  /// The reply as it stands on the wire; more follow.
  package var varlinkReply: VarlinkReply {
    VarlinkReply(parameters: parameters, continues: true)
  }

  private var parameters: JSON {
    switch self {
    case .attached(let version): .object(["version": .integer(Int64(version))])
    case .event(let delivery): .object(["event": EventMessage(delivery).json])
    case .unknownEvent(let token, let name):
      .object(["event": EventMessage(callback: token, name: name).json])
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
    let message = MessageReader(reply: try reply.result())
    if let event = message["event"] {
      let event = try EventMessage(event)
      self =
        event.delivery.map(AttachReply.event)
        ?? .unknownEvent(token: event.callback, name: event.name)
    } else if let answer = message["answer"] {
      guard let key = answer["key"]?.text else {
        throw .malformedMessage(cause: "an answer has no 'key' that is a string")
      }
      self = .answer(
        key: key,
        VarlinkReply(parameters: try answer.parametersOfMessage(), error: answer["error"]?.text)
      )
    } else {
      self = .attached(version: message["version"]?.integer(as: Int.self) ?? 1)
    }
  }
}
