import TorporModel

// The calls that are about work for later: the task scheduler and the background fetch.

extension AppCall {
  /// Reads a call of one of the methods about work for later.
  ///
  /// - Throws: `WireError.methodNotFound`, or `.invalidParameter` with the parameter's name.
  init(schedulerMethod method: some StringProtocol, parameters: JSON) throws(WireError) {
    func reader(_ known: String...) throws(WireError) -> MessageReader {
      try MessageReader(call: parameters, known: known + ["key"])
    }
    let request: AppRequest
    switch method {
    case "RegisterTask":
      let call = try reader("identifier")
      request = .registerTask(
        identifier: try call.text("identifier"),
        key: try call.optionalText("key")
      )
    case "SubmitTask": request = .submitTask(try TaskRequest(call: parameters))
    case "CancelTaskRequest":
      request = .cancelTaskRequest(
        identifier: try reader("identifier").optionalText("identifier")
      )
    case "PendingTaskRequests":
      _ = try reader()
      request = .pendingTaskRequests
    case "SetExpirationHandler":
      let call = try reader("callback", "isSet")
      request = .setExpirationHandler(
        callback: try call.identifier("callback"),
        isSet: try call.flag("isSet")
      )
    case "ReportProgress":
      request = try .progress(reader("callback", "permille", "title", "subtitle"))
    case "SetMinimumBackgroundFetchInterval":
      request = .setFetchInterval(try FetchInterval(reader("interval", "microseconds")))
    default:
      throw .methodNotFound(method: AppInterface.name + "." + method)
    }
    self.init(request, key: try MessageReader(reply: parameters).optionalText("key"))
  }
}

extension AppRequest {
  /// The parameters of a request about work for later; none where it is another.
  var schedulerFields: [(key: String, value: JSON?)] {
    switch self {
    case .registerTask(let identifier, _): [("identifier", .string(identifier))]
    case .submitTask(let request): request.fields
    case .cancelTaskRequest(let identifier): [("identifier", .text(identifier))]
    case .setExpirationHandler(let callback, let isSet):
      [("callback", JSON(callback)), ("isSet", .bool(isSet))]
    case .reportProgress(let callback, let permille, let title, let subtitle):
      [
        ("callback", JSON(callback)), ("permille", .integer(Int64(permille))),
        ("title", .text(title)), ("subtitle", .text(subtitle)),
      ]
    case .setFetchInterval(.never): [("interval", .string("never"))]
    case .setFetchInterval(.minimum): [("interval", .string("minimum"))]
    case .setFetchInterval(.atLeast(let length)): [("microseconds", .integer(length.microseconds))]
    case .mode, .session, .pendingTaskRequests, .attach, .returned, .complete, .beginBackgroundTask,
      .endBackgroundTask, .performExpiringActivity, .backgroundTimeRemaining:
      []
    }
  }

  fileprivate static func progress(_ call: MessageReader) throws(WireError) -> AppRequest {
    guard let permille = call["permille"]?.integer(as: Int.self), (0...1000).contains(permille)
    else { throw .invalidParameter(parameter: "permille") }
    return .reportProgress(
      callback: try call.identifier("callback"),
      permille: permille,
      title: try call.optionalText("title"),
      subtitle: try call.optionalText("subtitle")
    )
  }
}

extension FetchInterval {
  /// Reads the one of the two parameters that is there.
  fileprivate init(_ call: MessageReader) throws(WireError) {
    let word = try call.optionalText("interval")
    let length = try call.optionalLength("microseconds")
    switch (word, length) {
    case ("never", nil): self = .never
    case ("minimum", nil): self = .minimum
    case (nil, let length?): self = .atLeast(length)
    case (.some, nil), (nil, nil): throw .invalidParameter(parameter: "interval")
    // Two answers to one question.
    case (.some, .some): throw .invalidParameter(parameter: "microseconds")
    }
  }
}
