// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension App {
  /// Returns the token under which senders reach the app; call this at every launch, as the
  /// token may change.
  package struct RegisterForPush: KeyedCall {
    package static let method = "io.torpor.App.RegisterForPush"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var kind: PushTokenKind
    package var key: String?

    package init(
      kind: PushTokenKind,
      key: String? = nil
    ) {
      self.kind = kind
      self.key = key
    }

    package static let keys = ["kind", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      kind = try message.value("kind")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("kind", kind.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `RegisterForPush`.
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

  /// `UnregisterForPush`, as the interface describes it.
  package struct UnregisterForPush: KeyedCall {
    package static let method = "io.torpor.App.UnregisterForPush"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var kind: PushTokenKind
    package var key: String?

    package init(
      kind: PushTokenKind,
      key: String? = nil
    ) {
      self.kind = kind
      self.key = key
    }

    package static let keys = ["kind", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      kind = try message.value("kind")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("kind", kind.json),
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

  /// Subscribes the app to a broadcast channel of its own: from then on it receives the pushes
  /// that are sent to the channel, alerts and content-available, like those to its token.
  package struct SubscribeToBroadcasts: KeyedCall {
    package static let method = "io.torpor.App.SubscribeToBroadcasts"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var channel: String
    package var key: String?

    // What the interface allows.
    package static let channelBytes: ClosedRange<Int> = 1...64

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

  /// Ends the subscription; does nothing if there is none.
  package struct UnsubscribeFromBroadcasts: KeyedCall {
    package static let method = "io.torpor.App.UnsubscribeFromBroadcasts"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var channel: String
    package var key: String?

    // What the interface allows.
    package static let channelBytes: ClosedRange<Int> = 1...64

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

  /// Reports that the app shows the user the call that a didReceiveIncomingPush with
  /// mustReport announced.
  package struct ReportCall: KeyedCall {
    package static let method = "io.torpor.App.ReportCall"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var key: String?

    package init(
      key: String? = nil
    ) {
      self.key = key
    }

    package static let keys = ["key"]

    package init(_ message: ParameterReader) throws(WireError) {
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("key", key?.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Reports that no call is in progress any more.
  package struct EndCall: KeyedCall {
    package static let method = "io.torpor.App.EndCall"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var key: String?

    package init(
      key: String? = nil
    ) {
      self.key = key
    }

    package static let keys = ["key"]

    package init(_ message: ParameterReader) throws(WireError) {
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("key", key?.json)
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
