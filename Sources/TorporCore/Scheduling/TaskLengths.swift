package import TorporModel

/// How long the tasks of one app have taken, each by its identifier.
package struct TaskLengths: Hashable, Sendable, Saved {
  fileprivate struct Entry: Hashable, Sendable, Saved {
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

// MARK: - Saved, written by scripts/generate-saved

extension TaskLengths {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("entries")
    entries.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("entries")
    entries = try [TaskLengths.Entry](from: &reader)
    try reader.endObject()
  }
}

extension TaskLengths.Entry {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("estimate")
    estimate.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("estimate")
    estimate = try RunLengthEstimate(from: &reader)
    try reader.key("identifier")
    identifier = try String(from: &reader)
    try reader.endObject()
  }
}
