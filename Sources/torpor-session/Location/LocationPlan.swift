import TorporWire

/// The choice of the sensor that serves a demand with the least energy.
enum LocationPlan {
  /// The sensors, and the cost of a fix from each.
  enum Sensor: Hashable, CaseIterable {
    /// A satellite receiver: about 10 m, and 100 mW or more while it is on.
    case gpsd
    /// Nearby networks, through GeoClue: a street or a city, from a radio that is on anyway.
    case geoClue
  }

  /// The accuracy from which satellites are not needed, in metres: 100.
  ///
  /// Positions from Wi-Fi networks are accurate to about 20 to 100 m in towns. Our choice; Core Location has the same
  /// limit (`kCLLocationAccuracyHundredMeters`).
  static let satellitesAccuracyMetres = 100.0

  /// Returns the sensors for the demand, the preferred one first; the other is used while that one has no location.
  static func sensors(for demand: BridgeLocationDemand) -> [Sensor] {
    demand.accuracyMetres < satellitesAccuracyMetres ? [.gpsd, .geoClue] : [.geoClue, .gpsd]
  }

  /// The accuracy requested from GeoClue; the numbers are its own (`GClueAccuracyLevel`).
  enum GeoClueLevel: UInt32 {
    case city = 4
    case neighbourhood = 5
    case street = 6
    case exact = 8
  }

  /// Returns the coarsest level that serves the demand.
  ///
  /// GeoClue's documentation gives no metres; the limits are our choice: a city is about 5 km, a part of it 1 km.
  static func level(for demand: BridgeLocationDemand) -> GeoClueLevel {
    switch demand.accuracyMetres {
    case ..<satellitesAccuracyMetres: .exact
    case ..<1000: .street
    case ..<5000: .neighbourhood
    default: .city
    }
  }
}
