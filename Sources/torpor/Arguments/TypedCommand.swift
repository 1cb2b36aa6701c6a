import ArgumentParser
import TorporModel
import TorporPosix
import TorporText

/// A command that was typed after the options of a verb, with where and how it would run here.
struct TypedCommand {
  /// The command and its arguments.
  let words: [String]

  /// Takes what the parser left: everything from the first word on that is no option of the verb.
  ///
  /// - Throws: `ValidationError` where that looks like a mistyped option, or there is nothing.
  init(_ captured: [String], of verb: (some ParsableCommand).Type) throws {
    let name = "torpor " + (verb.configuration.commandName ?? "")
    if let first = captured.first, first != "--", first.hasPrefix("-") {
      if ["-h", "--help"].contains(first) { throw CleanExit.helpRequest(verb) }
      let option = first.prefix { $0 != "=" }
      throw ValidationError(
        "'\(option)' is not an option of \(name)."
          + Spelling.hint(for: String(option), among: TypedCommand.options(of: verb))
          + " To pass it to the command, put -- first."
      )
    }
    words = captured.first == "--" ? Array(captured.dropFirst()) : captured
    if words.isEmpty { throw ValidationError("Missing command. Usage: \(name) -- COMMAND …") }
  }

  /// The long options of the verb, read from its help, so that none is forgotten here.
  private static func options(of verb: (some ParsableCommand).Type) -> [String] {
    verb.helpMessage().split { " ,\n[]<>/".contains($0) }.map(String.init)
      .filter { $0.hasPrefix("--") && $0.count > 2 }
  }

  /// The file of the command as the shell finds it.
  ///
  /// - Throws: `CommandFailure.notFound` or `.notExecutable`, as a shell tells them apart.
  func executable(in environment: CurrentEnvironment) throws(CommandFailure) -> String {
    let command = words.first ?? ""
    if environment.isHomeless { throw .workingDirectoryGone }
    if environment.isNameless {
      throw .failed(
        "The name of the working directory is not UTF-8, so the command could not start there. Change to another one."
      )
    }
    let executable = CommandSearch.find(
      command,
      path: environment["PATH"],
      workingDirectory: environment.workingDirectory,
      isExecutable: CommandSearch.isExecutable
    )
    if let executable { return executable }
    guard command.containsSlash else { throw .notFound(command) }
    let file = CommandSearch.absolute(command, in: environment.workingDirectory)
    throw Files.exists(file)
      ? .notExecutable(command, isFolder: Files.isFolder(file)) : .notFound(command)
  }
}
