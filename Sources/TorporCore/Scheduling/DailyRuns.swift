package import TorporModel

/// How many refreshes and fetches of one app have run on the user's day.
package struct DailyRuns: Hashable, Sendable, Saved {
  private var day: Int64 = 0
  private var count = 0

  package init() {}

  package mutating func note(day: Int64) {
    count = self.day == day ? count + 1 : 1
    self.day = day
  }

  package func left(of budget: Int, day: Int64) -> Int {
    max(0, budget - (self.day == day ? count : 0))
  }

  /// Returns how many refreshes a day an app gets for being opened that often.
  ///
  /// One, and two for each open of a usual day, up to 24; four for an app that is not known yet. Our
  /// choice, after "I asked for 15 minutes and get 7 runs a day" (§14 Q9), "once an hour for what is
  /// opened hourly" (BF5) and "unopened apps stop being woken" (BF10).
  package static func budget(opens: Int, days: Int64) -> Int {
    guard opens > 0 else { return 4 }
    return min(24, 1 + 2 * opens / Int(max(1, days)))
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension DailyRuns {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("count")
    count.write(to: &writer)
    writer.key("day")
    day.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("count")
    count = try Int(from: &reader)
    try reader.key("day")
    day = try Int64(from: &reader)
    try reader.endObject()
  }
}
