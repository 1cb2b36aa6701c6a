/// What a value is written through that is given away (docs/decisions/0055).
///
/// Trimming goes by type: words of the vocabulary, moments and flags stay, and every other text is replaced, also that of
/// a member that nobody has thought of. Numbers stay but for those of `TrimmedNumber`; a test names each of them.
package protocol SavedTrimming: AnyObject, Sendable {
  /// What replaces a text.
  func text(_ text: String) -> String
  /// What replaces a number that identifies somebody or something.
  func number(_ number: UInt64, _ kind: TrimmedNumber) -> UInt64
  /// Where a place is moved.
  func place(latitude: Double, longitude: Double) -> (latitude: Double, longitude: Double)
}

/// Numbers that identify.
package enum TrimmedNumber: Hashable, Sendable, CaseIterable {
  /// Of a user of the machine.
  case user
  /// A hash of the server of a transfer.
  case server
  /// Of a beacon.
  case beacon
}

/// A member whose numbers are replaced.
enum TrimmedMember: Equatable {
  case number(TrimmedNumber)
  /// Bytes that devices send each other: zeros.
  case bytes
  /// Where something points or how high it is, which would say how places were moved: 0.
  case bearing

  init?(_ key: StaticString, in outer: StaticString) {
    func isAny(_ names: StaticString...) -> Bool { names.contains { key.equals($0) } }
    if isAny("ownerUserID", "owner", "user") {
      self = .number(.user)
    } else if isAny("hostKey") {
      self = .number(.server)
    } else if isAny("major", "minor") {
      self = .number(.beacon)
    } else if isAny("altitudeMetres", "course") {
      self = .bearing
    } else if isAny("value") {
      self = .bytes
    } else if isAny("_0"), outer.equals("user") {
      self = .number(.user)
    } else if isAny("_0"), outer.equals("value") {
      self = .bytes
    } else {
      return nil
    }
  }
}

extension StaticString {
  fileprivate func equals(_ other: StaticString) -> Bool {
    guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    for index in 0..<utf8CodeUnitCount where utf8Start[index] != other.utf8Start[index] {
      return false
    }
    return true
  }
}
