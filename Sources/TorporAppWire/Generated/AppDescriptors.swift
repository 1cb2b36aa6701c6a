// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension App {
  /// Watches a duplicate of a descriptor, which is sent with the call (SCM_RIGHTS): while the
  /// app is frozen or not running, the system polls it without reading from it; when it
  /// becomes readable, the app receives a socketReadable.
  package struct WatchDescriptor: KeyedCall {
    package static let method = "io.torpor.App.WatchDescriptor"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var name: String
    package var purpose: DescriptorPurpose
    package var number: Int32?
    package var key: String?

    // What the interface allows.
    package static let nameBytes: ClosedRange<Int> = 1...256
    package static let numberRange: ClosedRange<Int32> = 0 ... .max

    package init(
      name: String,
      purpose: DescriptorPurpose,
      number: Int32? = nil,
      key: String? = nil
    ) {
      self.name = name
      self.purpose = purpose
      self.number = number
      self.key = key
    }

    package static let keys = ["name", "purpose", "accessory", "descriptor", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      name = try message.value("name", bytes: Self.nameBytes)
      purpose = try DescriptorPurpose(message)
      number = try message.optional("descriptor", in: Self.numberRange)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("name", name.json)
      ] + purpose.members + [
        ("descriptor", number?.json),
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

  /// Stops watching a descriptor and returns it with the reply (SCM_RIGHTS), even if an
  /// earlier process of the app had it watched.
  package struct UnwatchDescriptor: KeyedCall {
    package static let method = "io.torpor.App.UnwatchDescriptor"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var name: String
    package var key: String?

    // What the interface allows.
    package static let nameBytes: ClosedRange<Int> = 1...256

    package init(
      name: String,
      key: String? = nil
    ) {
      self.name = name
      self.key = key
    }

    package static let keys = ["name", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      name = try message.value("name", bytes: Self.nameBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("name", name.json),
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

  /// Requests a keepAlive event at that interval, at least 600 s, while the app has the mode
  /// voip.
  package struct SetKeepAlive: KeyedCall {
    package static let method = "io.torpor.App.SetKeepAlive"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var interval: Duration
    package var key: String?

    // What the interface allows.
    package static let intervalMicroseconds: ClosedRange<Int64> = 0...3162240000000000

    package init(
      interval: Duration,
      key: String? = nil
    ) {
      self.interval = interval
      self.key = key
    }

    package static let keys = ["microseconds", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      interval = try message.value("microseconds", microseconds: Self.intervalMicroseconds)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("microseconds", interval.json),
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

  /// `ClearKeepAlive`, as the interface describes it.
  package struct ClearKeepAlive: KeyedCall {
    package static let method = "io.torpor.App.ClearKeepAlive"
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
