import TorporWire

/// What PipeWire's objects say about who plays and who records.
///
/// A stream counts while its node is in the state "running" and it is not silent: paused and corked
/// streams leave that state, and a stream that is muted or turned down to nothing makes no sound.
/// A stream that plays zeros runs, and counts: to hear that would take listening to it all the time.
/// A pure value that is fed what `pw-dump --monitor` prints.
struct AudioGraph {
  private struct Stream {
    var client: UInt32
    var isRecording: Bool
    var isRunning: Bool
    var isSilent: Bool
  }

  /// The process behind each client.
  private var processes: [UInt32: Int32] = [:]
  private var streams: [UInt32: Stream] = [:]

  /// Objects that are remembered: 4,096.
  ///
  /// PipeWire has some 50 on a desktop. Our choice.
  static let objectsMax = 4096

  /// The streams that run now, without doubles, sorted.
  var sounding: [AudioStream] {
    let running = streams.values.filter { $0.isRunning && !$0.isSilent }
      .compactMap { stream in
        processes[stream.client].map {
          AudioStream(pid: $0, isRecording: stream.isRecording)
        }
      }
    let sorted = Set(running).sorted {
      ($0.pid, $0.isRecording ? 1 : 0) < ($1.pid, $1.isRecording ? 1 : 0)
    }
    return Array(sorted.prefix(BridgeFact.audioStreamsCount.upperBound))
  }

  /// Takes on one array of objects as they are now; one without `info` is gone.
  mutating func take(_ objects: JSON) {
    for object in objects.elements ?? [] {
      guard let number = object["id"]?.integer(as: UInt32.self) else { continue }
      guard let information = object["info"], information != .null else {
        processes[number] = nil
        streams[number] = nil
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
    // The kernel told PipeWire the process at the other end of the client's socket. For programs that
    // speak PulseAudio's protocol that is its translator, which then says whom it speaks for, by the
    // word of that program.
    let isTranslated = properties["client.api"]?.text == "pipewire-pulse"
    let known = isTranslated ? "application.process.id" : "pipewire.sec.pid"
    processes[number] = AudioGraph.number(properties[known])
      .flatMap { Int32(exactly: $0) }
      .flatMap { $0 > 0 ? $0 : nil }
  }

  private mutating func takeNode(_ number: UInt32, _ information: JSON) {
    let properties = information["props"] ?? .null
    let kind = properties["media.class"]?.text
    guard let client = AudioGraph.number(properties["client.id"]).flatMap({ UInt32(exactly: $0) }),
      kind == "Stream/Output/Audio" || kind == "Stream/Input/Audio",
      // A mixer's level meter listens to everything and records nothing.
      properties["stream.monitor"]?.flag != true, properties["stream.monitor"]?.text != "true",
      streams.count < AudioGraph.objectsMax
    else {
      streams[number] = nil
      return
    }
    streams[number] = Stream(
      client: client,
      isRecording: kind == "Stream/Input/Audio",
      isRunning: information["state"]?.text == "running",
      isSilent: AudioGraph.isSilent(information["params"]?["Props"]?.elements?.first ?? .null)
    )
  }

  private static func isSilent(_ volume: JSON) -> Bool {
    let channels = volume["channelVolumes"]?.elements?.compactMap(\.double) ?? []
    return volume["mute"]?.flag == true || volume["softMute"]?.flag == true
      || volume["volume"]?.double == 0 || !channels.isEmpty && channels.allSatisfy { $0 == 0 }
  }

  /// Properties are texts to PipeWire; its dump prints those that look like numbers as numbers.
  private static func number(_ value: JSON?) -> Int64? {
    value?.integer(as: Int64.self) ?? value?.text.flatMap { Int64($0) }
  }
}
