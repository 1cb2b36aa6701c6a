import TorporModel

// What an app does about notifications.

extension SimulatedProcess {
  /// Does a step about notifications.
  func performNotification(_ step: Step.Kind, on strand: Strand) {}
}
