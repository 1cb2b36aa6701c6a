/// How exactly, and how often, apps want to know where the device is.
@usableFromInline package struct LocationDemand: Hashable, Sendable, Saved {
  /// A fix as good as that will do, in metres.
  @usableFromInline package var accuracyMetres: Double
  /// Fixes need not come more often.
  @usableFromInline package var intervalSeconds: Int
  /// Fixes need not come before the device has moved that far, in metres.
  @usableFromInline package var distanceMetres: Double

  /// Makes a demand.
  @inlinable package init(accuracyMetres: Double, intervalSeconds: Int, distanceMetres: Double) {
    self.accuracyMetres = accuracyMetres
    self.intervalSeconds = intervalSeconds
    self.distanceMetres = distanceMetres
  }
}
