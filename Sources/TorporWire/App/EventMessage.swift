import TorporModel

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
  var identifier: String?
  var type: String?
  var launchCallback: CallbackToken?
  var suspendedMicroseconds: Int64?
  var isLowPowerModeEnabled: Bool?
  var isAvailable: Bool?
  var session: String?
  var transfer: TransferIdentifier?
  var outcome: TransferOutcome?
  var status: Int?
  var detail: TransferDetail?
  /// Of a service for modes, with all its members.
  var mode: ModeCallback?

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
      identifier = try reader.optionalText("identifier")
      type = try reader.optionalText("type")
      launchCallback =
        reader["launchCallback"] == nil ? nil : try reader.identifier("launchCallback")
      suspendedMicroseconds =
        reader["suspendedMicroseconds"] == nil
        ? nil : try reader.number("suspendedMicroseconds")
      isLowPowerModeEnabled = try reader.optionalFlag("isLowPowerModeEnabled")
      isAvailable = try reader.optionalFlag("isAvailable")
      session = try reader.optionalText("session")
      transfer = reader["transfer"] == nil ? nil : try reader.identifier("transfer")
      outcome = try TransferOutcome(reader)
      status = reader["status"]?.integer(as: Int.self)
      let detail = try TransferDetail(reader)
      self.detail = detail == TransferDetail() ? nil : detail
      mode = ModeCallback(name: name, json)
    } catch {
      throw .malformedMessage(cause: "an event has a member that is missing or not of its type")
    }
  }

  /// The members, in the order of their names; those of a session or a mode follow.
  var json: JSON {
    .object(
      optional: lifecycleFields + transferFields + (detail?.fields ?? []) + (mode?.fields ?? [])
    )
  }

  private var transferFields: [(key: String, value: JSON?)] {
    [("session", .text(session)), ("transfer", transfer.map { JSON($0) })]
      + (outcome?.fields ?? [("status", status.map { .integer(Int64($0)) })])
  }

  private var lifecycleFields: [(key: String, value: JSON?)] {
    [
      ("callback", JSON(callback)), ("destination", .text(destination)),
      ("expired", expired.map { .bool($0) }),
      ("hasCompletionHandler", hasCompletionHandler.map { .bool($0) }),
      ("identifier", .text(identifier)), ("isAvailable", isAvailable.map { .bool($0) }),
      ("isLowPowerModeEnabled", isLowPowerModeEnabled.map { .bool($0) }),
      ("launchCallback", launchCallback.map { JSON($0) }), ("name", .string(name)),
      ("payload", .text(payload)), ("reason", .text(reason)),
      ("suspendedMicroseconds", suspendedMicroseconds.map { .integer($0) }),
      ("task", task.map { JSON($0) }),
      ("taskName", .text(taskName)), ("type", .text(type)), ("wakeReason", .text(wakeReason)),
    ]
  }
}

extension EventMessage {
  init(_ delivery: Delivery, detail: TransferDetail?) {
    self.init(callback: delivery.token, name: delivery.callback.name)
    hasCompletionHandler = delivery.callback.hasCompletionHandler
    suspendedMicroseconds = delivery.suspendedFor.map { $0.nanoseconds / 1000 }
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
    case .launchTask(let identifier, let type):
      name = "launchTask"
      self.identifier = identifier
      self.type = type.rawValue
    case .taskExpiration(let launchCallback, let identifier):
      name = "taskExpiration"
      self.launchCallback = launchCallback
      self.identifier = identifier
    case .powerStateDidChange(let isEnabled): isLowPowerModeEnabled = isEnabled
    case .backgroundRefreshStatusDidChange(let isAvailable): self.isAvailable = isAvailable
    case .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground,
      .willTerminate, .didReceiveMemoryWarning, .protectedDataWillBecomeUnavailable,
      .protectedDataDidBecomeAvailable, .performFetch:
      break
    case .issueAnnounced(let payload): self.payload = payload
    case .mode(let callback): mode = callback
    case .session(let callback):
      note(callback)
      self.detail = detail
    }
  }

  private mutating func note(_ callback: SessionCallback) {
    session = callback.session
    transfer = callback.transfer
    switch callback {
    case .didFinishDownloading(_, _, let status): self.status = status
    case .didComplete(_, _, let outcome), .issueDownloaded(_, _, let outcome):
      self.outcome = outcome
    case .handleEvents, .didReceiveChallenge, .willBeginDelayedRequest, .didFinishEvents,
      .didBecomeInvalid:
      break
    }
  }

  /// The callback; `nil` where this version does not know it.
  var delivery: Delivery? {
    callbackValue.map {
      Delivery(
        token: callback,
        callback: $0,
        suspendedFor: suspendedMicroseconds.map { .microseconds($0) }
      )
    }
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
    case "performFetch": .performFetch
    case "launchTask": taskLaunch
    case "taskExpiration":
      if let launchCallback, let identifier {
        .taskExpiration(task: launchCallback, identifier: identifier)
      } else {
        nil
      }
    case "powerStateDidChange":
      isLowPowerModeEnabled.map { .powerStateDidChange(isLowPowerModeEnabled: $0) }
    case "backgroundRefreshStatusDidChange":
      isAvailable.map { .backgroundRefreshStatusDidChange(isAvailable: $0) }
    case "issueAnnounced": payload.map { .issueAnnounced(payload: $0) }
    default: sessionCallback.map { .session($0) } ?? mode.map { .mode($0) }
    }
  }

  private var sessionCallback: SessionCallback? {
    guard let session else { return nil }
    switch name {
    case "handleEventsForBackgroundURLSession": return .handleEvents(session: session)
    case "didFinishEvents": return .didFinishEvents(session: session)
    case "didBecomeInvalid": return .didBecomeInvalid(session: session)
    default: break
    }
    guard let transfer else { return nil }
    switch name {
    case "didReceiveChallenge":
      return .didReceiveChallenge(session: session, transfer: transfer)
    case "willBeginDelayedRequest":
      return .willBeginDelayedRequest(session: session, transfer: transfer)
    case "didFinishDownloading":
      return .didFinishDownloading(session: session, transfer: transfer, status: status ?? 0)
    case "didCompleteWithError":
      return outcome.map { .didComplete(session: session, transfer: transfer, outcome: $0) }
    case "issueDownloaded":
      return outcome.map { .issueDownloaded(session: session, transfer: transfer, outcome: $0) }
    default: return nil
    }
  }

  private var taskLaunch: Callback? {
    guard let identifier, let type = type.flatMap(TaskType.init(rawValue:)) else { return nil }
    return .launchTask(identifier: identifier, type: type)
  }

  private var launchDestination: LaunchDestination? {
    switch destination {
    case "foreground": .foreground
    case "background": wakeReason.flatMap(WakeReason.init(rawValue:)).map { .background($0) }
    default: nil
    }
  }
}
