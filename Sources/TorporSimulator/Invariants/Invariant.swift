/// A rule that must hold after every input, whatever happens.
package protocol Invariant: Sendable {
  /// The rule as a sentence.
  var sentence: String { get }
  /// How the rule is broken now, as sentences; empty in health.
  func broken(_ machine: SimulatedMachine) -> [String]
}

/// All rules, in the order in which they are looked at.
///
/// Others are judged where they can be broken: "A frozen app is never called" in
/// `SimulatedDaemon.deliver`, "Every order names a living process" in `SimulatedProcesses`, and those
/// about what changed since the last look in each `Watch`.
package enum Invariants {
  package static let all: [any Invariant] = [
    DeviceKeepsItsOwnRules(),
    DeadlinesAreInTheFuture(),
    SuspendedAppIsFrozen(),
    AppThatHoldsNothingIsFrozen(),
    AppOnScreenRuns(),
    AppInFrontComesFirst(),
    SoundingAppRuns(),
    LivingProcessIsKnown(),
  ]
}
