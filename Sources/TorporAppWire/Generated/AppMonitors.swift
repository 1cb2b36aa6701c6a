// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension App {
  /// Opens the monitor of that name; a process has only one of each name.
  package struct OpenMonitor: KeyedCall {
    package static let method = "io.torpor.App.OpenMonitor"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var monitor: String
    package var key: String?

    // What the interface allows.
    package static let monitorBytes: ClosedRange<Int> = 1...256

    package init(
      monitor: String,
      key: String? = nil
    ) {
      self.monitor = monitor
      self.key = key
    }

    package static let keys = ["monitor", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      monitor = try message.value("monitor", bytes: Self.monitorBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("monitor", monitor.json),
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

  /// `CloseMonitor`, as the interface describes it.
  package struct CloseMonitor: KeyedCall {
    package static let method = "io.torpor.App.CloseMonitor"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var monitor: String
    package var key: String?

    // What the interface allows.
    package static let monitorBytes: ClosedRange<Int> = 1...256

    package init(
      monitor: String,
      key: String? = nil
    ) {
      self.monitor = monitor
      self.key = key
    }

    package static let keys = ["monitor", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      monitor = try message.value("monitor", bytes: Self.monitorBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("monitor", monitor.json),
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

  /// Adds a condition, replacing one of that name.
  package struct AddCondition: KeyedCall {
    package static let method = "io.torpor.App.AddCondition"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var monitor: String
    package var identifier: String
    package var condition: MonitorCondition
    package var assuming: ConditionState
    package var key: String?

    // What the interface allows.
    package static let monitorBytes: ClosedRange<Int> = 1...256
    package static let identifierBytes: ClosedRange<Int> = 1...256

    package init(
      monitor: String,
      identifier: String,
      condition: MonitorCondition,
      assuming: ConditionState = .unknown,
      key: String? = nil
    ) {
      self.monitor = monitor
      self.identifier = identifier
      self.condition = condition
      self.assuming = assuming
      self.key = key
    }

    package static let keys = ["monitor", "identifier", "condition", "assuming", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      monitor = try message.value("monitor", bytes: Self.monitorBytes)
      identifier = try message.value("identifier", bytes: Self.identifierBytes)
      condition = try message.value("condition")
      assuming = try message.optional("assuming") ?? .unknown
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("monitor", monitor.json),
        ("identifier", identifier.json),
        ("condition", condition.json),
        ("assuming", assuming.json),
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

  /// `RemoveCondition`, as the interface describes it.
  package struct RemoveCondition: KeyedCall {
    package static let method = "io.torpor.App.RemoveCondition"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var monitor: String
    package var identifier: String
    package var key: String?

    // What the interface allows.
    package static let monitorBytes: ClosedRange<Int> = 1...256
    package static let identifierBytes: ClosedRange<Int> = 1...256

    package init(
      monitor: String,
      identifier: String,
      key: String? = nil
    ) {
      self.monitor = monitor
      self.identifier = identifier
      self.key = key
    }

    package static let keys = ["monitor", "identifier", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      monitor = try message.value("monitor", bytes: Self.monitorBytes)
      identifier = try message.value("identifier", bytes: Self.identifierBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("monitor", monitor.json),
        ("identifier", identifier.json),
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

  /// `MonitorRecords`, as the interface describes it.
  package struct MonitorRecords: KeyedCall {
    package static let method = "io.torpor.App.MonitorRecords"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var monitor: String
    package var key: String?

    // What the interface allows.
    package static let monitorBytes: ClosedRange<Int> = 1...256

    package init(
      monitor: String,
      key: String? = nil
    ) {
      self.monitor = monitor
      self.key = key
    }

    package static let keys = ["monitor", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      monitor = try message.value("monitor", bytes: Self.monitorBytes)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("monitor", monitor.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `MonitorRecords`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var records: [MonitorRecord]

      package init(
        records: [MonitorRecord]
      ) {
        self.records = records
      }

      package static let keys = ["records"]

      package init(_ message: ParameterReader) throws(WireError) {
        records = try message.value("records")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("records", records.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Reports that the app has received the didChangeCondition of that time, which is the
  /// record's event from then on.
  package struct TakeMonitorEvent: KeyedCall {
    package static let method = "io.torpor.App.TakeMonitorEvent"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var monitor: String
    package var identifier: String
    package var at: Instant
    package var key: String?

    // What the interface allows.
    package static let monitorBytes: ClosedRange<Int> = 1...256
    package static let identifierBytes: ClosedRange<Int> = 1...256

    package init(
      monitor: String,
      identifier: String,
      at: Instant,
      key: String? = nil
    ) {
      self.monitor = monitor
      self.identifier = identifier
      self.at = at
      self.key = key
    }

    package static let keys = ["monitor", "identifier", "atMicroseconds", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      monitor = try message.value("monitor", bytes: Self.monitorBytes)
      identifier = try message.value("identifier", bytes: Self.identifierBytes)
      at = try message.value("atMicroseconds")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("monitor", monitor.json),
        ("identifier", identifier.json),
        ("atMicroseconds", at.json),
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

  /// Starts live updates: didUpdateLive events, the first at once.
  package struct StartLiveUpdates: KeyedCall {
    package static let method = "io.torpor.App.StartLiveUpdates"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var configuration: LiveConfiguration
    package var key: String?

    package init(
      configuration: LiveConfiguration = .standard,
      key: String? = nil
    ) {
      self.configuration = configuration
      self.key = key
    }

    package static let keys = ["configuration", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      configuration = try message.optional("configuration") ?? .standard
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("configuration", configuration.json),
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

  /// `StopLiveUpdates`, as the interface describes it.
  package struct StopLiveUpdates: KeyedCall {
    package static let method = "io.torpor.App.StopLiveUpdates"
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

  /// Lets live updates continue off screen; needs the mode location.
  package struct BeginBackgroundActivity: KeyedCall {
    package static let method = "io.torpor.App.BeginBackgroundActivity"
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

  /// `EndBackgroundActivity`, as the interface describes it.
  package struct EndBackgroundActivity: KeyedCall {
    package static let method = "io.torpor.App.EndBackgroundActivity"
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

  /// Lets an app with the authorization `always` receive live updates, and events of its
  /// monitors, off screen.
  package struct HoldServiceSession: KeyedCall {
    package static let method = "io.torpor.App.HoldServiceSession"
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

  /// `EndServiceSession`, as the interface describes it.
  package struct EndServiceSession: KeyedCall {
    package static let method = "io.torpor.App.EndServiceSession"
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

  /// Starts monitoring beacons, until StopMonitoringRegion; they count towards the app's 20
  /// regions.
  package struct StartMonitoringBeacons: KeyedCall {
    package static let method = "io.torpor.App.StartMonitoringBeacons"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var region: BeaconRegion
    package var key: String?

    package init(
      region: BeaconRegion,
      key: String? = nil
    ) {
      self.region = region
      self.key = key
    }

    package static let keys = ["region", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      region = try message.value("region")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("region", region.json),
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

  /// `MonitoredBeaconRegions`, as the interface describes it.
  package struct MonitoredBeaconRegions: KeyedCall {
    package static let method = "io.torpor.App.MonitoredBeaconRegions"
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

    /// The reply to `MonitoredBeaconRegions`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var regions: [BeaconRegion]

      package init(
        regions: [BeaconRegion]
      ) {
        self.regions = regions
      }

      package static let keys = ["regions"]

      package init(_ message: ParameterReader) throws(WireError) {
        regions = try message.value("regions")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("regions", regions.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Starts ranging: didRangeBeacons events while the app runs.
  package struct StartRangingBeacons: KeyedCall {
    package static let method = "io.torpor.App.StartRangingBeacons"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var beacon: BeaconIdentity
    package var key: String?

    package init(
      beacon: BeaconIdentity,
      key: String? = nil
    ) {
      self.beacon = beacon
      self.key = key
    }

    package static let keys = ["beacon", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      beacon = try message.value("beacon")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("beacon", beacon.json),
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

  /// `StopRangingBeacons`, as the interface describes it.
  package struct StopRangingBeacons: KeyedCall {
    package static let method = "io.torpor.App.StopRangingBeacons"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var beacon: BeaconIdentity
    package var key: String?

    package init(
      beacon: BeaconIdentity,
      key: String? = nil
    ) {
      self.beacon = beacon
      self.key = key
    }

    package static let keys = ["beacon", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      beacon = try message.value("beacon")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("beacon", beacon.json),
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
