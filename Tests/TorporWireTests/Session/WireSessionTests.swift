import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("A session")
struct WireSessionTests {
  @Test("hands calls out and sends each answer back")
  func callAndAnswer() throws {
    let conversation = Conversation()
    let output = conversation.send(begin)
    #expect(output.bytes.isEmpty && !output.mustClose)
    let call = try #require(output.calls.first)
    #expect(call.method == .app(.beginBackgroundTask(begin)))
    let answer = conversation.answer(call.id, begun)
    #expect(try conversation.replies(answer) == [VarlinkReply(parameters: begun.parameters)])
    #expect(conversation.openCallCount == 0)
  }

  @Test("reads calls that come in pieces, and several that come at once")
  func pieces() throws {
    let conversation = Conversation()
    let bytes = begin.varlinkCall.bytes + Control.List().varlinkCall.bytes
    var calls: [WireSession.Call] = []
    for byte in bytes { calls += conversation.receive([byte]).calls }
    calls += conversation.receive(bytes).calls
    #expect(
      calls.map(\.method) == [
        .app(.beginBackgroundTask(begin)), .control(.list(Control.List())),
        .app(.beginBackgroundTask(begin)), .control(.list(Control.List())),
      ]
    )
    #expect(Set(calls.map(\.id)).count == 4)
  }

  @Test("sends replies in the order of the calls, whatever order they are answered in")
  func order() throws {
    let conversation = Conversation()
    let calls = (1...3).flatMap { _ in conversation.send(App.BackgroundTimeRemaining()).calls }
    let last = conversation.answer(calls[2].id, remaining(.seconds(3)))
    #expect(last.bytes.isEmpty)
    let middle = conversation.answer(calls[1].id, remaining(.seconds(2)))
    #expect(middle.bytes.isEmpty)
    let first = conversation.answer(calls[0].id, remaining(.seconds(1)))
    let replies = try conversation.replies(first)
    #expect(
      try replies.map { try App.BackgroundTimeRemaining().reply(from: $0).remaining }
        == [1, 2, 3].map { .seconds($0) }
    )
  }

  @Test("answers the service's own interface by itself, in its turn")
  func service() throws {
    let conversation = Conversation()
    let call = try #require(conversation.send(App.BackgroundTimeRemaining()).calls.first)
    let held = conversation.send(VarlinkCall(method: "org.varlink.service.GetInfo"))
    #expect(held.calls.isEmpty && held.bytes.isEmpty)
    let output = conversation.answer(call.id, remaining(nil))
    let info = try conversation.replies(output)[1].parameters
    #expect(info["version"]?.text == "0.1.0 (App 1, Control 1)")
    #expect(
      info["interfaces"]?.elements?.compactMap(\.text) == [
        "org.varlink.service", "io.torpor.App", "io.torpor.Bridge", "io.torpor.Connection",
        "io.torpor.Control", "io.torpor.Modes", "io.torpor.TaskScheduler", "io.torpor.Transfers",
      ]
    )
  }

  @Test("serves the description of every interface that it names")
  func descriptions() throws {
    let conversation = Conversation()
    for (name, text) in Interfaces.all {
      let call = VarlinkCall(
        method: "org.varlink.service.GetInterfaceDescription",
        parameters: .object(["interface": .string(name)])
      )
      let output = conversation.send(call)
      #expect(try conversation.replies(output)[0].parameters["description"]?.text == text)
      #expect(text.contains("\ninterface \(name)\n"))
    }
  }

  @Test(
    "answers a call that nobody can run with the reason, and goes on",
    arguments: [
      ("io.torpor.App.Sleep", "{}", .methodNotFound(method: "io.torpor.App.Sleep")),
      (
        "io.torpor.Connection.Close", "{}", .methodNotFound(method: "io.torpor.Connection.Close")
      ),
      ("org.varlink.service.Stop", "{}", .methodNotFound(method: "org.varlink.service.Stop")),
      ("com.example.A", "{}", .interfaceNotFound(interface: "com.example")),
      ("Attach", "{}", .methodNotFound(method: "Attach")),
      ("io.torpor.App.Attach", "{}", .expectedMore),
      ("io.torpor.Control.Log", #"{"follow":true}"#, .expectedMore),
      ("io.torpor.Control.Watch", #"{"follow":true}"#, .expectedMore),
      ("io.torpor.App.EndBackgroundTask", "{}", .invalidParameter(parameter: "task")),
      (
        "org.varlink.service.GetInterfaceDescription", #"{"interface":"a.b"}"#,
        .interfaceNotFound(interface: "a.b")
      ),
    ] as [(String, String, WireError)]
  )
  func refusals(method: String, parameters: String, error: WireError) throws {
    let conversation = Conversation()
    let call = VarlinkCall(
      method: method,
      parameters: try JSON(parsing: Array(parameters.utf8))
    )
    let output = conversation.send(call)
    #expect(output.calls.isEmpty && !output.mustClose)
    #expect(try conversation.replies(output) == [VarlinkReply(error)])
    #expect(conversation.send(begin).calls.count == 1)
  }

  @Test("does not offer another protocol")
  func upgrade() throws {
    let conversation = Conversation()
    let output = conversation.send(
      VarlinkCall(method: "io.torpor.Control.List", wantsUpgrade: true)
    )
    #expect(
      try conversation.replies(output)
        == [VarlinkReply(.methodNotImplemented(method: "io.torpor.Control.List"))]
    )
  }

  @Test("gives no reply to a oneway call, not even a bad one")
  func oneway() throws {
    let conversation = Conversation()
    let output = conversation.send(begin, oneway: true)
    let call = try #require(output.calls.first)
    #expect(conversation.answer(call.id, begun).bytes.isEmpty)
    let bad = conversation.send(VarlinkCall(method: "io.torpor.App.Sleep", isOneway: true))
    #expect(bad.bytes.isEmpty && !bad.mustClose)
    #expect(conversation.openCallCount == 0)
  }

  @Test("sends several replies where the caller takes them")
  func more() throws {
    let conversation = Conversation()
    let call = try #require(
      conversation.send(Control.Log(follows: true).varlinkCall).calls.first
    )
    #expect(call.wantsMore)
    let first = conversation.answer(
      call.id,
      Control.Log.Reply(decisions: []),
      continues: true
    )
    #expect(try conversation.replies(first).map(\.continues) == [true])
    let last = conversation.answer(call.id, Control.Log.Reply(decisions: []))
    #expect(try conversation.replies(last).map(\.continues) == [false])
    #expect(conversation.answer(call.id, Control.Log.Reply(decisions: [])).bytes.isEmpty)
  }
}

@Suite("An attached session")
struct AttachedSessionTests {
  private let delivery = Delivery(token: Samples.token, callback: .didEnterBackground)

  @Test("sends callbacks in the stream of the call that attached it")
  func events() throws {
    let conversation = Conversation()
    #expect(conversation.deliver(delivery) == nil)
    _ = try conversation.attach()
    #expect(conversation.isAttached)
    let output = try #require(conversation.deliver(delivery))
    let replies = try conversation.replies(output)
    #expect(try replies.map(AttachReply.init(from:)) == [.event(delivery)])
  }

  @Test("answers oneway calls with a key in that stream")
  func keyedCalls() throws {
    let conversation = Conversation()
    _ = try conversation.attach()
    let good = try #require(conversation.send(begin, oneway: true).calls.first)
    let answer = conversation.answer(good.id, begun)
    let replies = try conversation.replies(answer)
    #expect(
      try replies.map(AttachReply.init(from:))
        == [.answer(key: "k1", VarlinkReply(parameters: begun.parameters))]
    )
    let bad = conversation.send(
      VarlinkCall(
        method: "io.torpor.App.EndBackgroundTask",
        parameters: .object(["key": .string("k2")]),
        isOneway: true
      )
    )
    let refusals = try conversation.replies(bad)
    #expect(
      try refusals.map(AttachReply.init(from:))
        == [.answer(key: "k2", VarlinkReply(.invalidParameter(parameter: "task")))]
    )
  }

  @Test("refuses a call whose reply could not be told from events, and ends")
  func callInProgress() throws {
    let conversation = Conversation()
    _ = try conversation.attach()
    let output = conversation.send(begin)
    #expect(output.mustClose && output.calls.isEmpty)
    #expect(
      try conversation.replies(output) == [
        VarlinkReply(.callInProgress(method: "io.torpor.App.BeginBackgroundTask"))
      ]
    )
    #expect(conversation.deliver(delivery)?.bytes.isEmpty != false)
  }

  @Test("is not attached where attaching is refused")
  func refused() throws {
    let conversation = Conversation()
    let call = try #require(conversation.send(App.Attach()).calls.first)
    let output = conversation.refuse(call.id, .permissionDenied)
    #expect(try conversation.replies(output) == [VarlinkReply(.permissionDenied)])
    #expect(!conversation.isAttached)
  }
}

private func remaining(_ rest: Duration?) -> App.BackgroundTimeRemaining.Reply {
  App.BackgroundTimeRemaining.Reply(remaining: rest)
}
