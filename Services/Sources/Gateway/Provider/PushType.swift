/// The purpose of a push (`apns-push-type`).
enum PushType: String, Hashable, Sendable, CaseIterable {
  case alert, background, complication, controls, fileprovider, liveactivity, location, mdm
  case pushtotalk, voip, widgets

  /// The suffix of a topic for this type (push.md, 1.3).
  var topicSuffix: String? {
    switch self {
    case .alert, .background, .mdm: nil
    case .complication: ".complication"
    case .controls: ".push-type.controls"
    case .fileprovider: ".pushkit.fileprovider"
    case .liveactivity: ".push-type.liveactivity"
    case .location: ".location-query"
    case .pushtotalk: ".voip-ptt"
    case .voip: ".voip"
    case .widgets: ".push-type.widgets"
    }
  }

  /// The maximum number of bytes of its payload (push.md, 1.4).
  var payloadBytesMax: Int { self == .voip ? 5120 : 4096 }

  /// The maximum number of bytes of a push to a broadcast channel (push.md, 1.4).
  static let broadcastPayloadBytesMax = 5120

  /// The maximum number of bytes of any payload.
  static let anyPayloadBytesMax = 5120

  /// Returns the type that a topic names; `nil`: it names none.
  static func ofTopic(_ topic: String) -> PushType? {
    allCases.first { $0.topicSuffix.map { topic.hasSuffix($0) } ?? false }
  }

  /// Returns the topics of an app besides its own name.
  static func topics(of app: String) -> [String] {
    allCases.compactMap { $0.topicSuffix.map { app + $0 } }
  }
}
