import ArgumentParser
import TorporModel
import TorporWire

/// `torpor ps`: every app as it stands.
struct PsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ps",
    abstract: "Show every app: its state, what holds it, what it took."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(.list)
    if output.json { return Terminal.show(answer.parameters) }
    guard case .apps(let apps) = answer.result else { return }
    Terminal.show(AppList.lines(apps, at: try daemon.clock().now, Terminal.style))
  }
}

extension ControlConnection {
  /// What time it is for the device, and on the wall.
  ///
  /// - Throws: `CommandFailure`.
  func clock() throws(CommandFailure) -> WallClock {
    guard case .device(let status) = try call(.status).result else {
      throw .refused(.malformedMessage(cause: "the reply to Status is no status"))
    }
    return WallClock(
      now: Instant(microseconds: status.atMicroseconds),
      wallMicroseconds: status.wallMicroseconds,
      calendar: WallClock.CalendarTime.local
    )
  }
}
