import TorporCore
import TorporModel

/// Whatever is due has been done; a deadline in the past would be missed.
struct DeadlinesAreInTheFuture: Invariant {
  let sentence = "Deadlines are in the future"

  func broken(_ machine: SimulatedMachine) -> [String] {
    let now = machine.clock.now()
    guard let next = machine.daemon.device?.nextWakeup, next < now else { return [] }
    return ["something was due at \(DurationText.short(next)) and was not done"]
  }
}
