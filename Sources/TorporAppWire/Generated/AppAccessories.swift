// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension App {
  /// Activates the app's audio session.
  package struct ActivateAudioSession: KeyedCall {
    package static let method = "io.torpor.App.ActivateAudioSession"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var category: AudioCategory
    package var mixesWithOthers: Bool
    package var key: String?

    package init(
      category: AudioCategory,
      mixesWithOthers: Bool = false,
      key: String? = nil
    ) {
      self.category = category
      self.mixesWithOthers = mixesWithOthers
      self.key = key
    }

    package static let keys = ["category", "mixesWithOthers", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      category = try message.value("category")
      mixesWithOthers = try message.optional("mixesWithOthers") ?? false
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("category", category.json),
        ("mixesWithOthers", mixesWithOthers.json),
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

  /// `DeactivateAudioSession`, as the interface describes it.
  package struct DeactivateAudioSession: KeyedCall {
    package static let method = "io.torpor.App.DeactivateAudioSession"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var notifiesOthers: Bool
    package var key: String?

    package init(
      notifiesOthers: Bool = false,
      key: String? = nil
    ) {
      self.notifiesOthers = notifiesOthers
      self.key = key
    }

    package static let keys = ["notifiesOthers", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      notifiesOthers = try message.optional("notifiesOthers") ?? false
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("notifiesOthers", notifiesOthers.json),
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

  /// Opens a session with an accessory that is connected, or as soon as it is.
  package struct OpenAccessory: KeyedCall {
    package static let method = "io.torpor.App.OpenAccessory"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var accessory: String
    package var key: String?

    // What the interface allows.
    package static let accessoryBytes: ClosedRange<Int> = 1...256

    package init(
      accessory: String,
      key: String? = nil
    ) {
      self.accessory = accessory
      self.key = key
    }

    package static let keys = ["accessory", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      accessory = try message.value("accessory", bytes: Self.accessoryBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("accessory", accessory.json),
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

  /// `CloseAccessory`, as the interface describes it.
  package struct CloseAccessory: KeyedCall {
    package static let method = "io.torpor.App.CloseAccessory"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var accessory: String
    package var key: String?

    // What the interface allows.
    package static let accessoryBytes: ClosedRange<Int> = 1...256

    package init(
      accessory: String,
      key: String? = nil
    ) {
      self.accessory = accessory
      self.key = key
    }

    package static let keys = ["accessory", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      accessory = try message.value("accessory", bytes: Self.accessoryBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("accessory", accessory.json),
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

  /// Returns the connected accessories that support a protocol of the app
  /// (UISupportedExternalAccessoryProtocols).
  package struct ConnectedAccessories: KeyedCall {
    package static let method = "io.torpor.App.ConnectedAccessories"
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

    /// The reply to `ConnectedAccessories`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var accessories: [Accessory]

      package init(
        accessories: [Accessory]
      ) {
        self.accessories = accessories
      }

      package static let keys = ["accessories"]

      package init(_ message: ParameterReader) throws(WireError) {
        accessories = try message.value("accessories")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("accessories", accessories.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }
}
