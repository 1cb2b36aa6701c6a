/// Where an app stands, as in Apple's life cycle (`UIApplication.State` and the two states that no
/// code of the app can observe).
public enum ApplicationState: String, Hashable, Sendable, Saved, CaseIterable {
  /// On screen and getting the user's input.
  case active
  /// On screen without input: a call banner or a system question lies over it.
  case inactive
  /// Off screen and running, for a reason that the ledger names.
  case background
  /// Off screen and frozen: its control group's `cgroup.events` says `frozen 1`; no code runs.
  case suspended
  /// No process.
  case notRunning

  /// Whether the app is on screen.
  public var isForeground: Bool { self == .active || self == .inactive }
}
