import ArgumentParser
import TorporModel
import TorporText
import TorporWire

/// `torpor exempt`: apps that the system leaves alone, for a time.
struct ExemptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exempt",
    abstract: "Keep an app from being frozen or ended, for a time; or list such apps."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The app; without it, every exemption is listed.", completion: Suggestions.apps)
  var app: String?

  @Option(
    name: .customLong("for"),
    help: "How long: 30s, 10m, 2h, 1h30m, 2d (default: until it is ended)."
  )
  var length: String?

  @Flag(help: "End the exemption now.")
  var end = false

  func validate() throws {
    if end, length != nil {
      throw ValidationError(
        "--for and --end cannot be combined: one begins an exemption, the other ends it."
      )
    }
    if app == nil, end || length != nil {
      throw ValidationError("--for and --end need an app, as in `torpor exempt mail --for 2h`.")
    }
  }

  func run() throws {
    guard let app else { return try list() }
    let lasting = try OptionValue.length("--for", length)
    let daemon = try connection.connect()
    if end {
      _ = try daemon.call(Control.EndExemption(app: app))
      try output.report("\(app) is no longer exempt.", of: app, from: daemon)
    } else {
      _ = try daemon.call(Control.Exempt(app: app, lasting: lasting))
      let sentence = "\(app) is exempt\(length.map { " for \($0)" } ?? "")."
      try output.report(sentence, of: app, from: daemon)
    }
  }

  private func list() throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(Control.List())
    if output.json {
      let exempt = (answer.parameters["apps"]?.elements ?? []).filter { app in
        (app["heldBy"]?.elements ?? []).contains { $0["reason"]?.text == "exemption" }
      }
      return try Terminal.show(.object(["apps": .array(exempt)]), from: daemon)
    }
    Terminal.show(ExemptionList.lines(answer.reply.apps, try daemon.clock(), Terminal.style))
  }
}
