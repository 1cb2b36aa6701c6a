import TorporModel

// Two planners are equal when their windows and costs are: slots and heaps depend on history, and
// decide nothing.
extension WakePlanner: Hashable {
  package static func == (left: WakePlanner, right: WakePlanner) -> Bool {
    left.count == right.count && left.costs == right.costs
      && left.windows.allSatisfy { right[$0.key] == $0.window }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(nextWake)
  }
}

extension WakePlanner: Codable {
  private enum CodingKeys: String, CodingKey { case costs, windows }

  /// The snapshot cannot be read: a number in it stands for nothing.
  private static func corruption(_ decoder: any Decoder) -> DecodingError {
    DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not a wake window")
    )
  }

  /// Reads the windows and builds the heaps anew.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(costs: try container.decode(WakeCosts.self, forKey: .costs))
    // Flat: key, earliest, latest, level, period (0: none). Names would double a snapshot.
    var numbers = try container.nestedUnkeyedContainer(forKey: .windows)
    while !numbers.isAtEnd {
      let key = try numbers.decode(UInt64.self)
      let earliest = try numbers.decode(Instant.self)
      let latest = try numbers.decode(Instant.self)
      let level = EnergyLevel(rawValue: try numbers.decode(Int.self))
      let period = try numbers.decode(Int64.self)
      guard let level else { throw WakePlanner.corruption(decoder) }
      set(
        WakeWindow(
          earliest: earliest,
          latest: latest,
          level: level,
          period: period > 0 ? .nanoseconds(period) : nil
        ),
        for: key
      )
    }
  }

  /// Writes the windows in the order of their keys; the heaps follow from them.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(costs, forKey: .costs)
    var numbers = container.nestedUnkeyedContainer(forKey: .windows)
    for (key, window) in windows {
      try numbers.encode(key)
      try numbers.encode(window.earliest)
      try numbers.encode(window.latest)
      try numbers.encode(window.level.rawValue)
      try numbers.encode(window.period?.nanoseconds ?? 0)
    }
  }
}
