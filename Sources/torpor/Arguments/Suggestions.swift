import ArgumentParser
import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// What a shell offers for a word: names of apps, jobs and settings, as they are now.
///
/// The scripts that `torpor --generate-completion-script` prints run the command again with the words of the
/// line. Without a daemon nothing is offered: a shell has no place for a sentence.
enum Suggestions {
  /// Identifiers of apps.
  static let apps = asked { daemon, _, _ throws(CommandFailure) in try appNames(daemon) }

  /// Names of jobs.
  static let jobs = asked { daemon, _, _ throws(CommandFailure) in try daemon.jobs().map(\.name) }

  /// Identifiers of apps and names of jobs.
  static let subjects = asked { daemon, _, _ throws(CommandFailure) in
    try appNames(daemon) + daemon.jobs().map(\.name)
  }

  /// Names of settings, of the device or of the app before them.
  static let settings = asked { daemon, words, index throws(CommandFailure) in
    Suggestions.settings(in: words, at: index, apps: try appNames(daemon))
  }

  /// The names of the frequent questions.
  static let questions = CompletionKind.list(Question.allCases.map(\.rawValue))

  /// Names of settings that may stand at that place of a line of `torpor settings`, and of apps where none
  /// of either is there yet.
  static func settings(in words: [String], at index: Int, apps: [String]) -> [String] {
    let before = words.prefix(max(0, index))
    let verb = before.firstIndex(of: "settings") ?? before.endIndex
    var rest = before.suffix(from: verb).dropFirst()
    while let word = rest.popFirst() {
      if word == "--socket" { _ = rest.popFirst() }
      guard !word.hasPrefix("-") else { continue }
      let isDevice = word.contains("=") || SettingsText.deviceNames.contains(word)
      return isDevice ? SettingsText.deviceNames : SettingsText.appNames
    }
    return SettingsText.deviceNames + apps
  }

  /// The daemon that a line names, or the one that the command would find.
  static func socket(in words: [String], environment: (String) -> String?) -> String {
    let option = words.lastIndex(of: "--socket").map { words.index(after: $0) }
    return SocketPath.resolve(
      option: option.flatMap { $0 < words.endIndex ? words[$0] : nil },
      environment: environment,
      isRoot: CurrentProcess.userID == 0
    )
  }

  /// What can be one word of a line in any shell.
  static func isWord(_ name: String) -> Bool {
    !name.isEmpty
      && !name.unicodeScalars.contains { $0.value <= 0x20 || (0x7f..<0xa0).contains($0.value) }
  }

  private static func appNames(_ daemon: ControlConnection) throws(CommandFailure) -> [String] {
    try daemon.call(Control.List()).reply.apps.map(\.app.text).filter {
      !$0.hasPrefix("torpor.job.")
    }
  }

  private static func asked(
    _ names:
      @Sendable @escaping (ControlConnection, [String], Int) throws(CommandFailure) -> [String]
  ) -> CompletionKind {
    .custom { words, index, prefix in
      let path = socket(in: words) { name in getenv(name).map { String(cString: $0) } }
      guard let daemon = try? ControlConnection(to: path),
        let found = try? names(daemon, words, index)
      else { return [] }
      return Set(found).filter { $0.hasPrefix(prefix) && isWord($0) }.sorted()
    }
  }
}
