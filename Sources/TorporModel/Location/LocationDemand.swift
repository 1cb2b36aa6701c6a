/// The accuracy and the frequency with which apps want the device's location.
@usableFromInline package struct LocationDemand: Hashable, Sendable, Saved {
  /// The accuracy that is sufficient, in metres.
  @usableFromInline package var accuracyMetres: Double
  /// The shortest interval at which fixes are needed.
  @usableFromInline package var intervalSeconds: Int
  /// The distance that the device must move before the next fix is needed, in metres.
  @usableFromInline package var distanceMetres: Double

  /// Makes a demand.
  @inlinable package init(accuracyMetres: Double, intervalSeconds: Int, distanceMetres: Double) {
    self.accuracyMetres = accuracyMetres
    self.intervalSeconds = intervalSeconds
    self.distanceMetres = distanceMetres
  }
}
