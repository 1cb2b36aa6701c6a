/// Why a device could not carry out a test's request.
public struct DeviceError: Error, Hashable, CustomStringConvertible {
  /// What failed, why, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Code of the app that does not finish: virtual time cannot pass.
public struct Runaway: Error, Hashable, CustomStringConvertible {
  /// The kind of problem.
  public enum Kind: Hashable, Sendable {
    /// It keeps running, or wakes itself repeatedly at the same moment.
    case busy
    /// It blocks the main thread, and the system has ended the app or needs to launch it.
    case mainThreadBlocked
  }

  /// The kind of problem.
  public let kind: Kind
  /// The stack of each blocked thread: its functions, the innermost first.
  public let stacks: [[String]]

  /// The problem, with the stacks.
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
