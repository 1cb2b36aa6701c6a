import ArgumentParser
import TorporModel
import TorporWire

/// `torpor notifications`: what apps have scheduled and shown.
struct NotificationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notifications",
    abstract: "Show and answer the notifications of apps.",
    subcommands: [
      NotificationsListCommand.self, NotificationsRespondCommand.self,
      NotificationsDismissCommand.self,
    ],
    defaultSubcommand: NotificationsListCommand.self
  )
}

/// `torpor notifications list`, which is what `torpor notifications` does.
struct NotificationsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List pending notifications, and those that were shown and not removed."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The app; without it, all apps.", completion: Suggestions.apps)
  var app: String?

  func run() throws {
    let daemon = try connection.connect()
    var rows: [NotificationRow] = []
    var facts: [JSON] = []
    var next: Int? = 0
    while let after = next {
      let answer = try daemon.call(Control.ListNotifications(app: app, after: after))
      rows += answer.reply.notifications
      facts += answer.parameters["notifications"]?.elements ?? []
      next = answer.reply.next
    }
    if output.json {
      return try Terminal.show(.object(["notifications": .array(facts)]), from: daemon)
    }
    Terminal.show(
      NotificationList.lines(rows, try daemon.clock(), Terminal.style, width: Terminal.columns)
    )
  }
}

/// `torpor notifications respond`: a tap, or one of a notification's actions.
struct NotificationsRespondCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "respond",
    abstract: "Tap a notification, or answer it with one of its actions."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Option(help: "The action's identifier (default: a tap on the notification itself).")
  var action: String?

  @Option(help: "The text, for an action that takes text.")
  var text: String?

  @Argument(help: "The app.", completion: Suggestions.apps)
  var app: String

  @Argument(help: "The notification's identifier.")
  var notification: String

  func validate() throws {
    if text != nil, action == nil {
      throw ValidationError("--text goes with an action that takes text: --action ID --text WORDS")
    }
  }

  func run() throws {
    let response = NotificationResponse(
      notification: notification,
      action: action ?? NotificationResponse.defaultAction,
      text: text
    )
    let daemon = try connection.connect()
    _ = try daemon.call(Control.Respond(app: app, response: response))
    let done = action.map { "Answered \(notification) of \(app) with \($0)." }
    try output.report(done ?? "Tapped \(notification) of \(app).", of: app, from: daemon)
  }
}

/// `torpor notifications dismiss`: a notification is swept away.
struct NotificationsDismissCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss",
    abstract: "Dismiss a notification that was shown."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The app.", completion: Suggestions.apps)
  var app: String

  @Argument(help: "The notification's identifier.")
  var notification: String

  func run() throws {
    let response = NotificationResponse(
      notification: notification,
      action: NotificationResponse.dismissAction
    )
    let daemon = try connection.connect()
    _ = try daemon.call(Control.Respond(app: app, response: response))
    try output.report("Dismissed \(notification) of \(app).", of: app, from: daemon)
  }
}
