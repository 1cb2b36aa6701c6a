import ArgumentParser
import TorporModel
import TorporWire

/// `torpor push`: a push to an app of one's own, as a sender would send it.
struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Send a push to an app, and report its delivery.",
    discussion: """
      PAYLOAD is JSON with a dictionary 'aps', '@' and the path of a file, or '-' for standard input: \
      torpor push mail '{"aps":{"content-available":1}}'

      With --gateway, torpor-pushd sends it through a push gateway. APP is then the identifier of the app.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var gateway: GatewayOptions

  @Option(help: "alert, background, voip or pushtotalk (default: from the payload).")
  var type: String?

  @Option(help: "10: at once; 5: when it costs little; 1: never wakes the device.")
  var priority: String?

  @Option(
    name: .customLong("collapse-id"),
    help: "A later push of the same name replaces it; at most 64 bytes."
  )
  var collapseIdentifier: String?

  @Option(
    name: .customLong("expires-in"),
    help: "Discard it if it is not delivered within this time: 30s, 2h; 0: deliver now or never."
  )
  var expiresIn: String?

  @Argument(help: "The app.", completion: Suggestions.apps)
  var app: String

  @Argument(help: "What is sent.")
  var payload: String

  func run() throws {
    let arguments = PushArguments(
      type: type,
      priority: priority,
      collapseIdentifier: collapseIdentifier,
      expiresIn: expiresIn
    )
    let payload = try PayloadArgument.read(payload)
    // HTTP/2, TLS and the sender's signature are the companion's; this program has none of them.
    if let words = try gateway.words(app: app, payload: payload, arguments) {
      let sender = SiblingProgram("torpor-pushd", elseIn: Terminal.variable("PATH"))
      try sender.takeOver(with: words)
    }
    let push = try arguments.call(app: app, payload: payload)
    let daemon = try connection.connect()
    let answer = try daemon.call(push)
    let decisions = answer.reply.decisions
    let told = decisions.map(\.decision)
    if output.json {
      try Terminal.show(answer.parameters, from: daemon)
    } else {
      let unseen = try unshown(of: decisions, on: daemon)
      Terminal.show(
        PushText.lines(
          answer.reply.app,
          isVisible: answer.reply.isVisible,
          told + unseen,
          try daemon.clock()
        )
      )
    }
    if !PushText.isTaken(told) { throw ExitCode(1) }
  }
}

extension PushCommand {
  /// What the daemon has learned since of notifications among the decisions: that nobody can show them yet.
  private func unshown(
    of decisions: [LoggedDecision],
    on daemon: ControlConnection
  ) throws(CommandFailure) -> [Decision] {
    guard let last = decisions.last, decisions.contains(where: { $0.decision.isShowing }) else {
      return []
    }
    let later = Control.Log(app: app, after: last.sequence)
    return try daemon.call(later).reply.decisions.map(\.decision).filter {
      $0.isShowing && $0.verdict == .waiting
    }
  }
}

extension Decision {
  fileprivate var isShowing: Bool { if case .show = action { true } else { false } }
}

/// `torpor end-call`: an app's current call ends.
struct EndCallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end-call",
    abstract: "End an app's current call."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The app.", completion: Suggestions.apps)
  var app: String

  func run() throws {
    let daemon = try connection.connect()
    let hadCall = try daemon.call(Control.EndCall(app: app)).reply.hadCall
    guard hadCall != false else {
      throw CommandFailure.failed("'\(app)' has no call. `torpor why \(app)` shows what it does.")
    }
    let sentence =
      hadCall == true ? "The call of \(app) has ended." : "If \(app) had a call, it has ended."
    try output.report(sentence, of: app, from: daemon)
  }
}

/// `torpor locate`: a developer says where the device is.
struct LocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locate",
    abstract: "Set a simulated location.",
    discussion:
      "Only root or the daemon's own user may set it. South and west are negative."
  )

  @OptionGroup var connection: ConnectionOptions

  @Option(help: "The accuracy of the location, in metres (default: 10).")
  var accuracy: String?

  @Argument(help: ArgumentHelp("Degrees north.", valueName: "lat"))
  var latitude: String

  @Argument(help: ArgumentHelp("Degrees east.", valueName: "lon"))
  var longitude: String

  func run() throws {
    let fix = try LocationArguments.fix(
      latitude: latitude,
      longitude: longitude,
      accuracy: accuracy
    )
    try connection.call(fix)
    Terminal.confirm("The device is at \(latitude), \(longitude).")
  }
}
