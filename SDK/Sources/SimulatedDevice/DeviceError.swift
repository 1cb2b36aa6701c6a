/// Why a device could not do what a test has asked for.
public struct DeviceError: Error, Hashable, CustomStringConvertible {
  /// What failed, why, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Code of the app that does not come to an end: virtual time cannot pass.
public struct Runaway: Error, Hashable, CustomStringConvertible {
  /// What is wrong with it.
  public enum Kind: Hashable, Sendable {
    /// It runs, or wakes itself again and again at the same moment.
    case busy
    /// It blocks the main thread, and the system has ended the app, or is to launch it.
    case mainThreadBlocked
  }

  /// What is wrong with it.
  public let kind: Kind
  /// Where each thread hangs that does: its functions, the innermost first.
  public let stacks: [[String]]

  /// What is wrong, with where it hangs.
  public var description: String {
    let sentence =
      switch kind {
      case .busy:
        "the app has not come to rest, and virtual time passes only while it rests. Code that waits for time by a loop "
          + "never ends; end it, or give the device more patience."
      case .mainThreadBlocked:
        "the app's process has ended, and its main thread is still blocked, so that it cannot be launched again in the "
          + "process of the test."
      }
    let places = stacks.map { stack in
      stack.enumerated().map { "    \($0.offset)  \($0.element)" }.joined(separator: "\n")
    }
    return ([sentence] + places.map { "  it hangs in:\n\($0)" }).joined(separator: "\n")
  }
}
