/// Which beacons are meant (`CLBeaconIdentityConstraint`).
public struct BeaconIdentity: Hashable, Sendable, Codable {
  /// The number of whoever put the beacons up, as RFC 9562 writes it, in small letters.
  public var uuid: String
  /// A group of them; `nil`: all.
  public var major: UInt16?
  /// One of the group; `nil`: all.
  public var minor: UInt16?

  /// Makes an identity; `nil` where the number is none, or a minor stands without a major.
  public init?(uuid: String, major: UInt16? = nil, minor: UInt16? = nil) {
    let small = uuid.lowercased()
    let groups = small.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
      groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } }),
      minor == nil || major != nil
    else { return nil }
    self.uuid = small
    self.major = major
    self.minor = minor
  }
}
