import TorporModel

// What an app does about places.

extension SimulatedProcess {
  /// Does a step about places.
  func performLocation(_ step: Step.Kind, on strand: Strand) {}
}
