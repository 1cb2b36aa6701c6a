import TorporWire

/// The programs that play and record sound and pictures, according to PipeWire's objects.
///
/// A stream counts while its node is in the state "running" and its volume is not zero: paused and corked streams leave
/// that state, and a stream that is muted or turned down to zero makes no sound. A stream that plays zeros is running:
/// detecting that requires listening to it (`StreamLevels`). Cameras and screens are streams of pictures: an app that
/// shows, records or sends them is their client.
///
/// A pure value that receives the output of `pw-dump --monitor`.
struct AudioGraph {
  /// A running stream.
  struct Stream: Hashable {
    /// Its node, by the number that it has while it exists, and by the number that is never reused.
    let node: UInt32
    let serial: Int64
    let pid: Int32
    let kind: Kind
  }

  enum Kind: Hashable {
    case playback, recording
    /// A stream of pictures; `isInput`: it receives them, for example from a camera; otherwise it supplies them.
    case video(isInput: Bool)

    init?(mediaClass: String?) {
      switch mediaClass {
      case "Stream/Output/Audio": self = .playback
      case "Stream/Input/Audio": self = .recording
      case "Stream/Output/Video": self = .video(isInput: false)
      case "Stream/Input/Video": self = .video(isInput: true)
      default: return nil
      }
    }
  }

  private struct Node {
    var client: UInt32
    var serial: Int64
    var kind: Kind
    var isRunning: Bool
    var isTurnedDown: Bool
  }

  /// The process behind each client.
  private var processes: [UInt32: Int32] = [:]
  private var nodes: [UInt32: Node] = [:]

  /// The maximum number of objects that are remembered: 4,096.
  ///
  /// PipeWire has about 50 on a desktop. Our choice.
  static let objectsMax = 4096

  /// The running streams, by their nodes.
  var running: [Stream] {
    nodes.filter { $0.value.isRunning && !$0.value.isTurnedDown }
      .sorted { $0.key < $1.key }
      .compactMap { number, node in
        processes[node.client].map {
          Stream(node: number, serial: node.serial, pid: $0, kind: node.kind)
        }
      }
  }

  /// Returns the report of streams to the daemon: each process once for each kind, sorted; `silent`: nodes in which
  /// nothing was heard.
  static func facts(of streams: [Stream], silent: Set<UInt32> = []) -> [AudioStream] {
    let facts = streams.map { stream in
      AudioStream(
        pid: stream.pid,
        isRecording: stream.kind == .recording || stream.kind == .video(isInput: true),
        isSilent: silent.contains(stream.node) ? true : nil,
        isVideo: stream.kind == .playback || stream.kind == .recording ? nil : true
      )
    }
    func rank(_ fact: AudioStream) -> Int {
      (fact.isRecording ? 1 : 0) + (fact.isVideo == true ? 2 : 0) + (fact.isSilent == true ? 4 : 0)
    }
    let sorted = Set(facts).sorted { ($0.pid, rank($0)) < ($1.pid, rank($1)) }
    return Array(sorted.prefix(BridgeFact.audioStreamsCount.upperBound))
  }

  /// Takes an array of the current objects; one without `info` was removed.
  mutating func take(_ objects: JSON) {
    for object in objects.elements ?? [] {
      guard let number = object["id"]?.integer(as: UInt32.self) else { continue }
      guard let information = object["info"], information != .null else {
        processes[number] = nil
        nodes[number] = nil
        continue
      }
      switch object["type"]?.text {
      case "PipeWire:Interface:Client": takeClient(number, information["props"] ?? .null)
      case "PipeWire:Interface:Node": takeNode(number, information)
      default: break
      }
    }
  }

  private mutating func takeClient(_ number: UInt32, _ properties: JSON) {
    guard processes.count < AudioGraph.objectsMax else { return }
    // The kernel told PipeWire the process at the other end of the client's socket. For programs that use PulseAudio's
    // protocol, that is its translator, which names the process that it represents, as reported by that program.
    let isTranslated = properties["client.api"]?.text == "pipewire-pulse"
    let known = isTranslated ? "application.process.id" : "pipewire.sec.pid"
    processes[number] = AudioGraph.number(properties[known])
      .flatMap { Int32(exactly: $0) }
      .flatMap { $0 > 0 ? $0 : nil }
  }

  private mutating func takeNode(_ number: UInt32, _ information: JSON) {
    let properties = information["props"] ?? .null
    guard let client = AudioGraph.number(properties["client.id"]).flatMap({ UInt32(exactly: $0) }),
      let kind = Kind(mediaClass: properties["media.class"]?.text),
      // A mixer's level meter listens to everything and records nothing.
      properties["stream.monitor"]?.flag != true, properties["stream.monitor"]?.text != "true",
      nodes.count < AudioGraph.objectsMax
    else {
      nodes[number] = nil
      return
    }
    nodes[number] = Node(
      client: client,
      // Before PipeWire 0.3.56 there is none, and targets are numbers of nodes.
      serial: AudioGraph.number(properties["object.serial"]) ?? Int64(number),
      kind: kind,
      isRunning: information["state"]?.text == "running",
      isTurnedDown: AudioGraph.isTurnedDown(
        information["params"]?["Props"]?.elements?.first ?? .null
      )
    )
  }

  private static func isTurnedDown(_ volume: JSON) -> Bool {
    let channels = volume["channelVolumes"]?.elements?.compactMap(\.double) ?? []
    return volume["mute"]?.flag == true || volume["softMute"]?.flag == true
      || volume["volume"]?.double == 0 || !channels.isEmpty && channels.allSatisfy { $0 == 0 }
  }

  /// Returns a property as a number: properties are texts in PipeWire, but its dump prints those that look like numbers
  /// as numbers.
  private static func number(_ value: JSON?) -> Int64? {
    value?.integer(as: Int64.self) ?? value?.text.flatMap { Int64($0) }
  }
}
