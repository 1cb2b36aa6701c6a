import ArgumentParser
import TorporWire

/// `torpor lock`.
struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Lock the device: every app leaves the screen."
  )

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.call(Control.Lock())
    Terminal.confirm("The device is locked.")
  }
}

/// `torpor unlock`.
struct UnlockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Unlock the device: the apps that were in front return."
  )

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.call(Control.Unlock())
    Terminal.confirm("The device is unlocked.")
  }
}

extension ControlConnection {
  /// Says that an app which comes to the front unlocks the device, where it is locked now.
  ///
  /// - Throws: `CommandFailure`.
  func announceUnlock() throws(CommandFailure) {
    guard try call(Control.Status()).reply.device.isLocked else { return }
    Terminal.reportError(LockText.opening)
  }
}

/// What is said of the lock of the device.
enum LockText {
  static let opening = "torpor: The device is locked. Opening an app unlocks it."
}
