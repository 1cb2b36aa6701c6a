import TorporCore

/// The machines of the core agree with each other.
struct DeviceKeepsItsOwnRules: Invariant {
  let sentence = "The device keeps its own rules"

  func broken(_ machine: SimulatedMachine) -> [String] {
    machine.daemon.brokenRules
  }
}
