import TorporModel

/// How long the tasks of one app have taken, each by its identifier.
package struct TaskLengths: Hashable, Sendable, Codable {
  private struct Entry: Hashable, Sendable, Codable {
    let identifier: String
    var estimate = RunLengthEstimate()
  }

  /// As many as an app may have pending, and some; the one learned longest ago goes (our choice).
  private static let countMax = 16
  private var entries: [Entry] = []

  package init() {}

  package func expectedLength(of identifier: String) -> Duration {
    entries.first { $0.identifier == identifier }?.estimate.expectedLength
      ?? RunLengthEstimate.unknownLength
  }

  /// Learns a run that came to its end, or one that was stopped before.
  mutating func learn(_ length: Duration, of identifier: String, wasStopped: Bool) {
    var entry = entries.first { $0.identifier == identifier } ?? Entry(identifier: identifier)
    entries.removeAll { $0.identifier == identifier }
    if entries.count >= Self.countMax { entries.removeFirst() }
    if wasStopped {
      entry.estimate.learnStopped(after: length)
    } else {
      entry.estimate.learn(length)
    }
    entries.append(entry)
  }
}
