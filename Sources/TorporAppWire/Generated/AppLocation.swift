// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension App {
  /// Starts location updates.
  package struct StartUpdatingLocation: KeyedCall {
    package static let method = "io.torpor.App.StartUpdatingLocation"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var desiredAccuracyMetres: Double
    package var distanceFilterMetres: Double?
    package var allowsBackgroundUpdates: Bool
    package var pausesAutomatically: Bool
    package var activity: LocationActivity
    package var key: String?

    // What the interface allows.
    package static let desiredAccuracyMetresRange: ClosedRange<Double> = 0...41000000
    package static let distanceFilterMetresRange: ClosedRange<Double> = 0...41000000

    package init(
      desiredAccuracyMetres: Double = 0,
      distanceFilterMetres: Double? = nil,
      allowsBackgroundUpdates: Bool = false,
      pausesAutomatically: Bool = true,
      activity: LocationActivity = .other,
      key: String? = nil
    ) {
      self.desiredAccuracyMetres = desiredAccuracyMetres
      self.distanceFilterMetres = distanceFilterMetres
      self.allowsBackgroundUpdates = allowsBackgroundUpdates
      self.pausesAutomatically = pausesAutomatically
      self.activity = activity
      self.key = key
    }

    package static let keys = [
      "desiredAccuracyMetres", "distanceFilterMetres", "allowsBackgroundUpdates",
      "pausesAutomatically", "activity", "key",
    ]

    package init(_ message: ParameterReader) throws(WireError) {
      desiredAccuracyMetres =
        try message.optional("desiredAccuracyMetres", in: Self.desiredAccuracyMetresRange) ?? 0
      distanceFilterMetres = try message.optional(
        "distanceFilterMetres",
        in: Self.distanceFilterMetresRange
      )
      allowsBackgroundUpdates = try message.optional("allowsBackgroundUpdates") ?? false
      pausesAutomatically = try message.optional("pausesAutomatically") ?? true
      activity = try message.optional("activity") ?? .other
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("desiredAccuracyMetres", desiredAccuracyMetres.json),
        ("distanceFilterMetres", distanceFilterMetres?.json),
        ("allowsBackgroundUpdates", allowsBackgroundUpdates.json),
        ("pausesAutomatically", pausesAutomatically.json),
        ("activity", activity.json),
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

  /// `StopUpdatingLocation`, as the interface describes it.
  package struct StopUpdatingLocation: KeyedCall {
    package static let method = "io.torpor.App.StopUpdatingLocation"
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

  /// Requests a single fix.
  package struct RequestLocation: KeyedCall {
    package static let method = "io.torpor.App.RequestLocation"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var accuracyMetres: Double
    package var key: String?

    // What the interface allows.
    package static let accuracyMetresRange: ClosedRange<Double> = 0...41000000

    package init(
      accuracyMetres: Double = 0,
      key: String? = nil
    ) {
      self.accuracyMetres = accuracyMetres
      self.key = key
    }

    package static let keys = ["accuracyMetres", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      accuracyMetres = try message.optional("accuracyMetres", in: Self.accuracyMetresRange) ?? 0
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("accuracyMetres", accuracyMetres.json),
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

  /// Starts monitoring significant changes of location.
  package struct StartMonitoringSignificantChanges: KeyedCall {
    package static let method = "io.torpor.App.StartMonitoringSignificantChanges"
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

  /// `StopMonitoringSignificantChanges`, as the interface describes it.
  package struct StopMonitoringSignificantChanges: KeyedCall {
    package static let method = "io.torpor.App.StopMonitoringSignificantChanges"
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

  /// `StartMonitoringVisits`, as the interface describes it.
  package struct StartMonitoringVisits: KeyedCall {
    package static let method = "io.torpor.App.StartMonitoringVisits"
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

  /// `StopMonitoringVisits`, as the interface describes it.
  package struct StopMonitoringVisits: KeyedCall {
    package static let method = "io.torpor.App.StopMonitoringVisits"
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

  /// Starts monitoring a region.
  package struct StartMonitoringRegion: KeyedCall {
    package static let method = "io.torpor.App.StartMonitoringRegion"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var region: CircularRegion
    package var key: String?

    package init(
      region: CircularRegion,
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

  /// `StopMonitoringRegion`, as the interface describes it.
  package struct StopMonitoringRegion: KeyedCall {
    package static let method = "io.torpor.App.StopMonitoringRegion"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var region: String
    package var key: String?

    // What the interface allows.
    package static let regionBytes: ClosedRange<Int> = 1...256

    package init(
      region: String,
      key: String? = nil
    ) {
      self.region = region
      self.key = key
    }

    package static let keys = ["region", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      region = try message.value("region", bytes: Self.regionBytes)
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

  /// `MonitoredRegions`, as the interface describes it.
  package struct MonitoredRegions: KeyedCall {
    package static let method = "io.torpor.App.MonitoredRegions"
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

    /// The reply to `MonitoredRegions`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var regions: [CircularRegion]

      package init(
        regions: [CircularRegion]
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

  /// Requests the state of a region, which a didDetermineState event reports.
  package struct RequestRegionState: KeyedCall {
    package static let method = "io.torpor.App.RequestRegionState"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var region: String
    package var key: String?

    // What the interface allows.
    package static let regionBytes: ClosedRange<Int> = 1...256

    package init(
      region: String,
      key: String? = nil
    ) {
      self.region = region
      self.key = key
    }

    package static let keys = ["region", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      region = try message.value("region", bytes: Self.regionBytes)
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

  /// Collects fixes until the device has moved that far, or for that long; answered by exactly
  /// one didFinishDeferredUpdates.
  package struct DeferLocationUpdates: KeyedCall {
    package static let method = "io.torpor.App.DeferLocationUpdates"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var untilTravelledMetres: Double?
    package var timeout: Duration?
    package var key: String?

    // What the interface allows.
    package static let untilTravelledMetresRange: ClosedRange<Double> = 0...41000000
    package static let timeoutMicroseconds: ClosedRange<Int64> = 0...3162240000000000

    package init(
      untilTravelledMetres: Double? = nil,
      timeout: Duration? = nil,
      key: String? = nil
    ) {
      self.untilTravelledMetres = untilTravelledMetres
      self.timeout = timeout
      self.key = key
    }

    package static let keys = ["untilTravelledMetres", "timeoutMicroseconds", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      untilTravelledMetres = try message.optional(
        "untilTravelledMetres",
        in: Self.untilTravelledMetresRange
      )
      timeout = try message.optional("timeoutMicroseconds", microseconds: Self.timeoutMicroseconds)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("untilTravelledMetres", untilTravelledMetres?.json),
        ("timeoutMicroseconds", timeout?.json),
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

  /// `EndDeferral`, as the interface describes it.
  package struct EndDeferral: KeyedCall {
    package static let method = "io.torpor.App.EndDeferral"
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

  /// Returns when the app may use the location of the device.
  package struct LocationAuthorization: KeyedCall {
    package static let method = "io.torpor.App.LocationAuthorization"
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

    /// The reply to `LocationAuthorization`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var authorization: TorporAppModel.LocationAuthorization

      package init(
        authorization: TorporAppModel.LocationAuthorization
      ) {
        self.authorization = authorization
      }

      package static let keys = ["authorization"]

      package init(_ message: ParameterReader) throws(WireError) {
        authorization = try message.value("authorization")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("authorization", authorization.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the accuracy with which the app may locate the device.
  package struct LocationAccuracy: KeyedCall {
    package static let method = "io.torpor.App.LocationAccuracy"
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

    /// The reply to `LocationAccuracy`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var accuracy: TorporAppModel.LocationAccuracy

      package init(
        accuracy: TorporAppModel.LocationAccuracy
      ) {
        self.accuracy = accuracy
      }

      package static let keys = ["accuracy"]

      package init(_ message: ParameterReader) throws(WireError) {
        accuracy = try message.value("accuracy")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("accuracy", accuracy.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Asks the user for full accuracy while the app is in use.
  package struct RequestFullAccuracy: KeyedCall {
    package static let method = "io.torpor.App.RequestFullAccuracy"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var purpose: String
    package var key: String?

    // What the interface allows.
    package static let purposeBytes: ClosedRange<Int> = 0...1024

    package init(
      purpose: String = "",
      key: String? = nil
    ) {
      self.purpose = purpose
      self.key = key
    }

    package static let keys = ["purpose", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      purpose = try message.optional("purpose", bytes: Self.purposeBytes) ?? ""
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("purpose", purpose.json),
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
