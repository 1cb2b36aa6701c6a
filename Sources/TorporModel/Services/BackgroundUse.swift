/// A use that an app may continue off screen if it declares the mode (§7).
@usableFromInline package enum BackgroundUse: String, Hashable, Sendable, Saved, CaseIterable {
  case audio, location, accessory, bluetooth, socket, channel
}

extension BackgroundUse {
  /// The use as part of a sentence.
  var phrase: String {
    switch self {
    case .audio: "sound"
    case .location: "location updates"
    case .accessory: "an accessory"
    case .bluetooth: "Bluetooth"
    case .socket: "a socket"
    case .channel: "a channel"
    }
  }
}
