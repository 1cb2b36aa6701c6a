package import TorporModel

/// The last requests of one app that were not accepted, for the question why they never ran.
package struct RefusedRequests: Hashable, Sendable, Saved {
  /// One refused request.
  package struct Refused: Hashable, Sendable, Saved {
    package let identifier: String
    package let type: TaskType?
    package let at: Instant
    package let conditions: [Condition]
  }

  /// As many as an app may have pending of the larger kind; the oldest goes (our choice).
  private static let countMax = 10
  package private(set) var requests: [Refused] = []

  package init() {}

  package func refused(_ identifier: String) -> Refused? {
    requests.first { $0.identifier == identifier }
  }

  mutating func note(
    _ identifier: String,
    type: TaskType?,
    at now: Instant,
    because conditions: [Condition]
  ) {
    forget(identifier)
    if requests.count >= Self.countMax { requests.removeFirst() }
    requests.append(
      Refused(identifier: identifier, type: type, at: now, conditions: conditions)
    )
  }

  /// A later request of the identifier was accepted.
  mutating func forget(_ identifier: String) {
    requests.removeAll { $0.identifier == identifier }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension RefusedRequests {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("requests")
    requests.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("requests")
    requests = try [RefusedRequests.Refused](from: &reader)
    try reader.endObject()
  }
}
