import TorporModel

/// What a replay came to.
package struct ReplayReport {
  package let exact: ExactReplay
  /// Whether the last line of the file was cut off.
  package let isTorn: Bool
  /// What was to be different, as it was typed.
  package let changes: [String]
  /// `nil`: nothing was to be different.
  package var other: Other?

  package struct Other {
    package var difference: DecisionDifference
    package internal(set) var recorded = UseTable()
    package private(set) var used = UseTable()
    package private(set) var tally = AssumedTally()

    init(difference: DecisionDifference) { self.difference = difference }

    /// What a device came to, up to a gap or the end.
    mutating func add(_ other: OtherDevice) {
      let tally = other.tally
      used += other.use.sum
      self.tally.runs += tally.assumedRuns
      self.tally.calls += tally.assumedCalls
      self.tally.unknownCalls += tally.unknownCalls
      self.tally.dropped += tally.dropped
    }
  }

  /// What had to be assumed.
  package struct AssumedTally: Hashable, Sendable {
    package var runs = 0
    package var calls = 0
    package var unknownCalls = 0
    package var dropped = 0
  }
}
