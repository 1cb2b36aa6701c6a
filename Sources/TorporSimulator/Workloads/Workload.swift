import TorporModel

/// Something that acts on a simulated machine again and again: the user, senders, or a fault.
///
/// Loads and faults have one shape, so that a seed can stack them.
protocol Workload {
  /// What it is, for reports.
  var name: String { get }
  /// Whether it is a fault; faults stop before the last phase.
  var isFault: Bool { get }
  /// How long it waits between two steps, on average.
  var meanPause: Duration { get }
  /// Prepares the machine, before anything runs.
  func setUp(_ machine: SimulatedMachine, using random: inout SplitMix64)
  /// Does one thing.
  func step(_ machine: SimulatedMachine, using random: inout SplitMix64)
  /// Takes back what would go on by itself; the last phase begins.
  func stop(_ machine: SimulatedMachine)
}

extension Workload {
  func setUp(_ machine: SimulatedMachine, using random: inout SplitMix64) {}
  func stop(_ machine: SimulatedMachine) {}
}
