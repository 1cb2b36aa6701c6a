/// The identifier of a command given to `torpor when`; counted over the whole life of the device.
@usableFromInline package struct JobIdentifier: CountedIdentifier, Saved {
  /// The number.
  @usableFromInline package let rawValue: UInt64

  /// Makes the identifier from its number.
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }
}
