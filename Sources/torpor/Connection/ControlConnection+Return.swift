import Glibc

extension ControlConnection {
  /// How long a daemon that went away may take to come back; it is looked for every second.
  ///
  /// 30 s: our choice; a restart takes less than one second, an upgrade of the package some ten.
  static let returnLimitSeconds: UInt32 = 30

  /// Waits for a daemon that went away, while the thing that this program stays with goes on.
  ///
  /// `goesOn` says what becomes of the thing meanwhile.
  /// `isTold`: a line says so, which a program that draws on the screen should not find there.
  /// `pause` lets a second pass, and says whether it is worth to go on waiting.
  ///
  /// - Throws: `CommandFailure.failed` where none came back.
  static func awaitReturn(
    at path: String,
    of subject: String,
    goesOn: String = "continues",
    isTold: Bool = true,
    pause: () -> Bool = {
      sleep(1)
      return true
    }
  ) throws(CommandFailure) -> ControlConnection {
    if isTold {
      Terminal.reportError(
        "torpor: the daemon went away; \(subject) \(goesOn). Waiting for it to come back."
      )
    }
    for _ in 0..<returnLimitSeconds {
      guard pause() else { break }
      if let daemon = try? ControlConnection(to: path) { return daemon }
    }
    throw .failed(
      "The daemon at \(path) did not come back within \(returnLimitSeconds) s. "
        + "\(subject) \(goesOn); this program is not needed for that."
    )
  }
}
