import ArgumentParser
import TorporWire

/// `torpor lock`.
struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Lock the device: every app leaves the screen."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.report("The device is locked.", after: Control.Lock(), by: try connection.connect())
  }
}

/// `torpor unlock`.
struct UnlockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Unlock the device: the apps that were in front return."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let daemon = try connection.connect()
    try output.report("The device is unlocked.", after: Control.Unlock(), by: daemon)
  }
}

extension OutputOptions {
  /// Has the daemon change the device, and says so: the device as it is now with `--json`, else a sentence to a person.
  ///
  /// - Throws: `CommandFailure`.
  func report(
    _ sentence: String,
    after call: some WireCall,
    by daemon: ControlConnection
  ) throws(CommandFailure) {
    try daemon.perform(call)
    guard json else { return Terminal.confirm(sentence) }
    try CommandFailure.after(sentence) { () throws(CommandFailure) in
      try Terminal.show(try daemon.call(Control.Status()).parameters, from: daemon)
    }
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
