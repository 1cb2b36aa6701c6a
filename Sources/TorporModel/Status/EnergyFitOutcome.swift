/// The outcome of a fit of the energy model to the battery's discharge.
package enum EnergyFitOutcome: String, Hashable, Sendable, CaseIterable {
  case fitted
  /// There are fewer whole hours on battery than a fit needs.
  case tooFewHours
  /// The hours are too alike to tell what took the energy.
  case undetermined
  /// The best costs predict an hour too badly.
  case inexact
}
