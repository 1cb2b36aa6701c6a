// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

extension App {
  /// Joins a push-to-talk channel; works only on screen, and needs the mode push-to-talk.
  package struct JoinChannel: KeyedCall {
    package static let method = "io.torpor.App.JoinChannel"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var channel: String
    package var key: String?

    // What the interface allows.
    package static let channelBytes: ClosedRange<Int> = 1...256

    package init(
      channel: String,
      key: String? = nil
    ) {
      self.channel = channel
      self.key = key
    }

    package static let keys = ["channel", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      channel = try message.value("channel", bytes: Self.channelBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("channel", channel.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `JoinChannel`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var token: String

      package init(
        token: String
      ) {
        self.token = token
      }

      package static let keys = ["token"]

      package init(_ message: ParameterReader) throws(WireError) {
        token = try message.value("token")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("token", token.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// `LeaveChannel`, as the interface describes it.
  package struct LeaveChannel: KeyedCall {
    package static let method = "io.torpor.App.LeaveChannel"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var channel: String
    package var key: String?

    // What the interface allows.
    package static let channelBytes: ClosedRange<Int> = 1...256

    package init(
      channel: String,
      key: String? = nil
    ) {
      self.channel = channel
      self.key = key
    }

    package static let keys = ["channel", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      channel = try message.value("channel", bytes: Self.channelBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("channel", channel.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Sets who is speaking; without a participant the channel is silent, and the app is
  /// suspended.
  package struct SetActiveParticipant: KeyedCall {
    package static let method = "io.torpor.App.SetActiveParticipant"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var channel: String
    package var participant: String?
    package var key: String?

    // What the interface allows.
    package static let channelBytes: ClosedRange<Int> = 1...256
    package static let participantBytes: ClosedRange<Int> = 1...256

    package init(
      channel: String,
      participant: String? = nil,
      key: String? = nil
    ) {
      self.channel = channel
      self.participant = participant
      self.key = key
    }

    package static let keys = ["channel", "participant", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      channel = try message.value("channel", bytes: Self.channelBytes)
      participant = try message.optional("participant", bytes: Self.participantBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("channel", channel.json),
        ("participant", participant?.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// `BeginTransmitting`, as the interface describes it.
  package struct BeginTransmitting: KeyedCall {
    package static let method = "io.torpor.App.BeginTransmitting"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var channel: String
    package var key: String?

    // What the interface allows.
    package static let channelBytes: ClosedRange<Int> = 1...256

    package init(
      channel: String,
      key: String? = nil
    ) {
      self.channel = channel
      self.key = key
    }

    package static let keys = ["channel", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      channel = try message.value("channel", bytes: Self.channelBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("channel", channel.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// `StopTransmitting`, as the interface describes it.
  package struct StopTransmitting: KeyedCall {
    package static let method = "io.torpor.App.StopTransmitting"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var channel: String
    package var key: String?

    // What the interface allows.
    package static let channelBytes: ClosedRange<Int> = 1...256

    package init(
      channel: String,
      key: String? = nil
    ) {
      self.channel = channel
      self.key = key
    }

    package static let keys = ["channel", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      channel = try message.value("channel", bytes: Self.channelBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("channel", channel.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }
}
