import Testing
import TorporModel
import TorporWire

@testable import Torpor

/// The calls in the bytes that the app sends.
private func calls(_ bytes: [UInt8]) throws -> [VarlinkCall] {
  var framer = VarlinkFramer()
  framer.append(bytes)
  var calls: [VarlinkCall] = []
  while let message = try framer.next() { calls.append(try VarlinkCall(message: message)) }
  return calls
}

extension AppConversation {
  fileprivate mutating func request(_ call: some KeyedCall) -> (key: String, bytes: [UInt8]) {
    request(OutgoingCall(call))
  }
}

private func keys(_ bytes: [UInt8]) throws -> [String] {
  try calls(bytes).compactMap { $0.parameters["key"]?.text }
}

private func answer(_ key: String, _ reply: VarlinkReply) -> [UInt8] {
  AttachReply.answer(key: key, reply).varlinkReply.bytes
}

private let begun = VarlinkReply(parameters: App.BeginBackgroundTask.Reply(task: task).parameters)
private let done = VarlinkReply()

private func event(_ token: UInt64, _ callback: Callback) -> [UInt8] {
  AttachReply.event(Delivery(token: CallbackToken(rawValue: token), callback: callback))
    .varlinkReply.bytes
}

private let task = BackgroundTaskIdentifier(rawValue: 3)
private let begin = App.BeginBackgroundTask(name: "save")

@Suite("An app's conversation")
struct AppConversationTests {
  @Test("attaches first, then sends what was asked before, oneway and with a key")
  func connects() throws {
    var conversation = AppConversation(keyPrefix: "1.")
    let (key, bytes) = conversation.request(begin)
    #expect(bytes.isEmpty)
    let sent = try calls(conversation.connected())
    #expect(sent.map(\.method) == ["io.torpor.App.Attach", "io.torpor.App.BeginBackgroundTask"])
    #expect(sent.map(\.wantsMore) == [true, false])
    #expect(sent.map(\.isOneway) == [false, true])
    #expect(sent[1].parameters["key"]?.text == key)
  }

  @Test("matches answers to requests by their keys")
  func answers() {
    var conversation = AppConversation(keyPrefix: "1.")
    _ = conversation.connected()
    let first = conversation.request(begin).key
    let second = conversation.request(App.BackgroundTimeRemaining()).key
    let (events, _) = conversation.receive(
      answer(second, done) + answer(first, begun) + answer("x", done)
    )
    #expect(
      events
        == [.answered(key: second, done), .answered(key: first, begun)]
    )
    #expect(conversation.unansweredCount == 0)
  }

  @Test("repeats what had no answer over the next connection, with the same keys and in order")
  func repeats() throws {
    var conversation = AppConversation(keyPrefix: "1.")
    _ = conversation.connected()
    let all = (1...3).map { _ in conversation.request(begin).key }
    _ = conversation.receive(answer(all[1], begun))
    conversation.disconnected()
    let later = conversation.request(App.BackgroundTimeRemaining()).key
    #expect(try keys(conversation.connected()) == [all[0], all[2], later])
  }

  @Test("takes it as done when the copy of a request is refused because the first was done")
  func repeatedAndDone() {
    let token = CallbackToken(rawValue: 5)
    let transfer = TransferIdentifier(rawValue: 7)
    for (call, refusal) in [
      (App.Returned(callback: token), .unknownCallback(token)),
      (App.Complete(callback: token, result: .noData), .unknownCallback(token)),
      (App.EndBackgroundTask(task: task), .unknownTask(task)),
      (App.SetExpirationHandler(callback: token, isSet: true), .unknownCallback(token)),
      (App.ReportProgress(callback: token, permille: 5), .unknownCallback(token)),
      (App.UnwatchDescriptor(name: "a"), .service(.descriptor(.unknown(name: "a")))),
      (
        App.PresentNotification(callback: token, options: []),
        .service(.notification(.notAsked(token)))
      ),
      (App.CancelTransfer(transfer: transfer), .transfer(.transferIsOver(transfer))),
      (App.InvalidateSession(session: "s"), .transfer(.unknownSession("s"))),
    ] as [(any KeyedCall, Refusal)] {
      let refused = VarlinkReply(.refused(refusal))
      var conversation = AppConversation(keyPrefix: "1.")
      _ = conversation.connected()
      let fresh = conversation.request(call).key
      let first = conversation.receive(answer(fresh, refused)).events
      #expect(first == [.answered(key: fresh, refused)])
      let repeated = conversation.request(call).key
      conversation.disconnected()
      _ = conversation.connected()
      let second = conversation.receive(answer(repeated, refused)).events
      #expect(second == [.answered(key: repeated, done)])
    }
  }

  @Test("registers a task again by the key of the first time, so that it is one registration")
  func repeatedRegistration() throws {
    var conversation = AppConversation(keyPrefix: "1.")
    _ = conversation.connected()
    let (key, bytes) = conversation.request(App.RegisterTask(identifier: "a.b"))
    conversation.disconnected()
    for sent in [try calls(bytes)[0], try calls(conversation.connected())[1]] {
      let call = try App.RegisterTask(parameters: sent.parameters)
      #expect(call == App.RegisterTask(identifier: "a.b", key: key))
    }
  }

  @Test("keeps 32 requests under way and lets the others wait their turn")
  func window() throws {
    var conversation = AppConversation(keyPrefix: "1.")
    _ = conversation.connected()
    var sent: [String] = []
    for _ in 0..<100 { sent += try keys(conversation.request(begin).bytes) }
    #expect(sent.count == 32)
    while let key = sent.first {
      sent.removeFirst()
      sent += try keys(conversation.receive(answer(key, begun)).bytes)
      #expect(sent.count <= 32)
    }
    #expect(conversation.unansweredCount == 0)
  }

  @Test("runs a callback once, however often it comes")
  func duplicates() throws {
    var conversation = AppConversation(keyPrefix: "1.")
    _ = conversation.connected()
    let delivery = Delivery(token: CallbackToken(rawValue: 5), callback: .didEnterBackground)
    let bytes = event(5, .didEnterBackground)
    #expect(conversation.receive(bytes).events == [.event(delivery)])
    conversation.disconnected()
    _ = conversation.connected()
    // It still runs.
    let whileRunning = conversation.receive(bytes)
    #expect(whileRunning.events.isEmpty && whileRunning.bytes.isEmpty)
    let returned = try calls(conversation.returned(from: delivery.token))
    #expect(returned.map(\.method) == ["io.torpor.App.Returned"])
    // It has run, and its return is on the way.
    let whileReturning = conversation.receive(bytes)
    #expect(whileReturning.events.isEmpty && whileReturning.bytes.isEmpty)
    let key = try #require(returned[0].parameters["key"]?.text)
    _ = conversation.receive(answer(key, done))
    // It has run, and the system has forgotten that it was told.
    let afterwards = conversation.receive(bytes)
    #expect(afterwards.events.isEmpty)
    #expect(try calls(afterwards.bytes).map(\.method) == ["io.torpor.App.Returned"])
  }

  @Test("returns at once from a callback that only a newer system knows")
  func unknownEvents() throws {
    var conversation = AppConversation(keyPrefix: "1.")
    _ = conversation.connected()
    let message = AttachReply.unknownEvent(token: CallbackToken(rawValue: 9), name: "didDream")
    let (events, bytes) = conversation.receive(message.varlinkReply.bytes)
    #expect(events.isEmpty)
    #expect(try calls(bytes).map { $0.parameters["callback"]?.text } == ["9"])
  }

  @Test("understands messages that come in pieces")
  func pieces() {
    var conversation = AppConversation(keyPrefix: "1.")
    _ = conversation.connected()
    var events: [AppConversation.Event] = []
    for byte in event(5, .didBecomeActive) { events += conversation.receive([byte]).events }
    #expect(events.count == 1)
  }

  @Test("forgets half a message with the connection that it came over")
  func halfMessage() {
    var conversation = AppConversation(keyPrefix: "1.")
    _ = conversation.connected()
    _ = conversation.receive(Array(event(5, .didBecomeActive).prefix(20)))
    conversation.disconnected()
    _ = conversation.connected()
    #expect(conversation.receive(event(5, .didBecomeActive)).events.count == 1)
  }

  @Test("ends with what the system said, and with what it cannot understand")
  func ends() {
    var refused = AppConversation(keyPrefix: "1.")
    _ = refused.connected()
    #expect(
      refused.receive(VarlinkReply(.permissionDenied).bytes).events
        == [.ended(.permissionDenied)]
    )
    var garbled = AppConversation(keyPrefix: "1.")
    _ = garbled.connected()
    guard case .ended(.malformedMessage) = garbled.receive(Array("hello\0".utf8)).events.first
    else {
      Issue.record("a malformed message was expected")
      return
    }
  }
}

@Suite("The system's socket")
struct EndpointTests {
  @Test(
    "is where the environment says, or in the usual place",
    arguments: [
      (true, [:], "/run/torpor/socket"),
      (true, ["XDG_RUNTIME_DIR": "/run/user/0"], "/run/torpor/socket"),
      (false, ["XDG_RUNTIME_DIR": "/run/user/1000"], "/run/user/1000/torpor/socket"),
      (false, [:], "/run/torpor/socket"),
      (true, ["TORPOR_SOCKET": "/tmp/s"], "/tmp/s"),
      (false, ["TORPOR_SOCKET": "", "XDG_RUNTIME_DIR": "/r"], "/r/torpor/socket"),
      (false, ["TORPOR_SOCKET": "", "XDG_RUNTIME_DIR": ""], "/run/torpor/socket"),
    ] as [(Bool, [String: String], String)]
  )
  func path(isRoot: Bool, environment: [String: String], path: String) {
    let found = Endpoint.defaultPath(
      isRoot: isRoot,
      variable: { environment[$0] },
      exists: { _ in false }
    )
    #expect(found == path)
  }

  @Test("is that of root's daemon for the app of a user who has none")
  func ofOthers() {
    func path(existing: Set<String>) -> String {
      Endpoint.defaultPath(
        isRoot: false,
        variable: { ["XDG_RUNTIME_DIR": "/run/user/1"][$0] },
        exists: existing.contains
      )
    }
    let (own, system) = ("/run/user/1/torpor/socket", "/run/torpor/socket")
    #expect(path(existing: [system]) == system)
    #expect(path(existing: [system, own]) == own)
    #expect(path(existing: [own]) == own)
  }
}
