import TorporCore
import TorporModel

/// Follows one subject from look to look, and says which rule a change breaks.
///
/// An `Invariant` is about one moment; a watch is about what began, went or came since the last. It owns
/// what it saw last and nothing else.
protocol Watch: AnyObject {
  /// A server has sent the device a push.
  func pushed(_ push: Push)
  /// An app has asked for something; the device may not have answered yet.
  func asked(_ request: AppRequest, by app: AppIdentifier)
  /// The device has entered a decision into its ledger.
  func decided(_ decision: Decision)
  /// A callback is on its way to an app.
  func delivered(_ callback: Callback, to app: AppIdentifier)
  /// A daemon has taken over; after a loss of power it may have forgotten what was not on the disk.
  func daemonStarted(_ machine: SimulatedMachine, machineWasRestarted: Bool)
  /// The machine was asleep for that long until now.
  func slept(for length: Duration)
  /// Looks at everything; returns the rules that were broken since the last look, as sentences.
  func broken(_ machine: SimulatedMachine) -> [String]
}

extension Watch {
  func pushed(_ push: Push) {}
  func asked(_ request: AppRequest, by app: AppIdentifier) {}
  func decided(_ decision: Decision) {}
  func delivered(_ callback: Callback, to app: AppIdentifier) {}
  func daemonStarted(_ machine: SimulatedMachine, machineWasRestarted: Bool) {}
  func slept(for length: Duration) {}
}
