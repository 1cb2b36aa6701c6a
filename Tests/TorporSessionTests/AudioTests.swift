import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Who sounds, from PipeWire's objects")
struct AudioGraphTests {
  private func graph(_ texts: String...) throws -> AudioGraph {
    var graph = AudioGraph()
    for text in texts { graph.take(try JSON(parsing: Array(text.utf8))) }
    return graph
  }

  private static func client(_ id: Int, _ properties: String) -> String {
    #"{"id":\#(id),"type":"PipeWire:Interface:Client","info":{"props":{\#(properties)}}}"#
  }

  private static func node(
    _ id: Int,
    _ properties: String,
    state: String = "running",
    volume: String = #""mute":false,"channelVolumes":[1.0,1.0]"#
  ) -> String {
    #"{"id":\#(id),"type":"PipeWire:Interface:Node","info":{"state":"\#(state)","#
      + #""props":{\#(properties)},"params":{"Props":[{\#(volume)}]}}}"#
  }

  private static let player = client(1, #""pipewire.sec.pid":7,"application.process.id":99"#)
  private static let output = #""client.id":1,"media.class":"Stream/Output/Audio""#

  @Test("the process is the one that the kernel told PipeWire, not the one that the program claims")
  func kernelsWord() throws {
    let graph = try graph("[\(Self.player),\(Self.node(2, Self.output))]")
    #expect(graph.sounding == [AudioStream(pid: 7, isRecording: false)])
  }

  @Test("behind the translator of PulseAudio's protocol it is the program that it speaks for")
  func pulse() throws {
    let client = Self.client(
      1,
      #""pipewire.sec.pid":7,"client.api":"pipewire-pulse","application.process.id":"99""#
    )
    #expect(
      try graph("[\(client),\(Self.node(2, Self.output))]").sounding
        == [AudioStream(pid: 99, isRecording: false)]
    )
  }

  @Test(
    "a stream does not sound that is paused, muted, turned down, gone, or no stream of sound",
    arguments: [
      node(2, output, state: "idle"), node(2, output, state: "suspended"),
      node(2, output, volume: #""mute":true"#),
      node(2, output, volume: #""softMute":true"#),
      node(2, output, volume: #""channelVolumes":[0.0,0]"#),
      #"{"id":2,"info":null}"#, #"{"id":1,"info":null}"#,
      node(2, #""client.id":1,"media.class":"Audio/Sink""#),
      node(2, #""client.id":1,"media.class":"Stream/Input/Audio","stream.monitor":true"#),
    ]
  )
  func silent(change: String) throws {
    #expect(
      try graph("[\(Self.player),\(Self.node(2, Self.output))]", "[\(change)]").sounding == []
    )
  }

  @Test("recording is told apart from playing, and several streams of one process are one")
  func recording() throws {
    let input = #""client.id":1,"media.class":"Stream/Input/Audio""#
    let nodes = [Self.node(2, Self.output), Self.node(3, input), Self.node(4, Self.output)]
    #expect(
      try graph("[\(Self.player),\(nodes.joined(separator: ","))]").sounding
        == [AudioStream(pid: 7, isRecording: false), AudioStream(pid: 7, isRecording: true)]
    )
  }
}

@Suite("A stream of JSON arrays")
struct JSONStreamTests {
  @Test("is cut where an array ends, whatever its texts hold and however it comes")
  func cutting() throws {
    let text = "\n[{\"a\":\"]\\\"[\"}]\n[ ]"
    var stream = JSONStream(arrayBytesMax: 100)
    var arrays: [JSON] = []
    for byte in text.utf8 {
      stream.append([byte])
      while let array = try stream.next() { arrays.append(array) }
    }
    #expect(arrays == [.array([.object([.init("a", .string("]\"["))])]), .array([])])
    stream.append(Array("[1][2]".utf8))
    #expect(try stream.next() == .array([.integer(1)]))
    #expect(try stream.next() == .array([.integer(2)]))
    #expect(try stream.next() == nil)
  }

  @Test("cannot be read beyond an array that is too long, or none")
  func faults() {
    var stream = JSONStream(arrayBytesMax: 4)
    stream.append(Array("[1, 2".utf8))
    #expect(throws: JSONStream.Fault.self) { try stream.next() }
    stream = JSONStream(arrayBytesMax: 4)
    stream.append(Array("[,]".utf8))
    #expect(throws: JSONStream.Fault.self) { try stream.next() }
  }
}
