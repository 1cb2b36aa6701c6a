import Testing
import TorporModel

@testable import TorporWire

/// A session with the peer's end of it: what was sent, and the replies read back.
private final class Conversation {
  private var session: WireSession
  private var framer = VarlinkFramer(messageBytesMax: 1 << 24)

  init(limits: WireSession.Limits = WireSession.Limits()) {
    session = WireSession(information: ServiceInformation(version: "0.1.0"), limits: limits)
  }

  func send(_ call: VarlinkCall, descriptors: [Int32] = []) -> WireSession.Output {
    session.receive(call.bytes, descriptors: descriptors)
  }

  func send(_ request: AppRequest, key: String? = nil, oneway: Bool = false)
    -> WireSession.Output
  {
    send(AppCall(request, key: key).varlinkCall(isOneway: oneway))
  }

  var isAttached: Bool { session.isAttached }
  var openCallCount: Int { session.openCallCount }

  func receive(_ bytes: some Collection<UInt8>, descriptors: [Int32] = []) -> WireSession.Output {
    session.receive(Array(bytes), descriptors: descriptors)
  }

  func answer(_ call: WireSession.CallIdentifier, _ reply: Reply) -> WireSession.Output {
    session.answer(call, reply)
  }

  func answer(
    _ call: WireSession.CallIdentifier,
    _ result: ControlResult,
    continues: Bool = false
  ) -> WireSession.Output {
    session.answer(call, result, continues: continues)
  }

  func refuse(_ call: WireSession.CallIdentifier, _ error: WireError) -> WireSession.Output {
    session.refuse(call, error)
  }

  func deliver(_ delivery: Delivery) -> WireSession.Output? { session.deliver(delivery) }

  /// The replies in the bytes of an output.
  func replies(_ output: WireSession.Output) throws -> [VarlinkReply] {
    framer.append(output.bytes)
    var replies: [VarlinkReply] = []
    while let message = try framer.next() { replies.append(try VarlinkReply(message: message)) }
    return replies
  }

  /// Attaches and returns the call.
  func attach() throws -> WireSession.CallIdentifier {
    let call = try #require(send(.attach).calls.first)
    let output = session.answer(call.id, .done)
    let replies = try replies(output)
    #expect(try replies.map(AttachReply.init(from:)) == [.attached(version: 1)])
    return call.id
  }
}

private let begin = AppRequest.beginBackgroundTask(
  name: "upload",
  hasExpirationHandler: true,
  key: "k1"
)

@Suite("A session")
struct WireSessionTests {
  @Test("hands calls out and sends each answer back")
  func callAndAnswer() throws {
    let conversation = Conversation()
    let output = conversation.send(begin)
    #expect(output.bytes.isEmpty && !output.mustClose)
    let call = try #require(output.calls.first)
    #expect(call.method == .app(begin))
    let answer = conversation.answer(call.id, .task(Samples.task))
    #expect(try conversation.replies(answer) == [Reply.task(Samples.task).varlinkReply])
    #expect(conversation.openCallCount == 0)
  }

  @Test("reads calls that come in pieces, and several that come at once")
  func pieces() throws {
    let conversation = Conversation()
    let bytes = AppCall(begin).varlinkCall().bytes + ControlMethod.list.varlinkCall.bytes
    var calls: [WireSession.Call] = []
    for byte in bytes { calls += conversation.receive([byte]).calls }
    calls += conversation.receive(bytes).calls
    #expect(calls.map(\.method) == [.app(begin), .control(.list), .app(begin), .control(.list)])
    #expect(Set(calls.map(\.id)).count == 4)
  }

  @Test("sends replies in the order of the calls, whatever order they are answered in")
  func order() throws {
    let conversation = Conversation()
    let calls = (1...3).flatMap { _ in conversation.send(.backgroundTimeRemaining).calls }
    let last = conversation.answer(calls[2].id, .timeRemaining(.seconds(3)))
    #expect(last.bytes.isEmpty)
    let middle = conversation.answer(calls[1].id, .timeRemaining(.seconds(2)))
    #expect(middle.bytes.isEmpty)
    let first = conversation.answer(calls[0].id, .timeRemaining(.seconds(1)))
    let replies = try conversation.replies(first)
    #expect(
      try replies.map { try Reply(to: .backgroundTimeRemaining, from: $0) }
        == [1, 2, 3].map { .timeRemaining(.seconds($0)) }
    )
  }

  @Test("answers the service's own interface by itself, in its turn")
  func service() throws {
    let conversation = Conversation()
    let call = try #require(conversation.send(.backgroundTimeRemaining).calls.first)
    let held = conversation.send(VarlinkCall(method: "org.varlink.service.GetInfo"))
    #expect(held.calls.isEmpty && held.bytes.isEmpty)
    let output = conversation.answer(call.id, .timeRemaining(nil))
    let info = try conversation.replies(output)[1].parameters
    #expect(info["version"]?.text == "0.1.0 (App 1, Control 1)")
    #expect(
      info["interfaces"]?.elements?.compactMap(\.text) == [
        "org.varlink.service", "io.torpor.Connection", "io.torpor.App",
        "io.torpor.TaskScheduler", "io.torpor.Transfers", "io.torpor.Modes", "io.torpor.Control",
        "io.torpor.Bridge",
      ]
    )
  }

  @Test("serves the description of every interface that it names")
  func descriptions() throws {
    let conversation = Conversation()
    for (name, text) in ServiceInterface.all {
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
    #expect(conversation.answer(call.id, .task(Samples.task)).bytes.isEmpty)
    let bad = conversation.send(VarlinkCall(method: "io.torpor.App.Sleep", isOneway: true))
    #expect(bad.bytes.isEmpty && !bad.mustClose)
    #expect(conversation.openCallCount == 0)
  }

  @Test("sends several replies where the caller takes them")
  func more() throws {
    let conversation = Conversation()
    let call = try #require(
      conversation.send(ControlMethod.log(LogQuery(follows: true)).varlinkCall).calls.first
    )
    #expect(call.wantsMore)
    let first = conversation.answer(call.id, .decisions([]), continues: true)
    #expect(try conversation.replies(first).map(\.continues) == [true])
    let last = conversation.answer(call.id, .decisions([]))
    #expect(try conversation.replies(last).map(\.continues) == [false])
    #expect(conversation.answer(call.id, .decisions([])).bytes.isEmpty)
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
    let answer = conversation.answer(good.id, .task(Samples.task))
    let replies = try conversation.replies(answer)
    #expect(
      try replies.map(AttachReply.init(from:))
        == [.answer(key: "k1", Reply.task(Samples.task).varlinkReply)]
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
    let call = try #require(conversation.send(.attach).calls.first)
    let output = conversation.refuse(call.id, .permissionDenied)
    #expect(try conversation.replies(output) == [VarlinkReply(.permissionDenied)])
    #expect(!conversation.isAttached)
  }
}

@Suite("A session whose peer misbehaves")
struct MisusedSessionTests {
  @Test(
    "names what it could not read and closes",
    arguments: ["nonsense\0", "\0", "[1]\0", "{\"method\":\0", "\u{1}\u{2}\0", "{}{}\0"]
  )
  func garbage(text: String) throws {
    let conversation = Conversation()
    let output = conversation.receive(Array(text.utf8))
    #expect(output.mustClose)
    let reply = try #require(try conversation.replies(output).first)
    #expect(reply.error == "io.torpor.Connection.MalformedMessage")
    let after = conversation.receive(AppCall(begin).varlinkCall().bytes, descriptors: [5])
    #expect(after.mustClose && after.calls.isEmpty && after.bytes.isEmpty)
    #expect(after.unwantedDescriptors == [5])
  }

  @Test("cuts a message of 100 MB off at the limit without keeping it")
  func hugeMessage() throws {
    let conversation = Conversation()
    let chunk = Array(repeating: UInt8(ascii: "x"), count: 65_536)
    var taken = 0
    for _ in 0..<(100_000_000 / chunk.count) {
      let output = conversation.receive(chunk)
      taken += chunk.count
      guard output.mustClose else { continue }
      #expect(
        try conversation.replies(output)
          == [VarlinkReply(.limitExceeded(.messageBytes(maximum: 1_048_576)))]
      )
      break
    }
    #expect(taken == 1_048_576 + chunk.count)
  }

  @Test("allows 64 open calls, and runs those before it closes")
  func openCalls() throws {
    let conversation = Conversation()
    for _ in 0..<64 { #expect(!conversation.send(.backgroundTimeRemaining).mustClose) }
    let output = conversation.send(.backgroundTimeRemaining)
    #expect(output.mustClose && output.calls.isEmpty)
    #expect(
      try conversation.replies(output) == [VarlinkReply(.limitExceeded(.openCalls(maximum: 64)))]
    )
  }

  @Test("holds no more than 1 MiB of replies behind an open call")
  func heldReplies() throws {
    let conversation = Conversation()
    _ = conversation.send(.backgroundTimeRemaining)
    let call = VarlinkCall(
      method: "org.varlink.service.GetInterfaceDescription",
      parameters: .object(["interface": .string(ControlInterface.name)])
    )
    var last = WireSession.Output()
    var count = 0
    while !last.mustClose, count < 63 {
      let ids = conversation.send(ControlMethod.capabilities.varlinkCall).calls.map(\.id)
      let text = String(repeating: "x", count: 40_000)
      let capability = Capability(name: "a", isAvailable: true, text: text)
      last = conversation.answer(ids[0], .capabilities([capability]))
      count += 1
    }
    #expect(last.mustClose)
    #expect(count == 27)
    #expect(
      try conversation.replies(last)
        == [VarlinkReply(.limitExceeded(.heldReplyBytes(maximum: 1_048_576)))]
    )
    #expect(conversation.send(call).bytes.isEmpty)
  }
}

@Suite("Descriptors beside a message")
struct SessionDescriptorTests {
  private let run = ControlMethod.run(
    RunRequest(
      executable: "/bin/sh",
      arguments: ["sh"],
      environment: [],
      workingDirectory: "/"
    )
  )

  @Test("go to the call that they came with, whole or in pieces")
  func claimed() {
    let conversation = Conversation()
    let whole = conversation.send(run.varlinkCall, descriptors: [7, 8, 9])
    #expect(whole.calls.map(\.descriptors) == [[7, 8, 9]])
    let bytes = run.varlinkCall.bytes
    let first = conversation.receive(bytes.prefix(10), descriptors: [4, 5, 6])
    #expect(first == WireSession.Output())
    #expect(conversation.receive(bytes.dropFirst(10)).calls[0].descriptors == [4, 5, 6])
  }

  @Test("go to the last call of one receive")
  func lastOfSeveral() {
    let conversation = Conversation()
    let bytes = ControlMethod.list.varlinkCall.bytes + run.varlinkCall.bytes
    let output = conversation.receive(bytes, descriptors: [7, 8, 9])
    #expect(output.calls.map(\.descriptors) == [[], [7, 8, 9]])
  }

  @Test("may be left out of a call that takes them")
  func optional() {
    let conversation = Conversation()
    #expect(conversation.send(run.varlinkCall).calls.map(\.descriptors) == [[]])
  }

  @Test("that the call does not take are given back, and the call is refused")
  func unwanted() throws {
    for (call, descriptors) in [
      (run.varlinkCall, [7, 8]), (ControlMethod.list.varlinkCall, [7]),
    ] as [(VarlinkCall, [Int32])] {
      let conversation = Conversation()
      let output = conversation.send(call, descriptors: descriptors)
      #expect(output.calls.isEmpty)
      #expect(output.unwantedDescriptors == descriptors)
      #expect(
        try conversation.replies(output)
          == [VarlinkReply(.invalidParameter(parameter: "descriptors"))]
      )
    }
    let conversation = Conversation()
    let info = VarlinkCall(method: "org.varlink.service.GetInfo")
    #expect(conversation.send(info, descriptors: [3]).unwantedDescriptors == [3])
    #expect(conversation.receive([], descriptors: [4]).unwantedDescriptors == [4])
  }

  @Test("may be 16 at once and no more, and none is lost where the session ends")
  func tooMany() throws {
    let conversation = Conversation()
    let many = Array(Int32(10)..<27)
    let output = conversation.receive([UInt8(ascii: "{")], descriptors: many)
    #expect(output.mustClose)
    #expect(output.unwantedDescriptors == many)
    #expect(
      try conversation.replies(output) == [VarlinkReply(.limitExceeded(.descriptors(maximum: 16)))]
    )
    let other = Conversation()
    #expect(other.receive([0], descriptors: [3]).unwantedDescriptors == [3])
  }
}
