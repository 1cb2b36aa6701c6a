import TorporCore
import TorporModel
import TorporWire

/// One user's desktop: its bridge, while one is attached, and what it has told.
///
/// What it told stays when it goes: an app that had the focus is not frozen because a helper died.
struct DesktopBridge {
  // Shape: one property for each thing that a bridge tells, which ends with it.
  /// The stream of orders.
  struct Stream: Hashable {
    let connection: ConnectionIdentifier
    let call: WireSession.CallIdentifier
  }

  /// Whether one of its parts works, and why not.
  struct Part: Hashable {
    var isAvailable: Bool
    var cause: String?
  }

  /// What a process of the user can be seen to do.
  enum Presence: CaseIterable {
    case focus, hover, sound, media, statusItem
    /// It plays only silence.
    case silence
  }

  let userID: UInt32
  /// `nil`: it has gone.
  var stream: Stream?
  /// The process that has attached it.
  var processID: Int32?
  /// Whether it speaks for the whole device: it is root's, or of the daemon's own user.
  var mayChangeDevice = false
  /// Counts attachments of all users: the lowest was there first.
  var attachment = 0
  var parts: [String: Part] = [:]
  /// The last of each state of the machine, for when this bridge comes to speak for it.
  var machine: [String: BridgeFact] = [:]
  /// The last report of each kind about processes, for when another one of them belongs to an app.
  var reports: [String: BridgeFact] = [:]
  /// Who is seen to do what.
  var launches: [Presence: Set<LaunchIdentifier>] = [:]
  /// What can be seen of the windows of apps; `nil`: it does not report that.
  var windows: [LaunchIdentifier: WindowVisibility]?
  /// Whose windows it has reported once; of those it says when there are none any more.
  var launchesWithWindows: Set<LaunchIdentifier> = []
  /// The pictures that it keeps of its user's apps.
  var snapshots: [AppIdentifier: AppSnapshotFile] = [:]
  /// Whose the streams of its last report are.
  var streams: [(processID: Int32, launch: LaunchIdentifier)] = []
  /// In whose streams it was asked to listen.
  var listening = Listening()
  /// The channels by which programs of the user want messages now.
  var channels: [PushChannel] = []
  /// Channels that have ended, of which the gateway is to be told.
  var endedChannels: [String] = []
  /// Whether it has locked the screen, so that it may unlock it.
  var hasLocked = false

  /// An order to listen.
  struct Listening: Hashable {
    var launches: [LaunchIdentifier] = []
    /// Of those that the desktop has started.
    var processIDs: [Int32] = []
  }

  /// Parts that are remembered: 32, three times as many as there are; our choice.
  static let partsMax = 32

  mutating func note(part name: String, isAvailable: Bool, because cause: String?) {
    guard parts[name] != nil || parts.count < DesktopBridge.partsMax else { return }
    parts[name] = Part(isAvailable: isAvailable, cause: cause)
  }

  /// Takes who does something now; returns who has begun and who has ended.
  mutating func update(
    _ presence: Presence,
    to now: Set<LaunchIdentifier>
  ) -> (began: [LaunchIdentifier], ended: [LaunchIdentifier]) {
    let before = launches.updateValue(now, forKey: presence) ?? []
    return (now.subtracting(before).sorted(), before.subtracting(now).sorted())
  }

  /// Who is heard: by a stream, or by the word of a player, which may play on another machine.
  ///
  /// The word does not count against a stream of its own that is silent.
  var heard: Set<LaunchIdentifier> {
    let players = launches[.media] ?? []
    return (launches[.sound] ?? []).union(players.subtracting(launches[.silence] ?? []))
  }

  /// A process has ended; a number is never given to another.
  mutating func forget(_ launch: LaunchIdentifier) {
    for presence in Presence.allCases { launches[presence]?.remove(launch) }
    windows?[launch] = nil
    launchesWithWindows.remove(launch)
  }

  /// What it does not report of all that apps of the desktop may be frozen by, since nobody has chosen each of them.
  var missingForAdoption: [String] {
    guard stream != nil, windows != nil else { return ["windows"] }
    return ["audio", "callers"].filter { parts[$0]?.isAvailable != true }
  }

  /// Whether it shows notifications now; one that has not said otherwise does.
  var showsNotifications: Bool {
    stream != nil && parts["notifications"]?.isAvailable != false
  }

  /// What `torpor doctor` says of it.
  var capabilities: [Capability] {
    let whose = "the desktop of user \(userID)"
    guard stream != nil else {
      return [
        Capability(
          name: "desktop",
          isAvailable: false,
          text:
            "\(whose) is no longer known, so its last report counts: its torpor-session has ended"
        )
      ]
    }
    return parts.sorted { $0.key < $1.key }.map { name, part in
      Capability(
        name: "desktop.\(name)",
        isAvailable: part.isAvailable,
        text: part.isAvailable
          ? "\(whose) reports \(name)"
          : "\(whose) does not report \(name), so the last report counts: "
            + (part.cause ?? "it does not say why")
      )
    }
  }
}
