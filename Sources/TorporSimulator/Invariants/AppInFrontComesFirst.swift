import TorporCore
import TorporModel

/// What the user looks at has its whole share of the processor (A16).
struct AppInFrontComesFirst: Invariant {
  let sentence = "An app on screen comes first for the processor"

  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    return machine.processes.living.compactMap { process in
      guard let lifecycle = device.apps.process(of: process.app.identifier),
        lifecycle.launch == process.launch, lifecycle.isOnScreen,
        machine.processes.priority(of: process.launch) == .background
      else { return nil }
      return "'\(process.app.alias)' is on screen and gets what others leave of the processor"
    }
  }
}
