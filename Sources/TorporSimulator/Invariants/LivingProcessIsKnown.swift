import TorporCore
import TorporModel

/// The kernel and the device agree on which process an app has.
struct LivingProcessIsKnown: Invariant {
  let sentence = "Every living process is known"

  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    return machine.processes.living.compactMap { process in
      let known = device.apps.process(of: process.app.identifier)?.launch
      guard known != process.launch else { return nil }
      let belief = known.map { "process \($0)" } ?? "no process"
      return "'\(process.app.alias)' lives as process \(process.launch), the device knows \(belief)"
    }
  }
}
