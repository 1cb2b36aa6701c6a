import ArgumentParser
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// `torpor transfers`: what comes and goes, and what became of it.
struct TransfersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfers",
    abstract: "Show and control downloads and uploads, your own and those of your apps.",
    subcommands: [
      TransfersListCommand.self, TransfersShowCommand.self, TransfersWatchCommand.self,
      TransfersPauseCommand.self, TransfersResumeCommand.self, TransfersCancelCommand.self,
      TransfersRetryCommand.self, TransfersRemoveCommand.self,
    ],
    defaultSubcommand: TransfersListCommand.self
  )
}

/// `torpor transfers list`, which is what `torpor transfers` does.
struct TransfersListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List active and waiting transfers."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Include finished transfers.")
  var all = false

  /// Words that no verb of `torpor transfers` took; caught to say what was meant.
  @Argument(help: .hidden)
  var words: [String] = []

  func validate() throws {
    guard let word = words.first else { return }
    let verbs = TransfersCommand.configuration.subcommands.compactMap {
      $0.configuration.commandName
    }
    let hint = Spelling.hint(for: word, among: verbs)
    throw ValidationError(
      "'\(word)' is not a command of torpor transfers."
        + (hint.isEmpty ? " `torpor transfers show NUMBER` shows one transfer." : hint)
    )
  }

  func run() throws {
    let daemon = try connection.connect()
    let (rows, parameters) = try daemon.transferPages(Control.ListTransfers(includesOver: all))
    if output.json {
      return try Terminal.show(.object(["transfers": .array(parameters)]), from: daemon)
    }
    let lines = TransferList.lines(
      rows,
      try daemon.clock(),
      Terminal.style,
      showsAll: all,
      userID: CurrentProcess.userID,
      width: Terminal.columns
    )
    Terminal.show(lines)
  }
}

/// `torpor transfers show`: all about one transfer.
struct TransfersShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show everything about a transfer: what it waits for, its progress, its result."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The transfer's number.")
  var transfer: TransferNumber

  func run() throws {
    let identifier = try transfer.identifier()
    let daemon = try connection.connect()
    let (row, parameters) = try daemon.transfer(identifier)
    if output.json { return try Terminal.show(parameters, from: daemon) }
    Terminal.showWrapped(TransferExplanation.lines(row, try daemon.clock(), Terminal.style))
  }
}

/// `torpor transfers watch`: what moves, live.
struct TransfersWatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Watch active transfers until none is left."
  )

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let attached = AttachedTransfers(nil, path: connection.path)
    _ = try attached.wait(on: try connection.connect())
    if attached.awaited.rows.isEmpty { Terminal.say([TransferList.nothingOpen]) }
  }
}

/// `torpor transfers pause`.
struct TransfersPauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause transfers until they are resumed; what was received is kept."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var subjects: TransferArgumentList

  func run() throws {
    try subjects.forEach(on: try connection.connect(), json: output.json, "is paused") {
      Control.PauseTransfers(transfers: $0)
    }
  }
}

/// `torpor transfers resume`.
struct TransfersResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Resume paused transfers."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var subjects: TransferArgumentList

  func run() throws {
    try subjects.forEach(on: try connection.connect(), json: output.json, "continues") {
      Control.ResumeTransfers(transfers: $0)
    }
  }
}

/// `torpor transfers cancel`.
struct TransfersCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel transfers; what was received is removed."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var subjects: TransferArgumentList

  func run() throws {
    try subjects.forEach(on: try connection.connect(), json: output.json, "is cancelled") {
      Control.CancelTransfers(transfers: $0)
    }
  }
}

/// `torpor transfers retry`.
struct TransfersRetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Start failed or cancelled transfers again."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var subjects: TransferArgumentList

  func run() throws {
    try subjects.forEach(
      on: try connection.connect(),
      json: output.json,
      "starts again",
      isRetry: true
    ) {
      Control.RetryTransfers(transfers: $0)
    }
  }
}

/// `torpor transfers remove`.
struct TransfersRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove finished transfers from the list; their files stay."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var subjects: TransferArgumentList

  func run() throws {
    try subjects.forEach(
      on: try connection.connect(),
      json: output.json,
      "was removed from the list",
      isRemoval: true
    ) {
      Control.RemoveTransfers(transfers: $0)
    }
  }
}

extension CommandFailure {
  /// The failure of a retry: one that is over and cannot begin again is complete.
  fileprivate var ofRetry: CommandFailure {
    guard case .refused(.refused(.transfer(.transferIsOver(let transfer)))) = self else {
      return self
    }
    return .failed(TransferText.complete(transfer))
  }
}

extension CommandFailure {
  /// The failure to pause, resume or cancel a transfer that has finished, with what leads on from there.
  fileprivate func ofFinished(on daemon: ControlConnection) -> CommandFailure {
    guard case .refused(.refused(.transfer(.transferIsOver(let transfer)))) = self,
      let row = try? daemon.transfer(transfer).row
    else { return self }
    return .failed(TransferText.finished(row))
  }
}

/// A transfer as an argument: its number.
struct TransferNumber: ExpressibleByArgument {
  let text: String

  init(argument: String) { text = argument }

  /// - Throws: `CommandFailure.usage`.
  func identifier() throws(CommandFailure) -> TransferIdentifier {
    if let identifier = TransferIdentifier(text) { return identifier }
    throw .usage(
      "A transfer is named by its number, not '\(Printable.cut(Printable.line(text), to: 100))'. "
        + "`torpor transfers --all` lists them."
    )
  }
}

/// Transfers as arguments: `NUMBER …`.
struct TransferArgumentList: ParsableArguments {
  @Argument(help: "The transfers' numbers.")
  var transfers: [TransferNumber]

  /// Makes a call for each transfer; one that fails is told and does not keep the others from it.
  ///
  /// - Throws: the failure where there is one transfer; an exit status of 1 after several.
  func forEach(
    on daemon: @autoclosure () throws -> ControlConnection,
    json: Bool,
    _ done: String,
    isRetry: Bool = false,
    isRemoval: Bool = false,
    _ call: ([TransferIdentifier]) -> some WireCall
  ) throws {
    // Before anything is done to the first of them.
    let identifiers = try transfers.map { try $0.identifier() }
    let daemon = try daemon()
    var hasFailed = false
    for transfer in identifiers {
      do throws(CommandFailure) {
        let before = json && isRemoval ? try daemon.transfer(transfer).parameters : nil
        try daemon.perform(call([transfer]))
        let sentence = "Transfer \(transfer) \(done)."
        if json {
          try CommandFailure.after(sentence) { () throws(CommandFailure) in
            if let before { return try Terminal.show(before, from: daemon) }
            try Terminal.show(try daemon.transfer(transfer).parameters, from: daemon)
          }
        } else {
          Terminal.say([sentence])
        }
      } catch {
        if case .connectionLost = error { throw error }
        let failure = isRetry ? error.ofRetry : error.ofFinished(on: daemon)
        guard transfers.count > 1 else { throw failure }
        Terminal.reportError("torpor: " + failure.sentence)
        hasFailed = true
      }
    }
    if hasFailed { throw ExitCode(1) }
  }
}
