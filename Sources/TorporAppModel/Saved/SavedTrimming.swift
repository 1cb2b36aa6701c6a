/// The filter for values that are shared with others (docs/decisions/0055).
///
/// Trimming depends on the type: words of the vocabulary, times and flags stay, and every other text
/// is replaced, including that of members not considered here. Numbers stay, except those of
/// `TrimmedNumber`; a test names each of them.
package protocol SavedTrimming: AnyObject, Sendable {
  /// Returns the replacement of a text.
  func text(_ text: String) -> String
  /// Returns the replacement of an identifying number.
  func number(_ number: UInt64, _ kind: TrimmedNumber) -> UInt64
  /// Returns the moved coordinates of a place.
  func place(latitude: Double, longitude: Double) -> (latitude: Double, longitude: Double)
}

/// The kinds of identifying numbers.
package enum TrimmedNumber: Hashable, Sendable, CaseIterable {
  /// The number of a user of the machine.
  case user
  /// A hash of the server of a transfer.
  case server
  /// The number of a beacon.
  case beacon
}

/// A member whose numbers are replaced.
enum TrimmedMember: Equatable {
  case number(TrimmedNumber)
  /// Bytes that devices send each other: zeros.
  case bytes
  /// A direction or an altitude, which would reveal how places were moved: 0.
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
