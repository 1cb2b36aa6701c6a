import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("Descriptors beside a message")
struct SessionDescriptorTests {
  private let run = Control.Run(
    executable: "/bin/sh",
    arguments: ["sh"],
    environment: [],
    workingDirectory: "/"
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
    let bytes = Control.List().varlinkCall.bytes + run.varlinkCall.bytes
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
      (run.varlinkCall, [7, 8]), (Control.List().varlinkCall, [7]),
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
