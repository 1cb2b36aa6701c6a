import ArgumentParser
import Glibc
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// `torpor record`: what the device takes in and decides, for a replay.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record the device's inputs and decisions, for torpor replay.",
    discussion: """
      A recording contains app names, notification texts and places; only the daemon's user can read it. Do not \
      share it: torpor record export writes a copy without them.
      """,
    subcommands: [
      RecordStartCommand.self, RecordStopCommand.self, RecordStatusCommand.self,
      RecordExportCommand.self,
    ],
    defaultSubcommand: RecordStatusCommand.self
  )
}

/// `torpor record start`.
struct RecordStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Begin a recording; it continues after restarts of the daemon and of the machine."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp("End after this many days (default and maximum: 10).", valueName: "count")
  )
  var days: Int?

  @Option(
    help: ArgumentHelp("End at this size, such as 50MB (default: 256MiB).", valueName: "size")
  )
  var size: String?

  @Flag(help: "Delete the existing recording.")
  var replace = false

  func validate() throws {
    if let days, !(1...10).contains(days) {
      throw ValidationError("--days takes a number from 1 to 10, not \(days).")
    }
    if let size, SizeArgument.parse(size) == nil {
      throw ValidationError("--size takes a size such as 50MB, not '\(size)'.")
    }
  }

  func run() throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(
      Control.StartRecording(
        bytesMax: size.flatMap(SizeArgument.parse).map { Int(clamping: $0) },
        daysMax: days,
        replace: replace
      )
    )
    let recording = answer.reply.recording
    guard answer.reply.isNew else {
      throw CommandFailure.failed(
        recording.isRunning
          ? "A recording is already running: \(recording.path). `torpor record stop` ends it."
          : "There is already a recording: \(recording.path). Copy what you want to keep of it, then begin "
            + "with --replace."
      )
    }
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    Terminal.confirm(
      "Recording to \(recording.path), for \(recording.daysMax) days or "
        + "\(SizeArgument.typed(Int64(recording.bytesMax))) at most. `torpor record stop` ends it."
    )
  }
}

/// `torpor record stop`.
struct RecordStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "End the recording."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(Control.StopRecording())
    guard answer.reply.wasRunning, let recording = answer.reply.recording else {
      throw CommandFailure.failed("No recording is running. `torpor record start` begins one.")
    }
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    Terminal.confirm(
      "Stopped: \(recording.path), \(recording.inputs) inputs, \(recording.bytes) bytes."
    )
  }
}

/// `torpor record status`.
struct RecordStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the current recording, or the last one."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(Control.GetRecording())
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    guard let recording = answer.reply.recording else {
      return Terminal.say(["There is no recording. `torpor record start` begins one."])
    }
    Terminal.say(RecordStatusCommand.lines(recording, try daemon.clock()))
  }

  static func lines(_ recording: Control.Recording, _ clock: TorporText.WallClock) -> [String] {
    let began = clock.text(ofWallMicroseconds: recording.beganWallMicroseconds)
    let state =
      switch recording.end {
      case nil: "Recording since \(began)"
      case .stopped: "Recorded from \(began), until it was stopped"
      case .size: "Recorded from \(began), until it reached its size limit"
      case .journal: "Recorded from \(began), until a new journal was begun"
      case .age: "Recorded from \(began), until it reached its age limit"
      }
    var lines = [
      "\(state): \(recording.inputs) inputs, \(recording.bytes) of \(recording.bytesMax) bytes, "
        + "\(recording.daysMax) days at most.",
      recording.path,
    ]
    if let trouble = recording.trouble {
      lines.append(
        "It cannot be written now: \(trouble). Until it can, inputs are missing from it."
      )
    }
    return lines
  }
}

/// `torpor record export`.
struct RecordExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a copy to share: without names, texts and places.",
    discussion: """
      Identifiers, names, texts, paths, commands, servers and user numbers are replaced, each by the same pseudonym \
      throughout; places are shifted together, so that distances stay. Times and figures are kept. The file can be \
      replayed. The command prints what was replaced, and the apps' names in the file. Exit status: 0 the decisions \
      are the same without names, 1 they are not, 2 the recording cannot be read or the file not written.
      """
  )

  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp(
      "Export this recording (default: the one of the daemon).",
      valueName: "file"
    )
  )
  var recording: String?

  @Argument(help: "The file to create; an existing file is not replaced.")
  var file: String

  func run() throws {
    try SiblingProgram("torpor-simulate").takeOver(with: ["export", "--", try source(), file])
  }

  private func source() throws -> String {
    if let recording { return recording }
    guard let found = try connection.connect().call(Control.GetRecording()).reply.recording else {
      throw CommandFailure.failed(
        "There is no recording. `torpor record start` begins one, and --recording names another file."
      )
    }
    return found.path
  }
}
