package import TorporModel

/// A fact with the moment since which it has been so.
package struct Observed<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  package private(set) var value: Value
  /// Since when; `nil` for what was so when the device was first looked at.
  package private(set) var since: Instant?

  package init(_ value: Value) { self.value = value }

  /// Takes in a report; says whether it is news.
  mutating func update(_ value: Value, at now: Instant) -> Bool {
    guard value != self.value else { return false }
    self.value = value
    since = now
    return true
  }
}
