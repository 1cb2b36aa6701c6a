// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension App {
  /// Connects to a peripheral as soon as it is in range, without a time-out.
  package struct ConnectPeripheral: KeyedCall {
    package static let method = "io.torpor.App.ConnectPeripheral"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var peripheral: String
    package var restoreIdentifier: String?
    package var key: String?

    // What the interface allows.
    package static let peripheralBytes: ClosedRange<Int> = 1...256
    package static let restoreIdentifierBytes: ClosedRange<Int> = 1...256

    package init(
      peripheral: String,
      restoreIdentifier: String? = nil,
      key: String? = nil
    ) {
      self.peripheral = peripheral
      self.restoreIdentifier = restoreIdentifier
      self.key = key
    }

    package static let keys = ["peripheral", "restoreIdentifier", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      peripheral = try message.value("peripheral", bytes: Self.peripheralBytes)
      restoreIdentifier = try message.optional(
        "restoreIdentifier",
        bytes: Self.restoreIdentifierBytes
      )
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("peripheral", peripheral.json),
        ("restoreIdentifier", restoreIdentifier?.json),
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

  /// `CancelPeripheralConnection`, as the interface describes it.
  package struct CancelPeripheralConnection: KeyedCall {
    package static let method = "io.torpor.App.CancelPeripheralConnection"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var peripheral: String
    package var key: String?

    // What the interface allows.
    package static let peripheralBytes: ClosedRange<Int> = 1...256

    package init(
      peripheral: String,
      key: String? = nil
    ) {
      self.peripheral = peripheral
      self.key = key
    }

    package static let keys = ["peripheral", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      peripheral = try message.value("peripheral", bytes: Self.peripheralBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("peripheral", peripheral.json),
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

  /// Scans for peripherals.
  package struct ScanForPeripherals: KeyedCall {
    package static let method = "io.torpor.App.ScanForPeripherals"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var services: [String]
    package var restoreIdentifier: String?
    package var key: String?

    // What the interface allows.
    package static let servicesCount: ClosedRange<Int> = 0...64
    package static let servicesBytes: ClosedRange<Int> = 1...256
    package static let restoreIdentifierBytes: ClosedRange<Int> = 1...256

    package init(
      services: [String] = [],
      restoreIdentifier: String? = nil,
      key: String? = nil
    ) {
      self.services = services
      self.restoreIdentifier = restoreIdentifier
      self.key = key
    }

    package static let keys = ["services", "restoreIdentifier", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      services =
        try message.optional("services", count: Self.servicesCount, bytes: Self.servicesBytes) ?? []
      restoreIdentifier = try message.optional(
        "restoreIdentifier",
        bytes: Self.restoreIdentifierBytes
      )
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("services", services.json),
        ("restoreIdentifier", restoreIdentifier?.json),
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

  /// `StopScan`, as the interface describes it.
  package struct StopScan: KeyedCall {
    package static let method = "io.torpor.App.StopScan"
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

  /// Sets whether the app is notified of changes of a characteristic.
  package struct SetNotifyValue: KeyedCall {
    package static let method = "io.torpor.App.SetNotifyValue"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var peripheral: String
    package var characteristic: String
    package var isOn: Bool
    package var key: String?

    // What the interface allows.
    package static let peripheralBytes: ClosedRange<Int> = 1...256
    package static let characteristicBytes: ClosedRange<Int> = 1...256

    package init(
      peripheral: String,
      characteristic: String,
      isOn: Bool,
      key: String? = nil
    ) {
      self.peripheral = peripheral
      self.characteristic = characteristic
      self.isOn = isOn
      self.key = key
    }

    package static let keys = ["peripheral", "characteristic", "isOn", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      peripheral = try message.value("peripheral", bytes: Self.peripheralBytes)
      characteristic = try message.value("characteristic", bytes: Self.characteristicBytes)
      isOn = try message.value("isOn")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("peripheral", peripheral.json),
        ("characteristic", characteristic.json),
        ("isOn", isOn.json),
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

  /// `StartAdvertising`, as the interface describes it.
  package struct StartAdvertising: KeyedCall {
    package static let method = "io.torpor.App.StartAdvertising"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var services: [String]
    package var restoreIdentifier: String?
    package var key: String?

    // What the interface allows.
    package static let servicesCount: ClosedRange<Int> = 0...64
    package static let servicesBytes: ClosedRange<Int> = 1...256
    package static let restoreIdentifierBytes: ClosedRange<Int> = 1...256

    package init(
      services: [String] = [],
      restoreIdentifier: String? = nil,
      key: String? = nil
    ) {
      self.services = services
      self.restoreIdentifier = restoreIdentifier
      self.key = key
    }

    package static let keys = ["services", "restoreIdentifier", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      services =
        try message.optional("services", count: Self.servicesCount, bytes: Self.servicesBytes) ?? []
      restoreIdentifier = try message.optional(
        "restoreIdentifier",
        bytes: Self.restoreIdentifierBytes
      )
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("services", services.json),
        ("restoreIdentifier", restoreIdentifier?.json),
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

  /// `StopAdvertising`, as the interface describes it.
  package struct StopAdvertising: KeyedCall {
    package static let method = "io.torpor.App.StopAdvertising"
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

  /// Sets all services that centrals find in the app: at most 64 services of 32
  /// characteristics; without any, nothing is published any more.
  package struct PublishServices: KeyedCall {
    package static let method = "io.torpor.App.PublishServices"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var services: [PeripheralService]
    package var restoreIdentifier: String?
    package var key: String?

    // What the interface allows.
    package static let servicesCount: ClosedRange<Int> = 0...64
    package static let restoreIdentifierBytes: ClosedRange<Int> = 1...256

    package init(
      services: [PeripheralService] = [],
      restoreIdentifier: String? = nil,
      key: String? = nil
    ) {
      self.services = services
      self.restoreIdentifier = restoreIdentifier
      self.key = key
    }

    package static let keys = ["services", "restoreIdentifier", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      services = try message.optional("services", count: Self.servicesCount) ?? []
      restoreIdentifier = try message.optional(
        "restoreIdentifier",
        bytes: Self.restoreIdentifierBytes
      )
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("services", services.json),
        ("restoreIdentifier", restoreIdentifier?.json),
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

  /// Returns a manager's requests that are still active, whichever process of the app made
  /// them: those of the restoreIdentifier, or without one those that end with the process.
  package struct StandingBluetooth: KeyedCall {
    package static let method = "io.torpor.App.StandingBluetooth"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var restoreIdentifier: String?
    package var key: String?

    // What the interface allows.
    package static let restoreIdentifierBytes: ClosedRange<Int> = 1...256

    package init(
      restoreIdentifier: String? = nil,
      key: String? = nil
    ) {
      self.restoreIdentifier = restoreIdentifier
      self.key = key
    }

    package static let keys = ["restoreIdentifier", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      restoreIdentifier = try message.optional(
        "restoreIdentifier",
        bytes: Self.restoreIdentifierBytes
      )
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("restoreIdentifier", restoreIdentifier?.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `StandingBluetooth`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var connections: [PeripheralConnection]
      package var scan: [String]?
      package var advertising: [String]?
      package var services: [PeripheralService]
      package var centrals: [String]
      package var peripherals: [String]

      package init(
        connections: [PeripheralConnection],
        scan: [String]? = nil,
        advertising: [String]? = nil,
        services: [PeripheralService],
        centrals: [String],
        peripherals: [String]
      ) {
        self.connections = connections
        self.scan = scan
        self.advertising = advertising
        self.services = services
        self.centrals = centrals
        self.peripherals = peripherals
      }

      package static let keys = [
        "connections", "scan", "advertising", "services", "centrals", "peripherals",
      ]

      package init(_ message: ParameterReader) throws(WireError) {
        connections = try message.value("connections")
        scan = try message.optional("scan")
        advertising = try message.optional("advertising")
        services = try message.value("services")
        centrals = try message.value("centrals")
        peripherals = try message.value("peripherals")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("connections", connections.json),
          ("scan", scan?.json),
          ("advertising", advertising?.json),
          ("services", services.json),
          ("centrals", centrals.json),
          ("peripherals", peripherals.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Answers a centralRequest, within 10 s.
  package struct AnswerCentral: KeyedCall {
    package static let method = "io.torpor.App.AnswerCentral"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var request: CentralRequestIdentifier
    package var answer: CentralAnswer
    package var key: String?

    package init(
      request: CentralRequestIdentifier,
      answer: CentralAnswer,
      key: String? = nil
    ) {
      self.request = request
      self.answer = answer
      self.key = key
    }

    package static let keys = ["request", "value", "errorCode", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      request = try message.value("request")
      answer = try CentralAnswer(message)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("request", request.json)
      ] + answer.members + [
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

  /// Notifies the subscribed centrals of the new value.
  package struct UpdateValue: KeyedCall {
    package static let method = "io.torpor.App.UpdateValue"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var service: String
    package var characteristic: String
    package var value: [UInt8]
    package var key: String?

    // What the interface allows.
    package static let serviceBytes: ClosedRange<Int> = 1...256
    package static let characteristicBytes: ClosedRange<Int> = 1...256

    package init(
      service: String,
      characteristic: String,
      value: [UInt8] = [],
      key: String? = nil
    ) {
      self.service = service
      self.characteristic = characteristic
      self.value = value
      self.key = key
    }

    package static let keys = ["service", "characteristic", "value", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      service = try message.value("service", bytes: Self.serviceBytes)
      characteristic = try message.value("characteristic", bytes: Self.characteristicBytes)
      value = try message.optional("value") ?? []
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("service", service.json),
        ("characteristic", characteristic.json),
        ("value", value.json),
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
