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
    case .transfersAccepted(let first, let count):
      VarlinkReply(
        parameters: .object(["first": JSON(first), "count": .integer(Int64(count))])
      )
    case .transfers(let transfers, let hasMore):
      VarlinkReply(transfers: transfers.map { TransferRow(status: $0) }, hasMore: hasMore)
    case .mode(let reply): VarlinkReply(parameters: reply.json)
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
    case .session(.start):
      guard let count = parameters["count"]?.integer(as: Int.self) else {
        throw .malformedMessage(cause: "'count' is missing or not of its type")
      }
      self = .transfersAccepted(first: try parameters.identifierOfReply("first"), count: count)
    case .session(.list):
      let page = try TransferPage(parameters)
      self = .transfers(page.rows.map(\.status), hasMore: page.hasMore)
    case .session: self = .done
    case .mode(let request): self = try Reply(to: request, parameters)
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
