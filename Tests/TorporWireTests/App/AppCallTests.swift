import Testing
import TorporModel

@testable import TorporWire

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

@Suite("A call of an app")
struct AppCallTests {
  @Test("comes back from its message as it was", arguments: Samples.requests)
  func roundTrip(request: AppRequest) throws {
    let call = AppCall(request)
    #expect(try AppCall(method: call.method, parameters: call.parameters) == call)
    let keyed = AppCall(request, key: "k9")
    let read = try AppCall(method: keyed.method, parameters: keyed.parameters)
    #expect(read.request == call.request || read.key == "k9")
  }

  @Test("may leave out what is optional")
  func defaults() throws {
    #expect(
      try AppCall(method: "BeginBackgroundTask", parameters: .object([])).request
        == .beginBackgroundTask(name: nil, hasExpirationHandler: false, key: nil)
    )
  }

  @Test(
    "with a wrong parameter is refused by the parameter's name",
    arguments: [
      ("Attach", #"{"app":"com.example.mail"}"#, "app"),
      ("Returned", "{}", "callback"),
      ("Returned", #"{"callback":12}"#, "callback"),
      ("Returned", #"{"callback":"twelve"}"#, "callback"),
      ("Returned", #"{"callback":"-1"}"#, "callback"),
      ("Complete", #"{"callback":"1"}"#, "result"),
      ("Complete", #"{"callback":"1","result":"maybe"}"#, "result"),
      ("BeginBackgroundTask", #"{"name":"a","hasExpirationHandler":1}"#, "hasExpirationHandler"),
      ("BeginBackgroundTask", #"{"name":"a","seconds":30}"#, "seconds"),
      ("EndBackgroundTask", #"{"task":null}"#, "task"),
      ("PerformExpiringActivity", "{}", "reason"),
      ("BackgroundTimeRemaining", #"{"unit":"s"}"#, "unit"),
    ]
  )
  func invalid(method: String, parameters: String, name: String) throws {
    let parameters = try json(parameters)
    #expect(throws: WireError.invalidParameter(parameter: name)) {
      try AppCall(method: method, parameters: parameters)
    }
  }

  @Test("that nobody knows is refused by its whole name")
  func unknownMethod() {
    #expect(throws: WireError.methodNotFound(method: "io.torpor.App.Sleep")) {
      try AppCall(method: "Sleep", parameters: .object([]))
    }
  }
}

@Suite("What an app is told")
struct AppAnswerTests {
  @Test(
    "comes back from its message as it was",
    arguments: [
      (.attach, .done), (.returned(callback: Samples.token), .done),
      (.beginBackgroundTask(name: nil, hasExpirationHandler: false, key: nil), .task(Samples.task)),
      (.beginBackgroundTask(name: nil, hasExpirationHandler: false, key: nil), .task(.invalid)),
      (.performExpiringActivity(reason: "r", key: nil), .task(Samples.task)),
      (.performExpiringActivity(reason: "r", key: nil), .done),
      (.backgroundTimeRemaining, .timeRemaining(nil)),
      (.backgroundTimeRemaining, .timeRemaining(.milliseconds(29_500))),
      (.endBackgroundTask(task: Samples.task), .refused(.unknownTask(Samples.task))),
    ] as [(AppRequest, Reply)]
  )
  func replies(request: AppRequest, reply: Reply) throws {
    let message = try VarlinkReply(message: reply.varlinkReply.bytes.dropLast())
    #expect(try Reply(to: request, from: message) == reply)
  }

  @Test("of an event comes back with its callback and its token", arguments: Samples.callbacks)
  func events(callback: Callback) throws {
    let event = AttachReply.event(Delivery(token: Samples.token, callback: callback))
    let message = try VarlinkReply(message: event.varlinkReply.bytes.dropLast())
    #expect(message.continues)
    #expect(try AttachReply(from: message) == event)
  }

  @Test("of an event has a fixed name with its facts beside it")
  func eventText() throws {
    let callback = Callback.backgroundTaskExpiration(task: Samples.task, name: "upload")
    let event = AttachReply.event(Delivery(token: Samples.token, callback: callback))
    #expect(
      String(decoding: event.varlinkReply.parameters.bytes, as: UTF8.self)
        == #"{"event":{"callback":"12","hasCompletionHandler":false,"#
        + #""name":"backgroundTaskExpiration","task":"3","taskName":"upload"}}"#
    )
  }

  @Test("may be an event that only a newer system knows")
  func unknownEvents() throws {
    for text in [
      #"{"event":{"callback":"4","name":"didDream","depth":3}}"#,
      #"{"event":{"callback":"4","name":"didFinishLaunching","destination":"background","#
        + #""wakeReason":"newer"}}"#,
      #"{"event":{"callback":"4","name":"expiringActivity"}}"#,
    ] {
      let read = try AttachReply(from: VarlinkReply(parameters: try json(text)))
      guard case .unknownEvent(CallbackToken(rawValue: 4), _) = read else {
        Issue.record("\(read) was expected to be unknown")
        continue
      }
      #expect(
        try AttachReply(from: read.varlinkReply) == read
      )
    }
  }

  @Test("may be the answer to a oneway call, good or bad")
  func answers() throws {
    for reply in [
      Reply.task(Samples.task).varlinkReply, Reply.done.varlinkReply,
      VarlinkReply(.invalidParameter(parameter: "task")),
    ] {
      let answer = AttachReply.answer(key: "k1", reply)
      #expect(try AttachReply(from: answer.varlinkReply) == answer)
    }
    let attached = AttachReply.attached(version: 1)
    #expect(try AttachReply(from: attached.varlinkReply) == attached)
  }
}
