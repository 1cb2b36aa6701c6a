import TorporCore
import TorporModel

/// Swap that is switched on and off, and is now and then too small.
struct SwapLoad: Workload {
  let name = "swap"
  let isFault = false
  let meanPause = Duration.minutes(6)

  func setUp(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    machine.change { $0.swapBytes = bytes(using: &random) }
  }

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let bytes = bytes(using: &random)
    machine.note("there are \(bytes) bytes of swap")
    machine.change { $0.swapBytes = bytes }
  }

  private func bytes(using random: inout SplitMix64) -> Int64 {
    random.chance(30) ? 0 : Int64(random.number(1...40)) * 50_000_000
  }
}
