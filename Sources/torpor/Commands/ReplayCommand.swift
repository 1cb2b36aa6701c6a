import ArgumentParser
import TorporModel
import TorporWire

/// `torpor replay`: recorded days again, under the same policy and another one.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract:
      "Replay a recording: does the same policy make the same decisions, and what would other settings have changed?",
    discussion: """
      Needs no daemon. If another policy runs an app that slept in the recording, the app is assumed to behave as in \
      its recorded run of median length. Exit status: 0 the same policy makes the same decisions, 1 it does not, 2 \
      the file is wrong.
      """
  )

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Replay by the rules of another iOS version, such as ios10.",
      valueName: "name"
    )
  )
  var profile: String?

  @Option(
    name: .customLong("setting"),
    help: ArgumentHelp(
      "Replay with another setting, KEY=VALUE or 'APP KEY=VALUE' as for torpor settings; may be repeated.",
      valueName: "words"
    )
  )
  var settings: [String] = []

  @Option(help: ArgumentHelp("Replay without an app; may be repeated.", valueName: "app"))
  var without: [String] = []

  @Option(
    help: ArgumentHelp("Number of differing decisions to show (default: 20).", valueName: "count")
  )
  var rows: Int?

  @Argument(help: "The recording.")
  var file: String

  func run() throws {
    try SiblingProgram("torpor-simulate").takeOver(with: try words)
  }

  /// The command line of `torpor-simulate`.
  var words: [String] {
    get throws {
      var words = ["replay"] + (output.json ? ["--json"] : [])
      let all = settings + (profile.map { ["profile=\($0)"] } ?? [])
      for setting in all {
        let change = try ReplayCommand.change(setting)
        let text = String(decoding: change.parameters.bytes, as: UTF8.self)
        words += ["--change", text, "--words", setting]
      }
      for app in without { words += ["--without", app, "--words", "no \(app)"] }
      if let rows { words += ["--rows", String(rows)] }
      return words + ["--", file]
    }
  }

  /// One change, by the parser of `torpor settings`.
  private static func change(_ text: String) throws(CommandFailure) -> Control.ChangeSetting {
    let parts = text.split(separator: " ").map(String.init)
    if let app = parts.first, parts.count > 1, !app.contains("=") {
      return try SettingsArgument.change(of: app, Array(parts.dropFirst()))
    }
    return try SettingsArgument.change(of: nil, parts)
  }
}
