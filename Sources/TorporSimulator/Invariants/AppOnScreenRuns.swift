import TorporCore
import TorporModel

/// What the user looks at is never frozen.
struct AppOnScreenRuns: Invariant {
  let sentence = "An app on screen runs"

  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    return machine.processes.living.compactMap { process in
      guard let lifecycle = device.apps.process(of: process.app.identifier),
        lifecycle.launch == process.launch, lifecycle.isOnScreen,
        machine.processes.isFrozenOrFreezing(process.launch)
      else { return nil }
      return "'\(process.app.alias)' is on screen and frozen"
    }
  }
}
