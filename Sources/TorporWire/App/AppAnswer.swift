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
    case .attach, .returned, .complete, .endBackgroundTask: self = .done
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

/// A callback as it stands on the wire.
struct EventMessage {
  var callback: CallbackToken
  var name: String
  var hasCompletionHandler: Bool?
  var destination: String?
  var wakeReason: String?
  var task: BackgroundTaskIdentifier?
  var taskName: String?
  var reason: String?
  var expired: Bool?
  var payload: String?

  init(callback: CallbackToken, name: String) {
    self.callback = callback
    self.name = name
  }

  /// - Throws: `WireError.malformedMessage` where a member is missing or not of its type.
  init(_ json: JSON) throws(WireError) {
    let reader = MessageReader(reply: json)
    do throws(WireError) {
      callback = try reader.identifier("callback")
      name = try reader.text("name")
      hasCompletionHandler = try reader.optionalFlag("hasCompletionHandler")
      destination = try reader.optionalText("destination")
      wakeReason = try reader.optionalText("wakeReason")
      task = reader["task"] == nil ? nil : try reader.identifier("task")
      taskName = try reader.optionalText("taskName")
      reason = try reader.optionalText("reason")
      expired = try reader.optionalFlag("expired")
      payload = try reader.optionalText("payload")
    } catch {
      throw .malformedMessage(cause: "an event has a member that is missing or not of its type")
    }
  }

  /// The members, in the order of their names.
  var json: JSON {
    .object(optional: [
      ("callback", JSON(callback)), ("destination", .text(destination)),
      ("expired", expired.map { .bool($0) }),
      ("hasCompletionHandler", hasCompletionHandler.map { .bool($0) }), ("name", .string(name)),
      ("payload", .text(payload)), ("reason", .text(reason)), ("task", task.map { JSON($0) }),
      ("taskName", .text(taskName)), ("wakeReason", .text(wakeReason)),
    ])
  }
}

extension EventMessage {
  init(_ delivery: Delivery) {
    self.init(callback: delivery.token, name: delivery.callback.name)
    hasCompletionHandler = delivery.callback.hasCompletionHandler
    switch delivery.callback {
    case .didFinishLaunching(into: .foreground):
      destination = "foreground"
    case .didFinishLaunching(into: .background(let reason)):
      destination = "background"
      wakeReason = reason.rawValue
    case .backgroundTaskExpiration(let task, let name):
      self.name = "backgroundTaskExpiration"
      self.task = task
      taskName = name
    case .expiringActivity(let task, let reason, let expired):
      name = "expiringActivity"
      self.task = task
      self.reason = reason
      self.expired = expired
    case .didReceiveRemoteNotification(let payload):
      self.payload = payload
    case .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground,
      .willTerminate, .didReceiveMemoryWarning, .protectedDataWillBecomeUnavailable,
      .protectedDataDidBecomeAvailable:
      break
    }
  }

  /// The callback; `nil` where this version does not know it.
  var delivery: Delivery? {
    callbackValue.map { Delivery(token: callback, callback: $0) }
  }

  private var callbackValue: Callback? {
    switch name {
    case "didFinishLaunching": launchDestination.map { .didFinishLaunching(into: $0) }
    case "didBecomeActive": .didBecomeActive
    case "willResignActive": .willResignActive
    case "didEnterBackground": .didEnterBackground
    case "willEnterForeground": .willEnterForeground
    case "willTerminate": .willTerminate
    case "didReceiveMemoryWarning": .didReceiveMemoryWarning
    case "protectedDataWillBecomeUnavailable": .protectedDataWillBecomeUnavailable
    case "protectedDataDidBecomeAvailable": .protectedDataDidBecomeAvailable
    case "backgroundTaskExpiration":
      task.map { .backgroundTaskExpiration(task: $0, name: taskName) }
    case "expiringActivity":
      if let task, let reason, let expired {
        .expiringActivity(task: task, reason: reason, expired: expired)
      } else {
        nil
      }
    case "didReceiveRemoteNotification":
      payload.map { .didReceiveRemoteNotification(payload: $0) }
    default: nil
    }
  }

  private var launchDestination: LaunchDestination? {
    switch destination {
    case "foreground": .foreground
    case "background": wakeReason.flatMap(WakeReason.init(rawValue:)).map { .background($0) }
    default: nil
    }
  }
}
