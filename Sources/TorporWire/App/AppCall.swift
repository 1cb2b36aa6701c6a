package import TorporModel

/// One request of an app, as a call of `io.torpor.App`.
package struct AppCall: Hashable, Sendable {
  package var request: AppRequest
  /// Names the request, for its answer on an attached connection; in requests that have a key of
  /// their own it is the same one.
  package var key: String?

  package init(_ request: AppRequest, key: String? = nil) {
    self.request = request
    self.key =
      switch request {
      case .beginBackgroundTask(_, _, let own), .performExpiringActivity(_, let own): own ?? key
      case .attach, .returned, .complete, .endBackgroundTask, .backgroundTimeRemaining: key
      }
  }

  /// The methods, in the order of the interface's description.
  package static let methods = [
    "Attach", "Returned", "Complete", "BeginBackgroundTask", "EndBackgroundTask",
    "PerformExpiringActivity", "BackgroundTimeRemaining",
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
    }
  }

  /// Reads a call.
  ///
  /// - Throws: `WireError.methodNotFound`, or `.invalidParameter` with the parameter's name.
  package init(method: some StringProtocol, parameters: JSON) throws(WireError) {
    switch method {
    case "Attach":
      _ = try parameters.parameters(NoParameters.self)
      self.init(.attach)
    case "Returned":
      let call = try parameters.parameters(ReturnedParameters.self)
      self.init(.returned(callback: call.callback.identifier), key: call.key)
    case "Complete":
      let call = try parameters.parameters(CompleteParameters.self)
      self.init(
        .complete(callback: call.callback.identifier, result: call.result),
        key: call.key
      )
    case "BeginBackgroundTask":
      let call = try parameters.parameters(BeginParameters.self)
      let hasHandler = call.hasExpirationHandler ?? false
      self.init(
        .beginBackgroundTask(name: call.name, hasExpirationHandler: hasHandler, key: call.key)
      )
    case "EndBackgroundTask":
      let call = try parameters.parameters(EndParameters.self)
      self.init(.endBackgroundTask(task: call.task.identifier), key: call.key)
    case "PerformExpiringActivity":
      let call = try parameters.parameters(PerformParameters.self)
      self.init(.performExpiringActivity(reason: call.reason, key: call.key))
    case "BackgroundTimeRemaining":
      let call = try parameters.parameters(KeyParameters.self)
      self.init(.backgroundTimeRemaining, key: call.key)
    default:
      throw .methodNotFound(method: AppInterface.name + "." + method)
    }
  }

  /// The parameters as they stand in the call.
  package var parameters: JSON {
    switch request {
    case .attach: .object([])
    case .returned(let callback):
      .encoding(ReturnedParameters(callback: IdentifierText(callback), key: key))
    case .complete(let callback, let result):
      .encoding(CompleteParameters(callback: IdentifierText(callback), result: result, key: key))
    case .beginBackgroundTask(let name, let hasHandler, _):
      .encoding(BeginParameters(name: name, hasExpirationHandler: hasHandler, key: key))
    case .endBackgroundTask(let task):
      .encoding(EndParameters(task: IdentifierText(task), key: key))
    case .performExpiringActivity(let reason, _):
      .encoding(PerformParameters(reason: reason, key: key))
    case .backgroundTimeRemaining: .encoding(KeyParameters(key: key))
    }
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

private struct ReturnedParameters: Codable {
  var callback: IdentifierText<CallbackToken>
  var key: String?
}

private struct CompleteParameters: Codable {
  var callback: IdentifierText<CallbackToken>
  var result: CompletionResult
  var key: String?
}

private struct BeginParameters: Codable {
  var name: String?
  var hasExpirationHandler: Bool?
  var key: String?
}

private struct EndParameters: Codable {
  var task: IdentifierText<BackgroundTaskIdentifier>
  var key: String?
}

private struct PerformParameters: Codable {
  var reason: String
  var key: String?
}

private struct KeyParameters: Codable {
  var key: String?
}
