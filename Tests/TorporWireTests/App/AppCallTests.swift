import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

@Suite("A call of an app")
struct AppCallTests {
  static let all: [any WireCall] = Samples.calls + Samples.sessionCalls + Samples.serviceCalls

  @Test("comes back from its message as it was", arguments: all)
  func roundTrip(call: any WireCall) throws {
    let message = try VarlinkCall(message: call.varlinkCall.bytes.dropLast()[...])
    let name = try #require(message.nameParts).method
    let read = try AppCall(method: name, parameters: message.parameters)
    #expect(AnyHashable(read.call) == AnyHashable(call))
  }

  @Test("is there for every method that is described")
  func methods() {
    let shown = Set(Self.all.map { String($0.name) })
    #expect(shown == Set(AppInterface.Method.allCases.map(\.rawValue)))
  }

  @Test("may leave out what is optional")
  func defaults() throws {
    #expect(
      try AppCall(method: "BeginBackgroundTask", parameters: .object([]))
        == .beginBackgroundTask(App.BeginBackgroundTask())
    )
  }

  @Test("of the task scheduler may leave out what has Apple's default")
  func schedulerDefaults() throws {
    func call(_ members: String) throws -> AppCall {
      try AppCall(method: "SubmitTask", parameters: json(#"{"identifier":"a.b",\#(members)}"#))
    }
    func expected(_ kind: TaskRequest.Kind) -> AppCall {
      .submitTask(App.SubmitTask(request: TaskRequest(identifier: "a.b", kind: kind)))
    }
    let needs = TaskRequest.ProcessingNeeds()
    let shown = TaskRequest.ContinuedProcessing(title: "T", subtitle: "", strategy: .queue)
    #expect(try call(#""type":"appRefresh""#) == expected(.appRefresh))
    #expect(try call(#""type":"processing""#) == expected(.processing(needs)))
    #expect(
      try call(#""type":"healthResearch""#)
        == expected(.healthResearch(needs, protection: .completeUntilFirstUserAuthentication))
    )
    #expect(try call(#""type":"continued","title":"T""#) == expected(.continued(shown)))
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
      ("RegisterTask", #"{"identifier":"a.b","type":"refresh"}"#, "type"),
      ("RegisterTask", #"{"identifier":"a.b","kind":"appRefresh"}"#, "kind"),
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
    arguments: Samples.replies + Samples.serviceReplies + [
      App.PerformExpiringActivity.Reply(task: Samples.task), App.PerformExpiringActivity.Reply(),
      App.ListTransfers.Reply(transfers: Samples.rows, hasMore: true),
      App.ListTransfers.Reply(transfers: [], hasMore: false),
    ]
  )
  func replies(reply: any WireReply) throws {
    func read<Reply: WireReply>(_ reply: Reply) throws -> Reply {
      let bytes = VarlinkReply(parameters: reply.parameters).bytes
      return try Reply(reply: VarlinkReply(message: bytes.dropLast()).result())
    }
    #expect(AnyHashable(try read(reply)) == AnyHashable(reply))
  }

  @Test("belongs to its call by its type, and a refusal is thrown")
  func refusals() throws {
    let call = App.EndBackgroundTask(task: Samples.task)
    let refusal = WireError.refused(.unknownTask(Samples.task))
    #expect(throws: refusal) { try call.reply(from: VarlinkReply(refusal)) }
    let begin = App.BeginBackgroundTask()
    let reply = App.BeginBackgroundTask.Reply(task: Samples.task)
    #expect(try begin.reply(from: VarlinkReply(parameters: reply.parameters)) == reply)
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

  @Test(
    "of the first event of a process says what came of the last one's time to save",
    arguments: TerminationSave.allCases
  )
  func terminationSave(save: TerminationSave) throws {
    let delivery = Delivery(
      token: Samples.token,
      callback: .didFinishLaunching(into: .foreground),
      terminationSave: save
    )
    let reply = AttachReply.event(delivery).varlinkReply
    #expect(
      String(decoding: reply.parameters.bytes, as: UTF8.self)
        == #"{"event":{"callback":"12","destination":"foreground","hasCompletionHandler":false,"#
        + #""name":"didFinishLaunching","terminationSave":"\#(save.rawValue)"}}"#
    )
    let message = try VarlinkReply(message: reply.bytes.dropLast())
    #expect(try AttachReply(from: message) == .event(delivery))
  }

  @Test("of an event that says more of that time than this version knows is read without it")
  func newerTerminationSave() throws {
    let text =
      #"{"parameters":{"event":{"callback":"12","name":"didFinishLaunching","#
      + #""destination":"foreground","terminationSave":"partial"}},"continues":true}"#
    let reply = try AttachReply(from: VarlinkReply(message: Array(text.utf8)[...]))
    let delivery = Delivery(
      token: Samples.token,
      callback: .didFinishLaunching(into: .foreground)
    )
    #expect(reply == .event(delivery))
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
    let reply = try App.PendingTaskRequests.Reply(reply: json(text))
    let known = PendingTask(
      request: TaskRequest(identifier: "c.d", kind: .appRefresh),
      submittedAt: .at(.microseconds(7)),
      earliestBegin: nil
    )
    #expect(reply.requests == [known])
  }

  @Test(
    "that makes no sense is named",
    arguments: [
      (App.RegisterTask.Reply.self, "{}", "isPermitted"),
      (App.PendingTaskRequests.Reply.self, "{}", "requests"),
      (
        App.PendingTaskRequests.Reply.self, #"{"requests":[{"type":"appRefresh"}]}"#,
        "requests.0.identifier"
      ),
      (
        App.PendingTaskRequests.Reply.self,
        #"{"requests":[{"identifier":"a.b","type":"appRefresh","submittedMicroseconds":"7"}]}"#,
        "requests.0.submittedMicroseconds"
      ),
      (App.RegisterForPush.Reply.self, "{}", "token"),
      (
        App.MonitoredRegions.Reply.self, #"{"regions":[{"identifier":"a"}]}"#,
        "regions.0.latitude"
      ),
      (App.LocationAuthorization.Reply.self, #"{"authorization":"maybe"}"#, "authorization"),
      (App.PendingNotifications.Reply.self, "{}", "notifications"),
      (App.NotificationSettings.Reply.self, #"{"isAllowed":1}"#, "isAllowed"),
      (App.ConnectedAccessories.Reply.self, "{}", "accessories"),
      (App.StandingBluetooth.Reply.self, #"{"connections":[]}"#, "services"),
    ] as [(any WireReply.Type, String, String)]
  )
  func nonsense(type: any WireReply.Type, text: String, member: String) throws {
    let parameters = try json(text)
    #expect(
      throws: WireError.malformedMessage(cause: "'\(member)' is missing or not of its type")
    ) {
      try type.init(reply: parameters)
    }
  }

  @Test("may hold more than this version knows")
  func newer() throws {
    let text =
      #"{"regions":[{"identifier":"a","latitude":1,"longitude":2,"radiusMetres":3,"shape":"o"}]}"#
    let reply = try App.MonitoredRegions.Reply(reply: json(text))
    #expect(reply.regions.map(\.identifier) == ["a"])
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
      VarlinkReply(parameters: App.BeginBackgroundTask.Reply(task: Samples.task).parameters),
      VarlinkReply(),
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
