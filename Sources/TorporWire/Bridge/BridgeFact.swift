package import TorporModel

/// What a desktop bridge tells the daemon; `io.torpor.Bridge` in its own words.
///
/// Most are states: the last one holds until the next, and a bridge tells all of them anew when it
/// attaches. The others are told once. Lengths of time are whole microseconds.
package enum BridgeFact: Hashable, Sendable {
  /// Whether one of the bridge's parts has what it needs, and why not.
  case part(name: String, isAvailable: Bool, cause: String?)
  /// `batteryPercent`: `nil` without a battery.
  case power(isOnExternalPower: Bool, batteryPercent: Int?)
  /// Whether traffic costs; `nil`: unknown.
  case metered(isMetered: Bool?)
  /// Whether the session is not in use, and for how long it has not been.
  case idle(isIdle: Bool, sinceMicrosecondsAgo: Int64)
  /// Whether the session's screen is locked.
  case locked(isLocked: Bool)
  /// Whether the machine is about to sleep; `false` when it has woken.
  case prepareForSleep(isStarting: Bool)
  /// Whether the desktop's screen saver covers the screen.
  case screenSaver(isOn: Bool)
  /// Whether the machine is about to stop or restart; `false` when that was called off.
  case prepareForShutdown(isStarting: Bool)
  /// The processes whose window has the focus, with those of the terminal in it.
  case focus(pids: [Int32])
  /// The processes whose surface is under the pointer.
  case pointerFocus(pids: [Int32])
  /// The visibility of the windows of each process that has any; `nil`: unknown.
  case windows(windows: [ProcessWindows]?)
  /// Who plays or records now.
  case audio(streams: [AudioStream])
  /// Players that say that they play (MPRIS).
  case mediaPlaying(pids: [Int32])
  /// Where the device is.
  case location(fix: BridgeFix)
  /// What the radio reports.
  case bluetooth(event: BluetoothEvent)
  /// Beacons that were heard, of those that the daemon listens for.
  case beacons(sightings: [BeaconSighting])
  /// A notification is on the screen.
  case notificationShown(key: String)
  /// The user chose an action of a notification; `default` is a tap on it. `text`: what they wrote.
  case notificationAnswered(key: String, action: String, text: String?)
  /// A notification has left the screen.
  case notificationClosed(key: String, wasDismissed: Bool)
  /// The processes that have an item in the desktop's panel.
  case statusItems(pids: [Int32])
  /// A caller waits for a frozen process that owns one of its names.
  case busCallWaits(pid: Int32, name: String, member: String)
  /// The channels of Web Push by which programs want messages now, and those that have ended.
  case pushChannels(channels: [PushChannel], ended: [String])
  /// A message is on its way to a process, by its name on the bus.
  case pushMessageWaits(pid: Int32, name: String)
  /// What has become of a message that was brought.
  case pushMessageAnswered(identifier: String, outcome: MessageOutcome)
  /// A process of a frozen group holds the pointer or the keyboard.
  case grab(pid: Int32)
  /// The last picture of an app's window, a PNG; without a path there is none any more.
  case snapshot(app: AppIdentifier, path: String?, takenWallMicroseconds: Int64?)

  /// Names what the fact is the state of; a later one of the same name replaces it.
  ///
  /// `nil`: it happened, and is told once.
  package var state: String? {
    switch self {
    case .part(let name, _, _): "part \(name)"
    case .power: "power"
    case .metered: "metered"
    case .idle: "idle"
    case .locked: "locked"
    case .prepareForSleep: "prepareForSleep"
    case .screenSaver: "screenSaver"
    case .prepareForShutdown: "prepareForShutdown"
    case .focus: "focus"
    case .pointerFocus: "pointerFocus"
    case .windows: "windows"
    case .audio: "audio"
    case .mediaPlaying: "mediaPlaying"
    case .location: "location"
    case .statusItems: "statusItems"
    case .pushChannels: "pushChannels"
    // Of an app that has none any more nothing is kept.
    case .snapshot(let app, let path, _): path.map { _ in BridgeFact.snapshotState(of: app) }
    case .notificationShown, .notificationAnswered, .notificationClosed, .busCallWaits, .grab,
      .bluetooth, .beacons, .pushMessageWaits, .pushMessageAnswered:
      nil
    }
  }
}

extension BridgeFact {
  /// Names what the picture of an app is the state of.
  package static func snapshotState(of app: AppIdentifier) -> String { "snapshot \(app)" }
}

/// A channel by which a program gets messages of its server (Web Push).
package struct PushChannel: Hashable, Sendable {
  /// A UUID.
  package var channel: String
  /// With which alone its senders sign, a point of P-256 in Base64url; `nil`: any.
  package var key: String?

  package init(channel: String, key: String? = nil) {
    self.channel = channel
    self.key = key
  }
}

extension PushChannel {
  /// Whether a gateway takes the text for a channel: a UUID, 8-4-4-4-12 hexadecimal digits.
  package static func isChannel(_ text: String) -> Bool {
    let units = Array(text.utf8)
    return units.count == 36
      && units.indices.allSatisfy { index in
        let isHyphen = units[index] == UInt8(ascii: "-")
        if [8, 13, 18, 23].contains(index) { return isHyphen }
        return Character(Unicode.Scalar(units[index])).isHexDigit
      }
  }

  /// Whether a gateway takes the text for a key: Base64url of an uncompressed point, 65 bytes that begin with 4.
  package static func isKey(_ text: String) -> Bool {
    guard text.utf8.count == 87, !text.contains(where: { "+/=".contains($0) }) else { return false }
    let plain = text.map { letter -> Character in
      switch letter {
      case "-": "+"
      case "_": "/"
      default: letter
      }
    }
    let bytes = Base64.bytes(of: String(plain) + "=")
    return bytes?.count == 65 && bytes?.first == 4
  }
}

/// What has become of a message of a channel.
package enum MessageOutcome: String, Hashable, Sendable, CaseIterable {
  /// Its program has taken it.
  case delivered
  /// Not yet; it is wanted again when the channel is reported anew.
  case later
  /// The channel is nobody's.
  case unknown
  /// Its program cannot take it.
  case refused
}

/// What can be seen of the windows of one process.
package struct ProcessWindows: Hashable, Sendable {
  package var pid: Int32
  package var visibility: WindowVisibility
  /// Whether they are those of the terminal in which the process runs.
  package var isTerminal: Bool

  package init(pid: Int32, visibility: WindowVisibility, isTerminal: Bool) {
    self.pid = pid
    self.visibility = visibility
    self.isTerminal = isTerminal
  }
}

/// One process that plays or records.
package struct AudioStream: Hashable, Sendable {
  package var pid: Int32
  package var isRecording: Bool
  /// Whether it was silent for some seconds; `nil`: it was not listened to.
  package var isSilent: Bool?
  /// Whether it is of a camera or a screen.
  package var isVideo: Bool?

  package init(pid: Int32, isRecording: Bool, isSilent: Bool? = nil, isVideo: Bool? = nil) {
    self.pid = pid
    self.isRecording = isRecording
    self.isSilent = isSilent
    self.isVideo = isVideo
  }
}

/// One fix of the position, on the ellipsoid of WGS 84.
package struct BridgeFix: Hashable, Sendable {
  /// -90 to 90, north is positive.
  package var latitudeDegrees: Double
  /// -180 to 180, east is positive.
  package var longitudeDegrees: Double
  /// The radius of the circle in which the device is.
  package var horizontalAccuracyMetres: Double
  /// How old the fix was when it was told.
  package var ageMicroseconds: Int64
  package var speedMetresPerSecond: Double?
  /// 0 to 360, clockwise from north.
  package var courseDegrees: Double?
  package var altitudeMetres: Double?

  package init(
    latitudeDegrees: Double,
    longitudeDegrees: Double,
    horizontalAccuracyMetres: Double,
    ageMicroseconds: Int64 = 0,
    speedMetresPerSecond: Double? = nil,
    courseDegrees: Double? = nil,
    altitudeMetres: Double? = nil
  ) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.horizontalAccuracyMetres = horizontalAccuracyMetres
    self.ageMicroseconds = ageMicroseconds
    self.speedMetresPerSecond = speedMetresPerSecond
    self.courseDegrees = courseDegrees
    self.altitudeMetres = altitudeMetres
  }
}
