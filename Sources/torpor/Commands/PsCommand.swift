import ArgumentParser
import Glibc
import TorporModel
import TorporText
import TorporWire

/// `torpor ps`: every app as it stands.
struct PsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ps",
    abstract: "Show every app: its state, what keeps it running, what it has used."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(Control.List())
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    let device = try daemon.call(Control.Status()).reply.device
    let tasks = try daemon.call(Control.ListActivities()).reply.activities
    Terminal.show(
      AppList.lines(
        answer.reply.apps,
        at: device.at,
        isLocked: device.isLocked,
        Terminal.style,
        width: Terminal.columns
      ) + ContinuedTaskList.lines(tasks, at: device.at, Terminal.style, width: Terminal.columns)
    )
  }
}

extension ControlConnection {
  /// The PID of a process that was started just now; `nil` where it has ended already, or its start takes
  /// longer than anybody wants to wait for a number.
  func processID(of launch: LaunchIdentifier) throws(CommandFailure) -> Int32? {
    for _ in 0..<Self.looksForProcess {
      let apps = try call(Control.List()).reply.apps
      guard let app = apps.first(where: { $0.launch == launch }) else { return nil }
      if let processID = app.processID { return processID }
      usleep(Self.pauseMicroseconds)
    }
    return nil
  }

  /// How often, and how long apart, a process that is being started is looked for: 0.5 s in all; our choice.
  private static let looksForProcess = 50
  private static let pauseMicroseconds: UInt32 = 10_000

  /// What time it is for the device, and on the wall.
  ///
  /// - Throws: `CommandFailure`.
  func clock() throws(CommandFailure) -> WallClock {
    let status = try call(Control.Status()).reply.device
    return WallClock(
      now: status.at,
      wallMicroseconds: status.wallMicroseconds,
      calendar: WallClock.CalendarTime.local
    )
  }
}
