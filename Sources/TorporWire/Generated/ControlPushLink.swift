// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

extension Control {
  /// Makes the caller the link to a push gateway, and sends it what concerns a link: at once,
  /// and again after each turn in which that has changed.
  package struct AttachPushLink: WireCall {
    package static let method = "io.torpor.Control.AttachPushLink"
    package static let wantsMore = true
    package var permission: CallPermission { .link }
    package var gateway: String
    package var knowsBroadcasts: Bool

    // What the interface allows.
    package static let gatewayBytes: ClosedRange<Int> = 1...1024

    package init(
      gateway: String,
      knowsBroadcasts: Bool = false
    ) {
      self.gateway = gateway
      self.knowsBroadcasts = knowsBroadcasts
    }

    package static let keys = ["gateway", "knowsBroadcasts"]

    package init(_ message: ParameterReader) throws(WireError) {
      gateway = try message.value("gateway", bytes: Self.gatewayBytes)
      knowsBroadcasts = try message.optional("knowsBroadcasts") ?? false
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("gateway", gateway.json),
        ("knowsBroadcasts", knowsBroadcasts == false ? nil : knowsBroadcasts.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `AttachPushLink`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var topics: [PushTopic]
      package var priorityMin: PushPriority
      package var isLowPower: Bool
      package var network: String?
      package var sleeps: Int
      package var channels: [PushChannel]
      package var endedChannels: [String]
      package var broadcasts: [BroadcastChange]

      package init(
        topics: [PushTopic],
        priorityMin: PushPriority,
        isLowPower: Bool,
        network: String? = nil,
        sleeps: Int,
        channels: [PushChannel],
        endedChannels: [String],
        broadcasts: [BroadcastChange]
      ) {
        self.topics = topics
        self.priorityMin = priorityMin
        self.isLowPower = isLowPower
        self.network = network
        self.sleeps = sleeps
        self.channels = channels
        self.endedChannels = endedChannels
        self.broadcasts = broadcasts
      }

      package static let keys = [
        "topics", "priorityMin", "isLowPower", "network", "sleeps", "channels", "endedChannels",
        "broadcasts",
      ]

      package init(_ message: ParameterReader) throws(WireError) {
        topics = try message.value("topics")
        priorityMin = try message.value("priorityMin")
        isLowPower = try message.value("isLowPower")
        network = try message.optional("network")
        sleeps = try message.value("sleeps")
        channels = try message.value("channels")
        endedChannels = try message.value("endedChannels")
        broadcasts = try message.value("broadcasts")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("topics", topics.json),
          ("priorityMin", priorityMin.json),
          ("isLowPower", isLowPower.json),
          ("network", network?.json),
          ("sleeps", sleeps.json),
          ("channels", channels.json),
          ("endedChannels", endedChannels.json),
          ("broadcasts", broadcasts.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Sets what `torpor doctor` reports about the connection to the gateway, in one line.
  package struct ReportPushLink: WireCall {
    package static let method = "io.torpor.Control.ReportPushLink"
    package static let wantsMore = false
    package var permission: CallPermission { .link }
    package var isConnected: Bool
    package var text: String

    // What the interface allows.
    package static let textBytes: ClosedRange<Int> = 1...1024

    package init(
      isConnected: Bool,
      text: String
    ) {
      self.isConnected = isConnected
      self.text = text
    }

    package static let keys = ["isConnected", "text"]

    package init(_ message: ParameterReader) throws(WireError) {
      isConnected = try message.value("isConnected")
      text = try message.value("text", bytes: Self.textBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("isConnected", isConnected.json),
        ("text", text.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Sets the token that the gateway has given an app, which is the answer to the app if it
  /// waits for one.
  package struct SetPushToken: WireCall {
    package static let method = "io.torpor.Control.SetPushToken"
    package static let wantsMore = false
    package var permission: CallPermission { .link }
    package var topic: String
    package var token: String?

    // What the interface allows.
    package static let topicBytes: ClosedRange<Int> = 1...256
    package static let tokenBytes: ClosedRange<Int> = 1...200

    package init(
      topic: String,
      token: String? = nil
    ) {
      self.topic = topic
      self.token = token
    }

    package static let keys = ["topic", "token"]

    package init(_ message: ParameterReader) throws(WireError) {
      topic = try message.value("topic", bytes: Self.topicBytes)
      token = try message.optional("token", bytes: Self.tokenBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("topic", topic.json),
        ("token", token?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Delivers a push.
  package struct DeliverPush: WireCall {
    package static let method = "io.torpor.Control.DeliverPush"
    package static let wantsMore = false
    package var permission: CallPermission { .link }
    package var identifier: String
    package var topic: String
    package var kind: PushKind?
    package var priority: PushPriority?
    package var collapseIdentifier: String?
    package var expirationWallMicroseconds: Int64?
    package var payload: String
    package var sentWallMicroseconds: Int64?
    package var channel: String?

    // What the interface allows.
    package static let identifierBytes: ClosedRange<Int> = 1...64
    package static let topicBytes: ClosedRange<Int> = 1...256
    package static let collapseIdentifierBytes: ClosedRange<Int> = 0...64
    package static let expirationWallMicrosecondsRange: ClosedRange<Int64> = 0 ... .max
    package static let sentWallMicrosecondsRange: ClosedRange<Int64> = 0 ... .max
    package static let channelBytes: ClosedRange<Int> = 1...64

    package init(
      identifier: String,
      topic: String,
      kind: PushKind? = nil,
      priority: PushPriority? = nil,
      collapseIdentifier: String? = nil,
      expirationWallMicroseconds: Int64? = nil,
      payload: String,
      sentWallMicroseconds: Int64? = nil,
      channel: String? = nil
    ) {
      self.identifier = identifier
      self.topic = topic
      self.kind = kind
      self.priority = priority
      self.collapseIdentifier = collapseIdentifier
      self.expirationWallMicroseconds = expirationWallMicroseconds
      self.payload = payload
      self.sentWallMicroseconds = sentWallMicroseconds
      self.channel = channel
    }

    package static let keys = [
      "identifier", "topic", "type", "priority", "collapseIdentifier", "expirationWallMicroseconds",
      "payload", "sentWallMicroseconds", "channel",
    ]

    package init(_ message: ParameterReader) throws(WireError) {
      identifier = try message.value("identifier", bytes: Self.identifierBytes)
      topic = try message.value("topic", bytes: Self.topicBytes)
      kind = try message.optional("type")
      priority = try message.optional("priority")
      collapseIdentifier = try message.optional(
        "collapseIdentifier",
        bytes: Self.collapseIdentifierBytes
      )
      expirationWallMicroseconds = try message.optional(
        "expirationWallMicroseconds",
        in: Self.expirationWallMicrosecondsRange
      )
      payload = try message.value("payload")
      sentWallMicroseconds = try message.optional(
        "sentWallMicroseconds",
        in: Self.sentWallMicrosecondsRange
      )
      channel = try message.optional("channel", bytes: Self.channelBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("identifier", identifier.json),
        ("topic", topic.json),
        ("type", kind?.json),
        ("priority", priority?.json),
        ("collapseIdentifier", collapseIdentifier?.json),
        ("expirationWallMicroseconds", expirationWallMicroseconds?.json),
        ("payload", payload.json),
        ("sentWallMicroseconds", sentWallMicroseconds?.json),
        ("channel", channel?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `DeliverPush`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var outcome: PushOutcome
      package var cause: String?

      package init(
        outcome: PushOutcome,
        cause: String? = nil
      ) {
        self.outcome = outcome
        self.cause = cause
      }

      package static let keys = ["outcome", "cause"]

      package init(_ message: ParameterReader) throws(WireError) {
        outcome = try message.value("outcome")
        cause = try message.optional("cause")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("outcome", outcome.json),
          ("cause", cause?.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Reports that the link has made a change that an app requested for a broadcast channel,
  /// and saves it.
  package struct AnswerBroadcastChange: WireCall {
    package static let method = "io.torpor.Control.AnswerBroadcastChange"
    package static let wantsMore = false
    package var permission: CallPermission { .link }
    package var topic: String
    package var channel: String
    package var isSubscribed: Bool
    package var cause: String?

    // What the interface allows.
    package static let topicBytes: ClosedRange<Int> = 1...256
    package static let channelBytes: ClosedRange<Int> = 1...64
    package static let causeBytes: ClosedRange<Int> = 1...1024

    package init(
      topic: String,
      channel: String,
      isSubscribed: Bool,
      cause: String? = nil
    ) {
      self.topic = topic
      self.channel = channel
      self.isSubscribed = isSubscribed
      self.cause = cause
    }

    package static let keys = ["topic", "channel", "isSubscribed", "cause"]

    package init(_ message: ParameterReader) throws(WireError) {
      topic = try message.value("topic", bytes: Self.topicBytes)
      channel = try message.value("channel", bytes: Self.channelBytes)
      isSubscribed = try message.value("isSubscribed")
      cause = try message.optional("cause", bytes: Self.causeBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("topic", topic.json),
        ("channel", channel.json),
        ("isSubscribed", isSubscribed.json),
        ("cause", cause?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `AnswerBroadcastChange`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var isLate: Bool

      package init(
        isLate: Bool
      ) {
        self.isLate = isLate
      }

      package static let keys = ["isLate"]

      package init(_ message: ParameterReader) throws(WireError) {
        isLate = try message.value("isLate")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("isLate", isLate.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Sets the address that the gateway has given a channel, to which its senders send.
  package struct SetPushEndpoint: WireCall {
    package static let method = "io.torpor.Control.SetPushEndpoint"
    package static let wantsMore = false
    package var permission: CallPermission { .link }
    package var channel: String
    package var endpoint: String

    // What the interface allows.
    package static let channelBytes: ClosedRange<Int> = 1...64
    package static let endpointBytes: ClosedRange<Int> = 1...1000

    package init(
      channel: String,
      endpoint: String
    ) {
      self.channel = channel
      self.endpoint = endpoint
    }

    package static let keys = ["channel", "endpoint"]

    package init(_ message: ParameterReader) throws(WireError) {
      channel = try message.value("channel", bytes: Self.channelBytes)
      endpoint = try message.value("endpoint", bytes: Self.endpointBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("channel", channel.json),
        ("endpoint", endpoint.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Reports that the gateway has deleted a channel that has ended.
  package struct EndPushChannel: WireCall {
    package static let method = "io.torpor.Control.EndPushChannel"
    package static let wantsMore = false
    package var permission: CallPermission { .link }
    package var channel: String

    // What the interface allows.
    package static let channelBytes: ClosedRange<Int> = 1...64

    package init(
      channel: String
    ) {
      self.channel = channel
    }

    package static let keys = ["channel"]

    package init(_ message: ParameterReader) throws(WireError) {
      channel = try message.value("channel", bytes: Self.channelBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("channel", channel.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Delivers a message of a channel.
  package struct DeliverMessage: WireCall {
    package static let method = "io.torpor.Control.DeliverMessage"
    package static let wantsMore = false
    package var permission: CallPermission { .link }
    package var channel: String
    package var identifier: String
    package var data: String

    // What the interface allows.
    package static let channelBytes: ClosedRange<Int> = 1...64
    package static let identifierBytes: ClosedRange<Int> = 1...64
    package static let dataBytes: ClosedRange<Int> = 1...6000

    package init(
      channel: String,
      identifier: String,
      data: String
    ) {
      self.channel = channel
      self.identifier = identifier
      self.data = data
    }

    package static let keys = ["channel", "identifier", "data"]

    package init(_ message: ParameterReader) throws(WireError) {
      channel = try message.value("channel", bytes: Self.channelBytes)
      identifier = try message.value("identifier", bytes: Self.identifierBytes)
      data = try message.value("data", bytes: Self.dataBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("channel", channel.json),
        ("identifier", identifier.json),
        ("data", data.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `DeliverMessage`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var outcome: MessageOutcome

      package init(
        outcome: MessageOutcome
      ) {
        self.outcome = outcome
      }

      package static let keys = ["outcome"]

      package init(_ message: ParameterReader) throws(WireError) {
        outcome = try message.value("outcome")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("outcome", outcome.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }
}
