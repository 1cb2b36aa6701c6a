import Glibc
import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Sound under PipeWire", .serialized)
struct PipeWireTests {
  static let isThere: Bool = {
    guard
      DesktopWorld.has("pipewire", "wireplumber", "pw-cat", "pw-cli", "pw-dump", "dbus-daemon")
    else { return false }
    // WirePlumber follows the sessions of logind there, and ends where it cannot.
    let hasSessions = Files.isFolder("/run/systemd/sessions")
    if !hasSessions { print("skipped: WirePlumber ends without /run/systemd/sessions") }
    return hasSessions
  }()

  /// PipeWire with one sink that leads nowhere.
  private final class Desktop {
    let world: DesktopWorld
    private var servers: [DesktopProcess] = []

    init() throws { world = try DesktopWorld() }

    /// What programs need to find it; without the path of the test's own.
    var environment: [String] {
      [
        "XDG_RUNTIME_DIR=\(world.folder)",
        "DBUS_SESSION_BUS_ADDRESS=unix:path=\(world.folder)/bus",
        // WirePlumber keeps what it was told of the sink, for the next one.
        "XDG_STATE_HOME=\(world.folder)/state",
      ]
    }

    func startServers() throws {
      let bus = "unix:path=\(world.folder)/bus"
      servers.append(try start(["dbus-daemon", "--session", "--nofork", "--address=\(bus)"]))
      try #require(world.wait { Files.exists(world.folder + "/bus") })
      servers.append(try start(["pipewire"]))
      try #require(world.wait { Files.exists(world.folder + "/pipewire-0") })
      servers.append(try start(["wireplumber"]))
      try makeSink()
      var madeAt = BootClock.nanoseconds()
      // Streams that come before the sink was chosen are turned away. A sink that was made while the session
      // manager was still starting is now and then never chosen: another is made.
      try #require(
        try world.wait {
          if BootClock.nanoseconds() - madeAt > 6_000_000_000 {
            try makeSink()
            madeAt = BootClock.nanoseconds()
          }
          return try objects().contains { object in
            object["metadata"]?.elements?.contains {
              $0["key"]?.text == "default.audio.sink" && $0["value"]?["name"]?.text == "nowhere"
            } == true
          }
        }
      )
    }

    private func makeSink() throws {
      try start([
        "pw-cli", "create-node", "adapter",
        "{ factory.name=support.null-audio-sink node.name=nowhere media.class=Audio/Sink "
          + "object.linger=true audio.position=[FL FR] }",
      ])
      .finish()
    }

    /// All objects of PipeWire, by a look of the test's own.
    func objects() throws -> [JSON] {
      var stream = JSONStream(arrayBytesMax: PipeWireAudio.arrayBytesMax)
      var hasEnded = false
      let dump = try ToolProcess(
        ["/usr/bin/pw-dump", "--no-colors"],
        environment: environment,
        on: world.loop
      ) { event in
        switch event {
        case .printed(let bytes): stream.append(bytes)
        case .ended: hasEnded = true
        }
      }
      try #require(world.wait { hasEnded })
      withExtendedLifetime(dump) {}
      return try stream.next()?.elements ?? []
    }

    /// The newest first.
    func stopServers() { while servers.popLast() != nil {} }

    func start(_ command: [String]) throws -> DesktopProcess {
      try DesktopProcess(command, in: world, environment: environment)
    }

    /// Plays 60 s of zeros, which run as any sound does, or of a tone.
    func play(_ options: String..., amplitude: Int16 = 0) throws -> DesktopProcess {
      let path = world.folder + "/sound\(amplitude).wav"
      if !Files.exists(path) { try writeSound(to: path, amplitude) }
      return try start(["pw-cat", "-p"] + options + [path])
    }

    private func writeSound(to path: String, _ amplitude: Int16) throws {
      func bytes(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
      }
      let (rate, length) = (UInt32(8000), UInt32(8000 * 2 * 60))
      let head =
        Array("RIFF".utf8) + bytes(36 + length) + Array("WAVEfmt ".utf8)
        // PCM, one channel; the rate; bytes a second; 2 bytes a frame of 16 bits.
        + bytes(16, 1 | 1 << 16, rate, rate * 2, 2 | 16 << 16) + Array("data".utf8) + bytes(length)
      let file = try Files.open(path, O_WRONLY | O_CREAT, mode: 0o600)
      // A square of 500 Hz.
      let (low, high) = (
        UInt8(truncatingIfNeeded: amplitude), UInt8(truncatingIfNeeded: amplitude >> 8)
      )
      let (lowMinus, highMinus) = (
        UInt8(truncatingIfNeeded: -amplitude), UInt8(truncatingIfNeeded: -amplitude >> 8)
      )
      let period = [[low, high], [lowMinus, highMinus]].flatMap { half in
        (0..<8).flatMap { _ in half }
      }
      let all = head + (0..<Int(length) / period.count).flatMap { _ in period }
      try #require(write(file.rawValue, all, all.count) == all.count)
    }
  }

  private func streams(in world: DesktopWorld) -> [AudioStream]? {
    world.last { if case .audio(let streams) = $0 { streams } else { nil } }
  }

  @Test(
    "a player sounds while it plays, a recorder records, and one turned down is silent",
    .enabled(if: PipeWireTests.isThere)
  )
  func playing() throws {
    let desktop = try Desktop()
    let world = desktop.world
    try desktop.startServers()
    let variables = ["XDG_RUNTIME_DIR": world.folder, "PATH": DesktopProcess.folders]
    let part = AudioPart(on: world.loop, outbox: world.outbox, environment: { variables[$0] })
    part.start()
    #expect(world.wait { world.part("audio")?.isAvailable == true })
    let silent = try desktop.play("--volume", "0")
    #expect(try world.wait { try states(of: silent, desktop) == ["running"] })
    let player = try desktop.play()
    #expect(
      world.wait { streams(in: world) == [AudioStream(pid: player.processID, isRecording: false)] }
    )
    let recorder = try desktop.start(["pw-cat", "-r", world.folder + "/recorded.wav"])
    #expect(
      world.wait {
        streams(in: world)?.contains(AudioStream(pid: recorder.processID, isRecording: true))
          == true
      }
    )
    recorder.end()
    player.end()
    #expect(world.wait { streams(in: world) == [] })
    silent.end()
    desktop.stopServers()
    #expect(world.wait { world.part("audio")?.cause == "PipeWire does not answer" })
    // And it finds one that comes later.
    try desktop.startServers()
    #expect(world.wait { world.part("audio")?.isAvailable == true })
    desktop.stopServers()
  }

  /// The states of the streams of a process, by a look of the test's own.
  private func states(of process: DesktopProcess, _ desktop: Desktop) throws -> [String] {
    let objects = try desktop.objects()
    let clients = objects.filter {
      $0["info"]?["props"]?["pipewire.sec.pid"]?.integer(as: Int32.self) == process.processID
    }
    return objects.filter { object in
      object["info"]?["props"]?["media.class"]?.text == "Stream/Output/Audio"
        && clients.contains { $0["id"] == object["info"]?["props"]?["client.id"] }
    }
    .compactMap { $0["info"]?["state"]?.text }
  }

  @Test(
    "a stream of zeros is silent once somebody listens, and a tone is not",
    .enabled(if: PipeWireTests.isThere)
  )
  func silence() throws {
    let desktop = try Desktop()
    let world = desktop.world
    try desktop.startServers()
    let variables = ["XDG_RUNTIME_DIR=\(world.folder)", "PATH=\(DesktopProcess.folders)"]
    var streams: [AudioGraph.Stream] = []
    let source = PipeWireAudio(environment: variables, on: world.loop) { news in
      if case .running(let running) = news { streams = running }
    }
    source.start()
    var timing = StreamLevels.Timing()
    (timing.silence, timing.rest) = (.seconds(1), .milliseconds(300))
    let levels = StreamLevels(environment: variables, timing: timing, on: world.loop)
    let (zeros, tone) = (try desktop.play(), try desktop.play(amplitude: 3000))
    #expect(world.wait { streams.count == 2 })
    func node(of process: DesktopProcess) throws -> UInt32 {
      try #require(streams.first { $0.pid == process.processID }?.node)
    }
    let (silent, heard) = (try node(of: zeros), try node(of: tone))
    // Without a wish nobody listens.
    levels.follow(streams, listeningTo: [])
    #expect(levels.listeningCount == 0)
    var changes = 0
    levels.changed = { changes += 1 }
    levels.follow(streams, listeningTo: [silent, heard])
    #expect(levels.listeningCount == 2)
    #expect(world.wait { levels.silent == [silent] })
    #expect(changes == 1)
    // What was found stands while nobody asks, and goes with the stream.
    levels.follow(streams, listeningTo: [])
    #expect(levels.silent == [silent] && levels.listeningCount == 0)
    levels.follow(streams.filter { $0.node == heard }, listeningTo: [])
    #expect(levels.silent == [])
    withExtendedLifetime(source) {}
    zeros.end()
    tone.end()
    desktop.stopServers()
  }

  @Test("says what to install when there is no pw-dump")
  func notInstalled() throws {
    let world = try DesktopWorld()
    let variables = ["PATH": world.folder]
    let part = AudioPart(on: world.loop, outbox: world.outbox, environment: { variables[$0] })
    part.start()
    #expect(
      world.part("audio")?.cause == "pw-dump is not installed (Debian: pipewire-bin)"
    )
  }
}
