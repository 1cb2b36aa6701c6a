import TorporPosix
import TorporWire

/// Reports players that announce that they are playing (MPRIS, `org.mpris.MediaPlayer2.*` on the session bus).
///
/// This is for programs that were not written for Torpor and pause between two tracks, or play on another machine. It
/// costs a message when a player appears, exits, plays or pauses.
final class MediaPart: Part {
  /// One player.
  private struct Player {
    var watch: PropertyWatch?
    var processID: Int32?
    var isPlaying = false
  }

  let name = "media"
  private let bus: BusConnection
  private let outbox: Outbox
  private var players: [String: Player] = [:]
  private var tokens: [BusConnection.Token] = []

  static let prefix = "org.mpris.MediaPlayer2."
  private static let path = "/org/mpris/MediaPlayer2"
  private static let interface = "org.mpris.MediaPlayer2.Player"
  /// The maximum number of players that are watched: 64.
  ///
  /// Each has at least a name on the bus. Our choice.
  static let playersMax = 64

  /// Makes a part that reports nothing before `start`; `bus` is the session's.
  init(on bus: BusConnection, outbox: Outbox) {
    self.bus = bus
    self.outbox = outbox
  }

  deinit { for token in tokens { bus.cancel(token) } }

  func start() {
    tokens = [
      bus.match(
        "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
          + "member='NameOwnerChanged',arg0namespace='org.mpris.MediaPlayer2'"
      ) { [unowned self] in ownerChanged($0) },
      bus.observe { [weak self] state in
        switch state {
        case .connected: self?.list()
        case .lost(let cause): self?.forgetAll(because: cause)
        case .connecting: break
        }
      },
    ]
  }

  private func list() {
    outbox.tell(self, isAvailable: true)
    call("ListNames") { [weak self] reply in
      guard let self else { return }
      let names = reply.values.first?.texts ?? []
      for name in names where name.hasPrefix(MediaPart.prefix) && players[name] == nil { add(name) }
      tell()
    }
  }

  private func ownerChanged(_ event: BusEvent) {
    guard event.isFromBus, event.values.count == 3, let name = event.values[0].text,
      name.hasPrefix(MediaPart.prefix)
    else { return }
    // A new owner is a different process.
    players[name] = nil
    if event.values[2].text?.isEmpty == false { add(name) }
    tell()
  }

  private func add(_ name: String) {
    guard players.count < MediaPart.playersMax else { return }
    players[name] = Player()
    call("GetConnectionUnixProcessID", [.string(name)]) { [weak self] reply in
      self?.players[name]?.processID = reply.values.first?.integer.flatMap { Int32(exactly: $0) }
      self?.tell()
    }
    players[name]?.watch = PropertyWatch(
      on: bus,
      service: name,
      path: MediaPart.path,
      interface: MediaPart.interface,
      startsService: false
    ) { [unowned self] state in
      guard case .known(let properties) = state else { return }
      players[name]?.isPlaying = properties["PlaybackStatus"]?.text == "Playing"
      tell()
    }
  }

  private func forgetAll(because cause: String) {
    players = [:]
    outbox.tell(self, isAvailable: false, because: cause)
    tell()
  }

  private func tell() {
    let playing = players.values.compactMap { $0.isPlaying ? $0.processID : nil }
    outbox.tell(.mediaPlaying(pids: Set(playing).filter { $0 > 0 }.sorted()))
  }

  private func call(
    _ member: String,
    _ arguments: [BusValue] = [],
    _ handler: @escaping (BusReply) -> Void
  ) {
    let call = BusCall(
      destination: BusNames.bus,
      path: BusNames.busPath,
      interface: BusNames.bus,
      member: member,
      arguments: arguments
    )
    bus.call(call) { if case .success(let reply) = $0 { handler(reply) } }
  }
}
