import TorporWire

/// Which sensor serves a demand with the least energy.
enum LocationPlan {
  /// The sensors, and what a fix of each costs.
  enum Sensor: Hashable, CaseIterable {
    /// A receiver for satellites: some 10 m, and 100 mW or more while it is on.
    case gpsd
    /// Networks around, through GeoClue: a street or a city, for a look at a radio that is on anyway.
    case geoClue
  }

  /// From where on satellites are not needed, in metres: 100.
  ///
  /// Positions from Wi-Fi networks are good for some 20 to 100 m in towns. Our choice; Core Location
  /// draws the same line (`kCLLocationAccuracyHundredMeters`).
  static let satellitesAccuracyMetres = 100.0

  /// The sensors for the demand, the one to ask first; the other serves while that one cannot.
  static func sensors(for demand: BridgeLocationDemand) -> [Sensor] {
    demand.accuracyMetres < satellitesAccuracyMetres ? [.gpsd, .geoClue] : [.geoClue, .gpsd]
  }

  /// How accurate GeoClue is asked to be; the numbers are its own (`GClueAccuracyLevel`).
  enum GeoClueLevel: UInt32 {
    case city = 4
    case neighbourhood = 5
    case street = 6
    case exact = 8
  }

  /// The coarsest level that serves the demand.
  ///
  /// GeoClue's documents give no metres; the lines are our choice: a city is some 5 km, a part of it 1 km.
  static func level(for demand: BridgeLocationDemand) -> GeoClueLevel {
    switch demand.accuracyMetres {
    case ..<satellitesAccuracyMetres: .exact
    case ..<1000: .street
    case ..<5000: .neighbourhood
    default: .city
    }
  }
}
