package import TorporModel

/// One request of an app, as a call of `io.torpor.App`.
package struct AppCall: Hashable, Sendable {
  package var request: AppRequest
  /// Names the request, for its answer on an attached connection; in requests that have a key of
  /// their own it is the same one.
  package var key: String?
  /// What the transfers carry that are started, in their order; or what takes the place of a delayed
  /// one.
  package var contents: [TransferContent]
  /// What answers a challenge: it goes beside the request, so that nothing that is kept ever holds it.
  package var credential: TransferCredential?
  /// The number, in the app, of the descriptor that it hands over; who watches it says so again after
  /// a restart.
  package var descriptorNumber: Int32?

  package init(
    _ request: AppRequest,
    key: String? = nil,
    contents: [TransferContent] = [],
    credential: TransferCredential? = nil,
    descriptorNumber: Int32? = nil
  ) {
    self.request = request
    self.contents = contents
    self.credential = credential
    self.descriptorNumber = descriptorNumber
    self.key =
      switch request {
      case .beginBackgroundTask(_, _, let own), .performExpiringActivity(_, let own),
        .registerTask(_, let own), .session(.start(_, _, let own)):
        own ?? key
      case .attach, .returned, .complete, .endBackgroundTask, .backgroundTimeRemaining,
        .submitTask, .cancelTaskRequest, .pendingTaskRequests,
        .setExpirationHandler, .reportProgress, .setFetchInterval, .session, .mode:
        key
      }
  }

  /// The methods, in the order of the interface's description.
  package static let methods = ownMethods + ModeRequest.methods

  private static let ownMethods = [
    "Attach", "Returned", "Complete", "BeginBackgroundTask", "EndBackgroundTask",
    "PerformExpiringActivity", "BackgroundTimeRemaining", "RegisterTask", "SubmitTask",
    "CancelTaskRequest", "PendingTaskRequests", "SetExpirationHandler", "ReportProgress",
    "SetMinimumBackgroundFetchInterval", "OpenSession", "StartTransfers", "CancelTransfer",
    "SuspendTransfer", "ResumeTransfer", "ListTransfers", "AnswerChallenge",
    "AnswerDelayedRequest", "InvalidateSession",
  ]

  /// The name of the method, without the interface.
  package var method: String {
    switch request {
    case .attach: "Attach"
    case .returned: "Returned"
    case .complete: "Complete"
    case .beginBackgroundTask: "BeginBackgroundTask"
    case .endBackgroundTask: "EndBackgroundTask"
    case .performExpiringActivity: "PerformExpiringActivity"
    case .backgroundTimeRemaining: "BackgroundTimeRemaining"
    case .registerTask: "RegisterTask"
    case .submitTask: "SubmitTask"
    case .cancelTaskRequest: "CancelTaskRequest"
    case .pendingTaskRequests: "PendingTaskRequests"
    case .setExpirationHandler: "SetExpirationHandler"
    case .reportProgress: "ReportProgress"
    case .setFetchInterval: "SetMinimumBackgroundFetchInterval"
    case .session(let request): Self.method(of: request)
    case .mode(let request): request.method
    }
  }

  /// Reads a call.
  ///
  /// - Throws: `WireError.methodNotFound`, or `.invalidParameter` with the parameter's name.
  package init(method: some StringProtocol, parameters: JSON) throws(WireError) {
    func reader(_ known: String...) throws(WireError) -> MessageReader {
      try MessageReader(call: parameters, known: known)
    }
    switch method {
    case "Attach":
      _ = try reader()
      self.init(.attach)
    case "Returned":
      let call = try reader("callback", "key")
      self.init(
        .returned(callback: try call.identifier("callback")),
        key: try call.optionalText("key")
      )
    case "Complete":
      let call = try reader("callback", "result", "key")
      let callback: CallbackToken = try call.identifier("callback")
      guard let result = CompletionResult(rawValue: try call.text("result")) else {
        throw .invalidParameter(parameter: "result")
      }
      self.init(
        .complete(callback: callback, result: result),
        key: try call.optionalText("key")
      )
    case "BeginBackgroundTask":
      let call = try reader("name", "hasExpirationHandler", "key")
      self.init(
        .beginBackgroundTask(
          name: try call.optionalText("name"),
          hasExpirationHandler: try call.optionalFlag("hasExpirationHandler") ?? false,
          key: try call.optionalText("key")
        )
      )
    case "EndBackgroundTask":
      let call = try reader("task", "key")
      self.init(
        .endBackgroundTask(task: try call.identifier("task")),
        key: try call.optionalText("key")
      )
    case "PerformExpiringActivity":
      let call = try reader("reason", "key")
      self.init(
        .performExpiringActivity(
          reason: try call.text("reason"),
          key: try call.optionalText("key")
        )
      )
    case "BackgroundTimeRemaining":
      self.init(.backgroundTimeRemaining, key: try reader("key").optionalText("key"))
    default:
      if let call = try AppCall(transferMethod: method, parameters: parameters) {
        self = call
      } else if let call = try AppCall(modeMethod: method, parameters: parameters) {
        self = call
      } else {
        try self.init(schedulerMethod: method, parameters: parameters)
      }
    }
  }

  /// The parameters as they stand in the call.
  package var parameters: JSON {
    let fields: [(key: String, value: JSON?)] =
      switch request {
      case .attach: []
      case .returned(let callback): [("callback", JSON(callback))]
      case .complete(let callback, let result):
        [("callback", JSON(callback)), ("result", .string(result.rawValue))]
      case .beginBackgroundTask(let name, let hasHandler, _):
        [("name", .text(name)), ("hasExpirationHandler", .bool(hasHandler))]
      case .endBackgroundTask(let task): [("task", JSON(task))]
      case .performExpiringActivity(let reason, _): [("reason", .string(reason))]
      case .backgroundTimeRemaining: []
      case .registerTask, .submitTask, .cancelTaskRequest, .pendingTaskRequests,
        .setExpirationHandler, .reportProgress, .setFetchInterval:
        request.schedulerFields
      case .session(let request): self.fields(of: request)
      case .mode(let request): self.fields(of: request)
      }
    return .object(optional: fields + [("key", request == .attach ? nil : .text(key))])
  }

  /// The whole call; `Attach` asks for more replies by itself.
  package func varlinkCall(isOneway: Bool = false) -> VarlinkCall {
    VarlinkCall(
      method: AppInterface.name + "." + method,
      parameters: parameters,
      isOneway: isOneway,
      wantsMore: request == .attach
    )
  }
}
