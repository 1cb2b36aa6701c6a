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

  private func facts(_ graph: AudioGraph) -> [AudioStream] {
    AudioGraph.facts(of: graph.running)
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
    #expect(facts(graph) == [AudioStream(pid: 7, isRecording: false)])
  }

  @Test("behind the translator of PulseAudio's protocol it is the program that it speaks for")
  func pulse() throws {
    let client = Self.client(
      1,
      #""pipewire.sec.pid":7,"client.api":"pipewire-pulse","application.process.id":"99""#
    )
    #expect(
      facts(try graph("[\(client),\(Self.node(2, Self.output))]"))
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
      try facts(graph("[\(Self.player),\(Self.node(2, Self.output))]", "[\(change)]")) == []
    )
  }

  @Test("recording is told apart from playing, and several streams of one process are one")
  func recording() throws {
    let input = #""client.id":1,"media.class":"Stream/Input/Audio""#
    let nodes = [Self.node(2, Self.output), Self.node(3, input), Self.node(4, Self.output)]
    #expect(
      try facts(graph("[\(Self.player),\(nodes.joined(separator: ","))]"))
        == [AudioStream(pid: 7, isRecording: false), AudioStream(pid: 7, isRecording: true)]
    )
  }

  @Test("cameras and screens are streams of pictures, taken or given")
  func video() throws {
    let camera = #""client.id":1,"media.class":"Stream/Input/Video""#
    let screen = #""client.id":1,"media.class":"Stream/Output/Video""#
    let nodes = [Self.node(2, camera), Self.node(3, screen), Self.node(4, screen, state: "idle")]
    #expect(
      try facts(graph("[\(Self.player),\(nodes.joined(separator: ","))]")) == [
        AudioStream(pid: 7, isRecording: false, isVideo: true),
        AudioStream(pid: 7, isRecording: true, isVideo: true),
      ]
    )
  }

  @Test(
    "a stream in which nothing was heard is told apart from one of the same process that sounds"
  )
  func silentNodes() throws {
    let nodes = [Self.node(2, Self.output), Self.node(3, Self.output + #","object.serial":40"#)]
    let graph = try graph("[\(Self.player),\(nodes.joined(separator: ","))]")
    #expect(graph.running.map(\.serial) == [2, 40])
    #expect(
      AudioGraph.facts(of: graph.running, silent: [3]) == [
        AudioStream(pid: 7, isRecording: false),
        AudioStream(pid: 7, isRecording: false, isSilent: true),
      ]
    )
  }
}

@Suite("The level of a stream")
struct SoundLevelTests {
  private static func bytes(_ samples: [Float], isBigEndian: Bool = false) -> [UInt8] {
    samples.flatMap { sample in
      let word = isBigEndian ? sample.bitPattern.bigEndian : sample.bitPattern.littleEndian
      return withUnsafeBytes(of: word) { Array($0) }
    }
  }

  /// 100 ms of a sample, in both channels.
  private static func tenth(of sample: Float) -> [UInt8] {
    bytes([Float](repeating: sample, count: 9600))
  }

  @Test("is silence after the whole time without a sample of -80 dBFS, and not before")
  func silence() {
    var level = SoundLevel(silentAfter: .milliseconds(300))
    #expect(level.take(Self.tenth(of: 0)) == nil)
    #expect(level.take(Self.tenth(of: -0.000_09)) == nil)
    #expect(level.take(Self.tenth(of: .nan)) == .silent)
  }

  @Test(
    "is a sound with the first sample of -80 dBFS, of either sign",
    arguments: [Float(1e-4), -0.5]
  )
  func sound(sample: Float) {
    var level = SoundLevel(silentAfter: .seconds(5))
    #expect(level.take(Self.tenth(of: 0)) == nil)
    #expect(level.take(Self.bytes([0, 0, 0, sample])) == .heard)
  }

  @Test("is the same however the bytes are cut")
  func pieces() {
    var level = SoundLevel(silentAfter: .milliseconds(100))
    var verdicts: [SoundLevel.Verdict] = []
    for byte in Self.tenth(of: 0) {
      if let verdict = level.take([byte]) { verdicts.append(verdict) }
    }
    #expect(verdicts == [.silent])
  }

  @Test("is read of an AU file, too: its head is no sound, and its bytes have the other order")
  func au() {
    let head =
      Array(".snd".utf8) + [0, 0, 0, 28, 255, 255, 255, 255, 0, 0, 0, 6]
      + [UInt8](repeating: 9, count: 12)
    var quiet = SoundLevel(silentAfter: .milliseconds(100))
    #expect(quiet.take(head + Self.tenth(of: 0)) == .silent)
    var loud = SoundLevel(silentAfter: .milliseconds(100))
    #expect(loud.take(Array(head[..<10])) == nil)
    #expect(loud.take(Array(head[10...]) + Self.bytes([0.25], isBigEndian: true)) == .heard)
    // In the other order 0.25 is a number far below the threshold.
    var wrong = SoundLevel(silentAfter: .seconds(1))
    #expect(wrong.take(Self.bytes([0.25], isBigEndian: true) + Self.bytes([0])) == nil)
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
