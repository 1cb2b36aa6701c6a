import TorporModel

// Calls about the channel of push to talk.

extension PushToTalkRequest {
  static let methods = [
    "JoinChannel", "LeaveChannel", "SetActiveParticipant", "BeginTransmitting", "StopTransmitting",
  ]

  var method: String {
    switch self {
    case .join: "JoinChannel"
    case .leave: "LeaveChannel"
    case .setActiveParticipant: "SetActiveParticipant"
    case .beginTransmitting: "BeginTransmitting"
    case .stopTransmitting: "StopTransmitting"
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// The token of a channel that is joined is the host's to draw: it is empty here.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    func channel() throws(WireError) -> String {
      try ParameterReader(call: parameters, known: "channel").name("channel")
    }
    switch method {
    case "JoinChannel": self = .join(channel: try channel(), token: "")
    case "LeaveChannel": self = .leave(channel: try channel())
    case "SetActiveParticipant":
      let call = try ParameterReader(call: parameters, known: "channel", "participant")
      self = .setActiveParticipant(
        try call.optionalName("participant"),
        channel: try call.name("channel")
      )
    case "BeginTransmitting": self = .beginTransmitting(channel: try channel())
    case "StopTransmitting": self = .stopTransmitting(channel: try channel())
    default: return nil
    }
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .join(let channel, _), .leave(let channel), .beginTransmitting(let channel),
      .stopTransmitting(let channel):
      [("channel", .string(channel))]
    case .setActiveParticipant(let participant, let channel):
      [("channel", .string(channel)), ("participant", .text(participant))]
    }
  }
}

// What the channel tells its app.

extension PushToTalkCallback {
  var fields: [(key: String, value: JSON?)] {
    let own: [(key: String, value: JSON?)] =
      switch self {
      case .didRestore, .didLeave, .didActivateAudio, .didDeactivateAudio: []
      case .incomingPush(_, let payload): [("payload", .string(payload))]
      case .serviceUpdate(_, let payload, let isHighPriority, let remaining):
        [
          ("payload", .string(payload)), ("isHighPriority", .bool(isHighPriority)),
          ("remaining", .integer(Int64(remaining))),
        ]
      }
    return [("channel", .string(channel))] + own
  }

  /// Reads the members of an event; `nil` where it is none of the channel's.
  init?(_ name: String, _ event: ParameterReader) throws(WireError) {
    switch name {
    case "didRestoreChannel": self = .didRestore(channel: try event.name("channel"))
    case "didLeaveChannel": self = .didLeave(channel: try event.name("channel"))
    case "incomingChannelPush":
      self = .incomingPush(
        channel: try event.name("channel"),
        payload: try event.text("payload")
      )
    case "channelServiceUpdate":
      self = .serviceUpdate(
        channel: try event.name("channel"),
        payload: try event.text("payload"),
        isHighPriority: try event.flag("isHighPriority"),
        remaining: try event.optionalInteger("remaining", in: 0...Int(Int32.max)) ?? 0
      )
    case "didActivateAudioSession":
      self = .didActivateAudio(channel: try event.name("channel"))
    case "didDeactivateAudioSession":
      self = .didDeactivateAudio(channel: try event.name("channel"))
    default: return nil
    }
  }
}

extension PushToTalkError {
  /// What was refused, why, and what to do next.
  var sentence: String {
    let what = "The channel refused with \(self) (\(rawValue)): "
    switch self {
    case .unknown:
      return what + "this profile has no push to talk. Choose ios13 or a later one."
    case .channelNotFound:
      return what + "the app has not joined that channel, or it was left. Join it with JoinChannel."
    case .channelLimitReached:
      return what + "the device has joined a channel already, and has room for one. Leave that one "
        + "first."
    case .callActive:
      return what + "a call is under way. Try again when it has ended."
    case .transmissionInProgress:
      return what + "the app transmits. Stop transmitting first."
    case .transmissionNotFound:
      return what + "the app does not transmit. Nothing is to be done."
    case .appNotForeground:
      return what + "the app is not on screen. Ask when the user has opened it."
    case .transmissionNotAllowed:
      return what + "another participant speaks. Try again when the channel is quiet."
    }
  }
}
