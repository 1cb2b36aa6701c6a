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
    case .beginBackgroundTask:
      self = .task(try parameters.result(TaskResult.self).task.identifier)
    case .performExpiringActivity:
      self =
        parameters["task"] == nil
        ? .done : .task(try parameters.result(TaskResult.self).task.identifier)
    case .backgroundTimeRemaining:
      let result = try parameters.result(TimeResult.self)
      self = .timeRemaining(result.microseconds.map { Duration(wireMicroseconds: $0) })
    }
  }

  private struct TaskResult: Decodable {
    var task: IdentifierText<BackgroundTaskIdentifier>
  }

  private struct TimeResult: Decodable {
    var microseconds: Int64?
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
    case .event(let delivery): .object(["event": .encoding(EventMessage(delivery))])
    case .unknownEvent(let token, let name):
      .object(["event": .encoding(EventMessage(callback: IdentifierText(token), name: name))])
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
    let message = try reply.result().result(AttachMessage.self)
    if let event = message.event {
      self =
        event.delivery.map(AttachReply.event)
        ?? .unknownEvent(token: event.callback.identifier, name: event.name)
    } else if let answer = try reply.result()["answer"], let key = answer["key"]?.text {
      self = .answer(
        key: key,
        VarlinkReply(
          parameters: try answer.parametersOfMessage(),
          error: answer["error"]?.text
        )
      )
    } else {
      self = .attached(version: message.version ?? 1)
    }
  }

  private struct AttachMessage: Decodable {
    var version: Int?
    var event: EventMessage?
  }
}

/// A callback as it stands on the wire.
struct EventMessage: Codable {
  var callback: IdentifierText<CallbackToken>
  var name: String
  var hasCompletionHandler: Bool?
  var destination: String?
  var wakeReason: String?
  var task: IdentifierText<BackgroundTaskIdentifier>?
  var taskName: String?
  var reason: String?
  var expired: Bool?
  var payload: String?
}

extension EventMessage {
  init(_ delivery: Delivery) {
    self.init(callback: IdentifierText(delivery.token), name: delivery.callback.name)
    hasCompletionHandler = delivery.callback.hasCompletionHandler
    switch delivery.callback {
    case .didFinishLaunching(into: .foreground):
      destination = "foreground"
    case .didFinishLaunching(into: .background(let reason)):
      destination = "background"
      wakeReason = reason.rawValue
    case .backgroundTaskExpiration(let task, let name):
      self.name = "backgroundTaskExpiration"
      self.task = IdentifierText(task)
      taskName = name
    case .expiringActivity(let task, let reason, let expired):
      name = "expiringActivity"
      self.task = IdentifierText(task)
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
    callbackValue.map { Delivery(token: callback.identifier, callback: $0) }
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
      task.map { .backgroundTaskExpiration(task: $0.identifier, name: taskName) }
    case "expiringActivity":
      if let task, let reason, let expired {
        .expiringActivity(task: task.identifier, reason: reason, expired: expired)
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
