import TorporCore
import TorporModel

/// Who is called suspended runs no code: the kernel has confirmed it.
struct SuspendedAppIsFrozen: Invariant {
  let sentence = "A suspended app is frozen"

  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    return machine.processes.living.compactMap { process in
      guard let lifecycle = device.apps.process(of: process.app.identifier),
        lifecycle.launch == process.launch, case .suspended = lifecycle.state,
        !process.isFrozen
      else { return nil }
      return "'\(process.app.alias)' is called suspended and runs"
    }
  }
}
