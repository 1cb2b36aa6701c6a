/// The lifecycle state of an app, as defined by Apple (`UIApplication.State`, and the two states that
/// the app's code cannot observe).
public enum ApplicationState: String, Hashable, Sendable, Saved, CaseIterable {
  /// On screen and receiving the user's input.
  case active
  /// On screen without input: a call banner or a system question covers it.
  case inactive
  /// Off screen and running, for a reason given in the ledger.
  case background
  /// Off screen and frozen: its control group's `cgroup.events` says `frozen 1`; no code runs.
  case suspended
  /// No process.
  case notRunning

  /// Whether the app is on screen.
  public var isForeground: Bool { self == .active || self == .inactive }
}
