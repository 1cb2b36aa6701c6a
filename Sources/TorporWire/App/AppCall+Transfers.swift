import TorporModel

// The calls that are about background sessions and their transfers.

extension AppCall {
  /// Reads a call of one of the methods about transfers; `nil` where it is none of them.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(transferMethod method: some StringProtocol, parameters: JSON) throws(WireError) {
    func reader(_ known: String...) throws(WireError) -> MessageReader {
      try MessageReader(call: parameters, known: known + ["key"])
    }
    let request: SessionRequest
    var contents: [TransferContent] = []
    var credential: TransferCredential?
    switch method {
    case "OpenSession": request = .open(try SessionConfiguration(call: parameters))
    case "StartTransfers":
      let call = try reader("session", "transfers")
      let messages = try TransferMessages(call, .ofApp)
      contents = messages.contents
      request = .start(
        session: try call.session(),
        messages.requests,
        key: try call.optionalText("key")
      )
    case "CancelTransfer":
      let call = try reader("transfer", "keepsPartial")
      request = .cancel(
        try call.identifier("transfer"),
        keepsPartial: try call.optionalFlag("keepsPartial") ?? false
      )
    case "SuspendTransfer":
      request = .suspend(try reader("transfer").identifier("transfer"))
    case "ResumeTransfer": request = .resume(try reader("transfer").identifier("transfer"))
    case "ListTransfers":
      let call = try reader("session", "after")
      request = .list(
        session: try call.session(),
        after: call["after"] == nil ? nil : try call.identifier("after")
      )
    case "AnswerChallenge":
      (request, credential) = try Self.challenge(
        reader("transfer", "disposition", "user", "password")
      )
    case "AnswerDelayedRequest":
      (request, contents) = try Self.delayedRequest(reader("transfer", "disposition", "request"))
    case "InvalidateSession":
      let call = try reader("session", "cancelsTransfers")
      request = .invalidate(
        session: try call.session(),
        cancelsTransfers: try call.optionalFlag("cancelsTransfers") ?? false
      )
    default: return nil
    }
    let key = try MessageReader(reply: parameters).optionalText("key")
    self.init(.session(request), key: key, contents: contents, credential: credential)
  }

  private static func challenge(
    _ call: MessageReader
  ) throws(WireError) -> (SessionRequest, TransferCredential?) {
    guard let disposition: ChallengeDisposition = try call.optionalWord("disposition") else {
      throw .invalidParameter(parameter: "disposition")
    }
    var credential: TransferCredential?
    let user = try call.optionalText("user")
    let password = try call.optionalText("password")
    if let user {
      guard disposition == .useCredential, user.isCredential else {
        throw .invalidParameter(parameter: "user")
      }
      guard (password ?? "").isCredential else { throw .invalidParameter(parameter: "password") }
      credential = .password(user: user, password: password ?? "")
    } else if disposition == .useCredential {
      throw .invalidParameter(parameter: "user")
    } else if password != nil {
      throw .invalidParameter(parameter: "password")
    }
    return (.answerChallenge(try call.identifier("transfer"), disposition), credential)
  }

  private static func delayedRequest(
    _ call: MessageReader
  ) throws(WireError) -> (SessionRequest, [TransferContent]) {
    guard let disposition: DelayedRequestDisposition = try call.optionalWord("disposition") else {
      throw .invalidParameter(parameter: "disposition")
    }
    let content = try call["request"].map { json throws(WireError) in
      try TransferContent(call: json, parameter: "request")
    }
    guard (content != nil) == (disposition == .useNewRequest) else {
      throw .invalidParameter(parameter: "request")
    }
    return (
      .answerDelayedRequest(try call.identifier("transfer"), disposition),
      content.map { [$0] } ?? []
    )
  }

  /// The name of the method about transfers.
  static func method(of request: SessionRequest) -> String {
    switch request {
    case .open: "OpenSession"
    case .start: "StartTransfers"
    case .cancel: "CancelTransfer"
    case .suspend: "SuspendTransfer"
    case .resume: "ResumeTransfer"
    case .list: "ListTransfers"
    case .answerChallenge: "AnswerChallenge"
    case .answerDelayedRequest: "AnswerDelayedRequest"
    case .invalidate: "InvalidateSession"
    }
  }

  /// The parameters of a request about transfers.
  func fields(of request: SessionRequest) -> [(key: String, value: JSON?)] {
    switch request {
    case .open(let configuration): return configuration.fields
    case .start(let session, let requests, _):
      var messages = TransferMessages()
      messages.requests = requests
      messages.contents = contents
      return [("session", .string(session)), ("transfers", messages.json(.ofApp))]
    case .cancel(let transfer, let keepsPartial):
      return [
        ("transfer", JSON(transfer)), ("keepsPartial", keepsPartial ? .bool(true) : nil),
      ]
    case .suspend(let transfer), .resume(let transfer): return [("transfer", JSON(transfer))]
    case .list(let session, let after):
      return [("session", .string(session)), ("after", after.map { JSON($0) })]
    case .answerChallenge(let transfer, let disposition):
      var fields: [(key: String, value: JSON?)] = [
        ("transfer", JSON(transfer)), ("disposition", .string(disposition.rawValue)),
      ]
      if case .password(let user, let password) = credential {
        fields += [("user", .string(user)), ("password", .string(password))]
      }
      return fields
    case .answerDelayedRequest(let transfer, let disposition):
      return [
        ("transfer", JSON(transfer)), ("disposition", .string(disposition.rawValue)),
        ("request", contents.first.map { .object(optional: $0.fields) }),
      ]
    case .invalidate(let session, let cancelsTransfers):
      return [
        ("session", .string(session)), ("cancelsTransfers", cancelsTransfers ? .bool(true) : nil),
      ]
    }
  }
}

extension MessageReader {
  /// The name of a session.
  fileprivate func session() throws(WireError) -> String {
    let name = try text("session")
    guard name.isSessionName else { throw .invalidParameter(parameter: "session") }
    return name
  }
}

extension SessionConfiguration {
  private static let keys = [
    "session", "sendsLaunchEvents", "isDiscretionary", "resourceTimeoutMicroseconds",
    "requestTimeoutMicroseconds", "connectionsPerHostMax", "asksBeforeDelayedRequests", "key",
  ]

  /// Reads the parameters of `OpenSession`; what is left out has Apple's default.
  fileprivate init(call parameters: JSON) throws(WireError) {
    let call = try MessageReader(call: parameters, known: Self.keys)
    self.init(
      identifier: try call.session(),
      sendsLaunchEvents: try call.optionalFlag("sendsLaunchEvents") ?? true,
      isDiscretionary: try call.optionalFlag("isDiscretionary") ?? false,
      asksBeforeDelayedRequests: try call.optionalFlag("asksBeforeDelayedRequests") ?? false
    )
    try readTimes(call, resource: "resourceTimeoutMicroseconds")
  }

  fileprivate var fields: [(key: String, value: JSON?)] {
    [
      ("session", .string(identifier)),
      ("sendsLaunchEvents", sendsLaunchEvents ? nil : .bool(false)),
      ("isDiscretionary", isDiscretionary ? .bool(true) : nil),
      ("asksBeforeDelayedRequests", asksBeforeDelayedRequests ? .bool(true) : nil),
    ] + times(resource: "resourceTimeoutMicroseconds")
  }
}

extension String {
  /// Whether it may name a background session: 1 to 255 bytes in one line.
  package var isSessionName: Bool {
    (1...SessionConfiguration.identifierBytesMax).contains(utf8.count) && isOneLine
  }

  /// Whether it may stand in a request as a user's name or password: 1 KiB in one line (our choice).
  fileprivate var isCredential: Bool { utf8.count <= 1 << 10 && isOneLine }
}
