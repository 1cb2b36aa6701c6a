import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

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
    let after = conversation.receive(begin.varlinkCall.bytes, descriptors: [5])
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

  @Test("allows 4,096 open calls, and runs those before it closes")
  func openCalls() throws {
    let conversation = Conversation()
    for _ in 0..<4096 { #expect(!conversation.send(App.BackgroundTimeRemaining()).mustClose) }
    let output = conversation.send(App.BackgroundTimeRemaining())
    #expect(output.mustClose && output.calls.isEmpty)
    #expect(
      try conversation.replies(output)
        == [VarlinkReply(.limitExceeded(.openCalls(maximum: 4096)))]
    )
  }

  @Test(
    "takes both answers to each of 1,000 expirations in one write",
    arguments: [true, false]
  )
  func answersToExpirations(isOneway: Bool) throws {
    let conversation = Conversation()
    if isOneway { _ = try conversation.attach() }
    let calls = (1...1000).flatMap { number -> [any KeyedCall] in
      [
        App.Returned(callback: CallbackToken(rawValue: number)),
        App.EndBackgroundTask(task: BackgroundTaskIdentifier(rawValue: number)),
      ]
    }
    let output = conversation.receive(
      calls.flatMap { (isOneway ? $0.onewayCall : $0.varlinkCall).bytes }
    )
    #expect(!output.mustClose)
    let names = output.calls.map { call -> Substring? in
      if case .app(let read) = call.method { read.call.name } else { nil }
    }
    #expect(names == calls.map(\.name))
    for call in output.calls { #expect(!conversation.answer(call.id, NoReply()).mustClose) }
    #expect(conversation.openCallCount == (isOneway ? 1 : 0))
  }

  @Test("holds no more than 1 MiB of replies behind an open call")
  func heldReplies() throws {
    let conversation = Conversation()
    _ = conversation.send(App.BackgroundTimeRemaining())
    let call = VarlinkCall(
      method: "org.varlink.service.GetInterfaceDescription",
      parameters: .object(["interface": .string(ControlInterface.name)])
    )
    var last = WireSession.Output()
    var count = 0
    while !last.mustClose, count < 63 {
      let ids = conversation.send(Control.GetCapabilities().varlinkCall).calls.map(\.id)
      let text = String(repeating: "x", count: 40_000)
      let capability = Capability(name: "a", isAvailable: true, text: text)
      last = conversation.answer(
        ids[0],
        Control.GetCapabilities.Reply(capabilities: [capability])
      )
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
