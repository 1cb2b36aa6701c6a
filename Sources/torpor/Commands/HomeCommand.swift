import ArgumentParser
import TorporModel
import TorporWire

/// `torpor home`: apps leave the screen.
struct HomeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home",
    abstract: "Send an app, or every app, off the screen."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The app; without it, every app on the screen.", completion: Suggestions.apps)
  var app: String?

  func run() throws {
    let daemon = try connection.connect()
    let before = try daemon.apps().map(\.status).filter(\.state.isForeground)
    _ = try daemon.call(Control.Home(app: app))
    let done = app.map { "\($0) is off the screen." } ?? "No app is on the screen."
    try CommandFailure.after(done) { () throws(CommandFailure) in
      let left = try daemon.apps().filter { row in
        !row.status.state.isForeground && before.contains { $0.app == row.status.app }
      }
      if output.json {
        return try Terminal.show(.object(["apps": .array(left.map(\.parameters))]), from: daemon)
      }
      Terminal.confirm(HomeCommand.sentence(app, left.count))
    }
  }

  static func sentence(_ app: String?, _ count: Int) -> String {
    switch (app, count) {
    case (let app?, 0): "\(app) was not on the screen."
    case (let app?, _): "\(app) has left the screen."
    case (nil, 0): "No app was on the screen."
    case (nil, 1): "1 app has left the screen."
    case (nil, _): "\(count) apps have left the screen."
    }
  }
}
