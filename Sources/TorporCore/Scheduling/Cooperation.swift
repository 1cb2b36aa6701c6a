package import TorporModel

/// How an app has used its time, which earns it more or fewer runs (BF9, §13.3, BX6).
///
/// A running mean, from 0 to 1000, of how each run went. It owns the score and nothing else.
package struct Cooperation: Hashable, Sendable, Saved {
  /// How a run went.
  package enum Outcome: Hashable, Sendable {
    /// Quick, with something to show for it.
    case useful
    /// Quick, with nothing new.
    case idle
    /// It said that it failed.
    case failed
    /// It did not end in time, or not at all.
    case overrun

    /// What the run is worth; our choice, in the order that BF9 gives.
    var worth: Int {
      switch self {
      case .useful: 1000
      case .idle: 450
      case .failed: 300
      case .overrun: 0
      }
    }
  }

  /// How fast old runs lose weight: a run counts a sixteenth (our choice: a day or two of runs).
  private static let forgetting = 16
  /// An unknown app has the benefit of the doubt.
  package private(set) var score = 1000

  package init() {}

  package mutating func note(_ outcome: Outcome) {
    score += (outcome.worth - score) / Self.forgetting
    // Integer division never reaches the ends; an app that always overruns shall.
    if outcome == .overrun { score = max(0, score - Self.overrunPenalty) }
  }

  /// The additional cost of an overrun: an eighth of the scale; our choice.
  private static let overrunPenalty = 125

  /// The factor by which the time between two runs is multiplied, and the runs of a day are divided: 1
  /// for a well-behaved app, up to 8.
  ///
  /// Our choice: some forty runs without news halve what an app gets, as many failures quarter it,
  /// and a few overruns leave an eighth.
  package var spacingFactor: Int {
    switch score {
    case 500...: 1
    case 400..<500: 2
    case 250..<400: 4
    default: 8
    }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension Cooperation {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("score")
    score.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("score")
    score = try Int(from: &reader)
    try reader.endObject()
  }
}
