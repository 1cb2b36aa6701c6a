import TorporCore
import TorporModel

/// No app runs off screen without a reason that the ledger can name.
struct AppThatHoldsNothingIsFrozen: Invariant {
  let sentence = "An app that holds nothing is frozen"

  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    let now = machine.clock.now()
    return machine.processes.living.compactMap { process in
      guard let lifecycle = device.apps.process(of: process.app.identifier),
        lifecycle.launch == process.launch, case .background = lifecycle.state,
        device.apps[process.app.identifier]?.heldBy(at: now).isEmpty ?? false
      else { return nil }
      return "'\(process.app.alias)' runs in the background and nothing holds it"
    }
  }
}
