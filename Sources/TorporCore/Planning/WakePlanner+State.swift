package import TorporModel

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

extension WakePlanner: Saved {
  /// Writes the windows in the order of their keys; the heaps follow from them.
  ///
  /// Flat: key, earliest, latest, level, period (0: none). Names would double a snapshot.
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("costs")
    costs.write(to: &writer)
    writer.key("windows")
    writer.beginArray()
    for (key, window) in windows {
      writer.element(key)
      writer.element(window.earliest)
      writer.element(window.latest)
      writer.element(window.level.rawValue)
      writer.element(window.period?.nanoseconds ?? 0)
    }
    writer.endArray()
    writer.endObject()
  }

  /// Reads the windows and builds the heaps anew.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("costs")
    self.init(costs: try WakeCosts(from: &reader))
    try reader.key("windows")
    try reader.beginArray()
    while try reader.hasElement() {
      let key = try UInt64(from: &reader)
      let earliest = try reader.element(Instant.self)
      let latest = try reader.element(Instant.self)
      let level = try reader.element(EnergyLevel.self)
      let period = try reader.element(Int64.self)
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
    try reader.endObject()
  }
}
