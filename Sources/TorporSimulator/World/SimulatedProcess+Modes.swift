import TorporModel

// What an app does about calls, accessories, Bluetooth and sockets.

extension SimulatedProcess {
  /// Does a step about them.
  func performMode(_ step: Step.Kind, on strand: Strand) {}
}
