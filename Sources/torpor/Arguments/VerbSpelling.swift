import ArgumentParser
import TorporText

/// The first word of a command line, where it is mistyped or another tool's.
///
/// The parser would only count "unexpected arguments".
enum VerbSpelling {
  /// What other tools call it, for which no letter need be alike.
  private static let synonyms = [
    "status": "ps", "list": "ps", "ls": "ps", "info": "why", "explain": "why",
    "start": "launch", "open": "launch", "stop": "quit", "kill": "quit", "close": "quit",
    "freeze": "home",
    "suspend": "home", "sleep": "home", "hide": "home", "thaw": "launch", "unfreeze": "launch",
    "resume": "launch", "wake": "launch", "exec": "run", "at": "when", "every": "when",
    "cron": "when", "schedule": "when", "watch": "top", "batch": "when", "queue": "jobs",
    "get": "download",
    "put": "upload", "fetch": "download", "history": "log", "config": "settings", "set": "settings",
    "remove": "uninstall", "delete": "uninstall", "backup": "export", "restore": "import",
    "logs": "log", "version": "--version", "usage": "--help", "check": "doctor",
  ]

  /// Refuses a first word that is no command, also behind `help`, with the one that may be meant.
  ///
  /// - Throws: `CommandFailure.usage`.
  static func check(_ words: [String]) throws(CommandFailure) {
    // The parser answers `help` of what it does not know with the help of everything.
    let asked = words.first == "help" ? words.dropFirst() : words[...]
    guard let verb = asked.first, !verb.hasPrefix("-"), verb != "help" else { return }
    let known = names
    guard !known.contains(verb) else { return }
    throw .usage(
      "'\(Printable.line(verb))' is not a command of torpor."
        + Spelling.hint(synonyms[verb.lowercased()] ?? Spelling.nearest(to: verb, among: known))
        + " `torpor --help` lists all commands; `torpor run -- COMMAND` runs a program."
    )
  }

  /// The names of all commands, as the parser knows them.
  static var names: [String] {
    let configuration = TorporCommand.configuration
    let all =
      configuration.subcommands + configuration.groupedSubcommands.flatMap { $0.subcommands }
    return all.compactMap { $0.configuration.commandName }
  }
}
