import ArgumentParser
import Foundation
import Testing

@testable import torpor

@Suite("Commands that the product's texts advise")
struct AdviceTests {
  /// One command line between backquotes in a string of the sources, with words for what is put in.
  struct Advice: Hashable, Sendable, CustomTestStringConvertible {
    let file: String
    let text: String
    var testDescription: String { "\(text) in \(file)" }

    /// The words behind `torpor`, as a shell gives them.
    var words: [String] {
      var words: [String] = []
      var word = ""
      var isQuoted = false
      for character in text {
        switch character {
        case "'": isQuoted.toggle()
        case " " where !isQuoted:
          if !word.isEmpty { words.append(word) }
          word = ""
        default: word.append(character)
        }
      }
      return Array((words + (word.isEmpty ? [] : [word])).dropFirst())
    }
  }

  /// Every one in every string of every source file.
  static let all: [Advice] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sources = root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var found: Set<Advice> = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      for line in advice(in: text) {
        found.insert(Advice(file: file.lastPathComponent, text: line))
      }
    }
    return found.sorted { ($0.file, $0.text) < ($1.file, $1.text) }
  }()

  /// Joins strings that were broken into lines, and takes what stands between backquotes in them.
  static func advice(in source: String) -> [String] {
    let code = source.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .joined(separator: "\n")
    let joined = code.replacing(/"\s*\n?\s*\+\s*"/, with: "").replacing(/\\\n\s*/, with: "")
    return joined.matches(of: /`(torpor [^`\n]*)`/).map { match in
      // What is put in is a number, which an app or a job may be called as well.
      String(match.1).replacing("NUMBER", with: "1")
        .replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "1")
    }
  }

  @Test("are found where they stand, over the ends of lines and with what is put in")
  func search() {
    let source = """
      // `torpor comment`
      let text = "Run `torpor jobs "
        + "run \\(job.name)` or `torpor why \\(app(of: job))`."
      """
    #expect(AdviceTests.advice(in: source) == ["torpor jobs run 1", "torpor why 1"])
    #expect(AdviceTests.all.count > 60)
  }

  @Test("are there, and take the words that are advised", arguments: AdviceTests.all)
  func parses(advice: Advice) throws {
    var words = advice.words
    // "torpor VERB …" speaks of all of them.
    guard words.first != "VERB" else { return }
    var command: any ParsableCommand.Type = TorporCommand.self
    while let word = words.first,
      let next = command.configuration.subcommands.first(where: { $0._commandName == word })
    {
      command = next
      words.removeFirst()
    }
    if words.isEmpty {
      #expect(command._commandName != "torpor", "there is no such command")
      return
    }
    // The name of an option by itself is a mention; the command must have it.
    if words.count == 1, let option = words.first, option.hasPrefix("--"),
      (try? TorporCommand.parseAsRoot(advice.words)) == nil
    {
      #expect(TorporCommand.helpMessage(for: command, columns: 1000).contains(option))
      return
    }
    #expect(throws: Never.self) { try TorporCommand.parseAsRoot(advice.words) }
  }
}
