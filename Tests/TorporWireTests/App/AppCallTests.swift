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

  @Test("of the task scheduler may leave out what has Apple's default")
  func schedulerDefaults() throws {
    func request(_ members: String) throws -> AppRequest {
      try AppCall(
        method: "SubmitTask",
        parameters: json(#"{"identifier":"a.b",\#(members)}"#)
      ).request
    }
    func expected(_ kind: TaskRequest.Kind) -> AppRequest {
      .submitTask(TaskRequest(identifier: "a.b", kind: kind))
    }
    let needs = TaskRequest.ProcessingNeeds()
    let shown = TaskRequest.ContinuedProcessing(title: "T", subtitle: "", strategy: .queue)
    #expect(try request(#""type":"appRefresh""#) == expected(.appRefresh))
    #expect(try request(#""type":"processing""#) == expected(.processing(needs)))
    #expect(
      try request(#""type":"healthResearch""#)
        == expected(.healthResearch(needs, protection: .completeUntilFirstUserAuthentication))
    )
    #expect(try request(#""type":"continued","title":"T""#) == expected(.continued(shown)))
  }

  @Test("keeps its key, by which a repeated registration is known")
  func keys() throws {
    let call = try AppCall(
      method: "RegisterTask",
      parameters: json(#"{"identifier":"a.b","key":"k1"}"#)
    )
    #expect(call.request == .registerTask(identifier: "a.b", key: "k1"))
    #expect(call.key == "k1")
    // Other requests may be repeated as they are; their key names the answer alone.
    let other = try AppCall(
      method: "CancelTaskRequest",
      parameters: json(#"{"identifier":"a.b","key":"k2"}"#)
    )
    #expect(other.key == "k2")
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
      ("RegisterTask", "{}", "identifier"),
      ("RegisterTask", #"{"identifier":"a.b","type":"appRefresh"}"#, "type"),
      ("SubmitTask", #"{"type":"appRefresh"}"#, "identifier"),
      ("SubmitTask", #"{"identifier":"a.b"}"#, "type"),
      ("SubmitTask", #"{"identifier":"a.b","type":"nap"}"#, "type"),
      ("SubmitTask", #"{"identifier":"a.b","type":"appRefresh","when":1}"#, "when"),
      ("SubmitTask", #"{"identifier":"a.b","type":"appRefresh","network":true}"#, "network"),
      (
        "SubmitTask",
        #"{"identifier":"a.b","type":"appRefresh","earliestBeginMicroseconds":-1}"#,
        "earliestBeginMicroseconds"
      ),
      (
        "SubmitTask",
        #"{"identifier":"a.b","type":"appRefresh","earliestBeginMicroseconds":"1"}"#,
        "earliestBeginMicroseconds"
      ),
      ("SubmitTask", #"{"identifier":"a.b","type":"processing","title":"T"}"#, "title"),
      ("SubmitTask", #"{"identifier":"a.b","type":"processing","network":1}"#, "network"),
      (
        "SubmitTask", #"{"identifier":"a.b","type":"processing","protection":"none"}"#,
        "protection"
      ),
      (
        "SubmitTask", #"{"identifier":"a.b","type":"healthResearch","protection":"all"}"#,
        "protection"
      ),
      ("SubmitTask", #"{"identifier":"a.b","type":"continued"}"#, "title"),
      (
        "SubmitTask", #"{"identifier":"a.b","type":"continued","title":"T","strategy":"soon"}"#,
        "strategy"
      ),
      (
        "SubmitTask", #"{"identifier":"a.b","type":"continued","title":"T","network":true}"#,
        "network"
      ),
      ("CancelTaskRequest", #"{"identifier":3}"#, "identifier"),
      ("PendingTaskRequests", #"{"type":"appRefresh"}"#, "type"),
      ("SetExpirationHandler", #"{"callback":"1"}"#, "isSet"),
      ("SetExpirationHandler", #"{"isSet":true}"#, "callback"),
      ("ReportProgress", #"{"callback":"1"}"#, "permille"),
      ("ReportProgress", #"{"callback":"1","permille":1001}"#, "permille"),
      ("ReportProgress", #"{"callback":"1","permille":-1}"#, "permille"),
      ("ReportProgress", #"{"callback":"1","permille":0.5}"#, "permille"),
      ("SetMinimumBackgroundFetchInterval", "{}", "interval"),
      ("SetMinimumBackgroundFetchInterval", #"{"interval":"daily"}"#, "interval"),
      (
        "SetMinimumBackgroundFetchInterval", #"{"interval":"never","microseconds":1}"#,
        "microseconds"
      ),
      ("SetMinimumBackgroundFetchInterval", #"{"microseconds":-1}"#, "microseconds"),
      ("SetMinimumBackgroundFetchInterval", #"{"interval":"never","key":7}"#, "key"),
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
      (.registerTask(identifier: Samples.refresh, key: nil), .registered(true)),
      (.registerTask(identifier: Samples.refresh, key: nil), .registered(false)),
      (
        .registerTask(identifier: Samples.refresh, key: nil),
        .refused(.misuse(.registeredTwice(identifier: Samples.refresh)))
      ),
      (.submitTask(Samples.taskRequests[0]), .done),
      (
        .submitTask(Samples.taskRequests[0]),
        .refused(
          .scheduler(
            .notPermitted,
            because: [Condition(.notPermitted, holds: false, subject: "fetch")]
          )
        )
      ),
      (.cancelTaskRequest(identifier: nil), .done),
      (.pendingTaskRequests, .pendingTasks([])),
      (.pendingTaskRequests, .pendingTasks(Samples.pendingTasks)),
      (.setExpirationHandler(callback: Samples.token, isSet: true), .done),
      (.reportProgress(callback: Samples.token, permille: 1, title: nil, subtitle: nil), .done),
      (.setFetchInterval(.minimum), .done),
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

  @Test("of the first event after a suspension says how long that was")
  func standstill() throws {
    let delivery = Delivery(
      token: Samples.token,
      callback: .willEnterForeground,
      suspendedFor: .milliseconds(61_500)
    )
    let reply = AttachReply.event(delivery).varlinkReply
    #expect(
      String(decoding: reply.parameters.bytes, as: UTF8.self)
        == #"{"event":{"callback":"12","hasCompletionHandler":false,"#
        + #""name":"willEnterForeground","suspendedMicroseconds":61500000}}"#
    )
    let message = try VarlinkReply(message: reply.bytes.dropLast())
    #expect(try AttachReply(from: message) == .event(delivery))
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

  @Test("of a task has a fixed name, and its identifier and type beside it")
  func taskEventText() throws {
    let callback = Callback.launchTask(identifier: "a.b", type: .appRefresh)
    let event = AttachReply.event(Delivery(token: Samples.token, callback: callback))
    #expect(
      String(decoding: event.varlinkReply.parameters.bytes, as: UTF8.self)
        == #"{"event":{"callback":"12","hasCompletionHandler":true,"identifier":"a.b","#
        + #""name":"launchTask","type":"appRefresh"}}"#
    )
  }

  @Test("of pending requests leaves out those of kinds that only a newer system knows")
  func newerKinds() throws {
    let text =
      #"{"requests":[{"identifier":"a.b","type":"nap","submittedMicroseconds":0},"#
      + #"{"identifier":"c.d","type":"appRefresh","submittedMicroseconds":7}]}"#
    let reply = try Reply(
      to: .pendingTaskRequests,
      from: VarlinkReply(parameters: try json(text))
    )
    let known = PendingTask(
      request: TaskRequest(identifier: "c.d", kind: .appRefresh),
      submittedAt: .at(.microseconds(7)),
      earliestBegin: nil
    )
    #expect(reply == .pendingTasks([known]))
  }

  @Test(
    "that makes no sense is named",
    arguments: [
      (.registerTask(identifier: "a.b", key: nil), "{}"),
      (.pendingTaskRequests, "{}"),
      (.pendingTaskRequests, #"{"requests":[{"type":"appRefresh"}]}"#),
      (
        .pendingTaskRequests,
        #"{"requests":[{"identifier":"a.b","type":"appRefresh","submittedMicroseconds":"7"}]}"#
      ),
    ] as [(AppRequest, String)]
  )
  func nonsense(request: AppRequest, text: String) throws {
    let reply = VarlinkReply(parameters: try json(text))
    do {
      let read = try Reply(to: request, from: reply)
      Issue.record("\(read) was read")
    } catch {
      guard case .malformedMessage = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("may be an event that only a newer system knows")
  func unknownEvents() throws {
    for text in [
      #"{"event":{"callback":"4","name":"didDream","depth":3}}"#,
      #"{"event":{"callback":"4","name":"didFinishLaunching","destination":"background","#
        + #""wakeReason":"newer"}}"#,
      #"{"event":{"callback":"4","name":"expiringActivity"}}"#,
      #"{"event":{"callback":"4","name":"launchTask","identifier":"a.b","type":"newer"}}"#,
      #"{"event":{"callback":"4","name":"taskExpiration","identifier":"a.b"}}"#,
      #"{"event":{"callback":"4","name":"powerStateDidChange"}}"#,
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
    for now in [nil, Instant.at(.seconds(7))] {
      let attached = AttachReply.attached(version: 1, now: now)
      #expect(try AttachReply(from: attached.varlinkReply) == attached)
    }
  }
}
