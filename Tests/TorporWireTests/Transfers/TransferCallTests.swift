import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

@Suite("A call about the transfers of an app")
struct TransferCallTests {
  @Test("gives an upload what it sends, and a download a place that the app does not name")
  func directions() throws {
    let call = try AppCall(
      method: "StartTransfers",
      parameters: json(
        #"{"session":"s","transfers":[{"url":"http://a/b"},{"url":"http://a/b","file":"/c"}]}"#
      )
    )
    guard case .startTransfers(let start) = call else {
      Issue.record("\(call)")
      return
    }
    #expect(start.transfers.map(\.request.direction) == [.download, .upload])
    #expect(
      Set(start.transfers.map(\.request.hostKey)) == [try TransferURL(parsing: "http://a").hostKey]
    )
    #expect(start.transfers.map(\.content.destination) == [nil, nil])
  }

  @Test(
    "with a wrong parameter is refused by the parameter's name",
    arguments: [
      ("OpenSession", "{}", "session"), ("OpenSession", #"{"session":""}"#, "session"),
      ("OpenSession", #"{"session":"a\nb"}"#, "session"),
      (
        "OpenSession", #"{"session":"a","connectionsPerHostMax":17}"#, "connectionsPerHostMax"
      ),
      (
        "OpenSession", #"{"session":"a","requestTimeoutMicroseconds":0}"#,
        "requestTimeoutMicroseconds"
      ),
      (
        "OpenSession", #"{"session":"a","resourceTimeoutMicroseconds":-1}"#,
        "resourceTimeoutMicroseconds"
      ),
      ("StartTransfers", #"{"session":"a"}"#, "transfers"),
      ("StartTransfers", #"{"session":"a","transfers":[]}"#, "transfers"),
      ("CancelTransfer", "{}", "transfer"),
      ("CancelTransfer", #"{"transfer":"1","keepsPartial":1}"#, "keepsPartial"),
      ("SuspendTransfer", #"{"transfer":1}"#, "transfer"),
      ("ResumeTransfer", #"{"transfer":"1","at":0}"#, "at"),
      ("ResumeTransfer", #"{"transfer":"1","request":{"url":"ftp://a/"}}"#, "request.url"),
      ("ListTransfers", #"{"session":"a","after":"x"}"#, "after"),
      ("AnswerChallenge", #"{"transfer":"1"}"#, "disposition"),
      ("AnswerChallenge", #"{"transfer":"1","disposition":"useCredential"}"#, "user"),
      (
        "AnswerChallenge", #"{"transfer":"1","disposition":"cancel","user":"a"}"#, "user"
      ),
      (
        "AnswerChallenge", #"{"transfer":"1","disposition":"cancel","password":"a"}"#,
        "password"
      ),
      (
        "AnswerChallenge",
        #"{"transfer":"1","disposition":"useCredential","user":"a","password":"b\r\nc"}"#,
        "password"
      ),
      ("AnswerDelayedRequest", #"{"transfer":"1","disposition":"later"}"#, "disposition"),
      ("AnswerDelayedRequest", #"{"transfer":"1","disposition":"useNewRequest"}"#, "request"),
      (
        "AnswerDelayedRequest",
        #"{"transfer":"1","disposition":"cancel","request":{"url":"http://a"}}"#, "request"
      ),
      (
        "AnswerDelayedRequest",
        #"{"transfer":"1","disposition":"useNewRequest","request":{"url":"a"}}"#, "request.url"
      ),
      ("InvalidateSession", #"{"session":"a","cancelsTransfers":"yes"}"#, "cancelsTransfers"),
    ]
  )
  func invalid(method: String, parameters: String, name: String) throws {
    let parameters = try json(parameters)
    #expect(throws: WireError.invalidParameter(parameter: name)) {
      try AppCall(method: method, parameters: parameters)
    }
  }

  @Test(
    "with a transfer that could not be is refused by the way to what is wrong",
    arguments: [
      (#""url":"ftp://a""#, "url"), (#""url":"http://u@a/""#, "url"),
      (#""method":"GET /""#, "method"), (#""method":"""#, "method"),
      (#""headers":[{"name":"A"}]"#, "headers.0.value"),
      (#""headers":[{"name":"A","value":"b\r\nC: d"}]"#, "headers.0.value"),
      (#""headers":[{"name":"A:","value":""}]"#, "headers.0.name"),
      (#""headers":[{"name":"A","value":"","x":1}]"#, "headers.0.x"),
      (#""headers":{"A":"b"}"#, "headers"), (#""file":"b""#, "file"),
      (#""file":"/b\u0000""#, "file"), (#""sha256":"ABCD""#, "sha256"),
      (#""bytesPerSecondMax":0"#, "bytesPerSecondMax"),
      (#""bytesPerSecondMax":-1"#, "bytesPerSecondMax"), (#""label":"a\nb""#, "label"),
      (#""resumption":"maybe""#, "resumption"), (#""expectedBytes":-1"#, "expectedBytes"),
      (#""earliestBeginMicroseconds":-1"#, "earliestBeginMicroseconds"),
      (#""allowsCellular":1"#, "allowsCellular"), (#""resumes":3"#, "resumes"),
      (#""destination":{"path":"/etc"}"#, "destination"),
      (#""direction":"download""#, "direction"),
    ]
  )
  func invalidTransfer(member: String, name: String) throws {
    let url = member.hasPrefix(#""url""#) ? "" : #""url":"http://a","#
    let parameters = try json(
      #"{"session":"s","transfers":[{"url":"http://a"},{\#(url)\#(member)}]}"#
    )
    #expect(throws: WireError.invalidParameter(parameter: "transfers.1." + name)) {
      try AppCall(method: "StartTransfers", parameters: parameters)
    }
  }

  @Test("takes as much as its limits say, and no more")
  func limits() throws {
    func read(_ change: (inout TransferContent) -> Void, count: Int = 1) throws {
      var content = TransferContent(url: "http://a")
      change(&content)
      let new = NewTransfer(request: TransferRequest(direction: .download), content: content)
      let transfers = Array(repeating: new, count: count)
      let call = App.StartTransfers(session: "s", transfers: transfers)
      _ = try App.StartTransfers(parameters: call.parameters)
    }
    func text(_ count: Int) -> String { String(repeating: "x", count: count) }
    func headers(_ count: Int, bytes: Int) -> [TransferHeader] {
      Array(repeating: TransferHeader("N", text(bytes - 1)), count: count)
    }
    try read({ _ in }, count: 256)
    try read { $0.headers = headers(64, bytes: 512) }
    try read { $0.label = text(1024) }
    func refused(
      _ name: String,
      count: Int = 1,
      _ change: @escaping (inout TransferContent) -> Void
    ) {
      #expect(throws: WireError.invalidParameter(parameter: name)) {
        try read(change, count: count)
      }
    }
    refused("transfers", count: 257) { _ in }
    refused("transfers.0.headers") { $0.headers = headers(65, bytes: 1) }
    refused("transfers.0.headers") { $0.headers = headers(64, bytes: 513) }
    refused("transfers.0.label") { $0.label = text(1025) }
    refused("transfers.0.method") { $0.method = text(33) }
    refused("transfers.0.file") { $0.source = TransferFile(path: "/" + text(4095)) }
  }
}

@Suite("What an app is told of its transfers")
struct TransferAnswerTests {
  @Test("brings an event with what is told beside it", arguments: Samples.sessionCallbacks)
  func events(callback: SessionCallback) throws {
    let delivery = Delivery(token: Samples.token, callback: .session(callback))
    for detail in [nil, Samples.detail, Samples.eventDetail] {
      let event = AttachReply.event(delivery, detail: detail)
      let message = try VarlinkReply(message: event.varlinkReply.bytes.dropLast())
      #expect(try AttachReply(from: message) == event)
    }
  }

  @Test("has fixed names for what went wrong, beside the numbers")
  func eventText() throws {
    let callback = SessionCallback.didComplete(
      session: "s",
      transfer: Samples.transfer,
      outcome: Samples.outcomes[2]
    )
    let event = AttachReply.event(Delivery(token: Samples.token, callback: .session(callback)))
    #expect(
      String(decoding: event.varlinkReply.parameters.bytes, as: UTF8.self)
        == #"{"event":{"callback":"12","hasCompletionHandler":false,"name":"didCompleteWithError","#
        + #""session":"s","transfer":"12","endedMicroseconds":0,"errorCode":-999,"#
        + #""errorName":"cancelled","cancellationReason":0}}"#
    )
  }

  @Test("reaches it over the connection that it listens on, and over no other")
  func delivery() throws {
    var session = WireSession(information: ServiceInformation(version: "0.1.0"))
    let callback = Callback.session(.didFinishEvents(session: "s"))
    let delivery = Delivery(token: Samples.token, callback: callback)
    let progress = SessionProgress(
      session: "s",
      transfer: Samples.transfer,
      progress: TransferProgress(bytes: 5, totalBytes: 10, bytesPerSecond: 2),
      resumedAt: 3
    )
    let early = [session.deliver(delivery, detail: Samples.detail), session.report(progress)]
    #expect(early == [nil, nil])
    let calls = session.receive(App.Attach().varlinkCall.bytes).calls
    let call = try #require(calls.first)
    _ = session.answer(call.id, AttachReply.attached(version: 1))
    let output = session.deliver(delivery, detail: Samples.detail)
    let bytes = try #require(output).bytes
    #expect(
      try AttachReply(from: VarlinkReply(message: bytes.dropLast()))
        == .event(delivery, detail: Samples.detail)
    )
    let report = session.report(progress)
    let told = try #require(report).bytes
    #expect(
      try AttachReply(from: VarlinkReply(message: told.dropLast())) == .progress(progress)
    )
  }

  @Test("is unknown where a member is missing that its event needs")
  func unknownEvents() throws {
    for text in [
      #"{"event":{"callback":"4","name":"didFinishEvents"}}"#,
      #"{"event":{"callback":"4","name":"didCompleteWithError","session":"s","transfer":"1"}}"#,
      #"{"event":{"callback":"4","name":"didFinishDownloading","session":"s"}}"#,
    ] {
      let read = try AttachReply(from: VarlinkReply(parameters: try json(text)))
      guard case .unknownEvent = read else {
        Issue.record("\(read) was expected to be unknown")
        continue
      }
    }
  }

  @Test("keeps an error that only a newer system knows as one that is not known")
  func newerErrors() throws {
    let text =
      #"{"event":{"callback":"4","name":"didCompleteWithError","session":"s","transfer":"1","#
      + #""endedMicroseconds":0,"errorCode":-4711}}"#
    let read = try AttachReply(from: VarlinkReply(parameters: try json(text)))
    let outcome = TransferOutcome(at: .zero, error: .unknown)
    let callback = SessionCallback.didComplete(
      session: "s",
      transfer: TransferIdentifier(rawValue: 1),
      outcome: outcome
    )
    #expect(
      read == .event(Delivery(token: CallbackToken(rawValue: 4), callback: .session(callback)))
    )
  }
}

@Suite("The errors of transfers")
struct TransferErrorTests {
  @Test("have names and clauses of their own", arguments: TransferError.allCases)
  func words(error: TransferError) {
    #expect(error.name == "\(error)")
    #expect(!error.clause.hasSuffix("."))
    #expect(TransferError.allCases.count { $0.clause == error.clause } == 1)
  }
}
