import ArgumentParser
import Glibc
import Testing

@testable import torpor
@testable import torpor_simulate

@Suite("torpor simulate")
struct SimulateTests {
  private func options(_ words: String...) throws -> Options {
    try Options(try SimulateCommand.parse(words).words)
  }

  @Test("hands torpor-simulate every option and file that it was given")
  func words() throws {
    let all = try options(
      "a.yaml",
      "--json",
      "--timeline",
      "page.html",
      "--seeds",
      "7-9",
      "--rows",
      "3",
      "--",
      "-b.yaml"
    )
    #expect(all.isJSON)
    #expect(all.timelinePath == "page.html")
    #expect(all.seeds == 7...9)
    #expect(all.rowsMax == 3)
    #expect(all.files == ["a.yaml", "-b.yaml"])
    let few = try options("a.yaml")
    #expect(!few.isJSON && few.timelinePath == nil && few.seeds == nil && few.rowsMax == 16)
  }

  static let mistakes: [([String], String)] = [
    ([], "Missing scenario file. Usage: torpor simulate FILE …, or --seeds 0-99."),
    (["--timeline", "a.html", "--seeds", "1"], "--timeline draws scenario files; name one."),
    (["--seeds", "9-1"], "--seeds takes a number or two with a hyphen, not '9-1'."),
    (["--seeds"], "--seeds needs a value."),
    (["--rows", "-1", "a"], "--rows takes a number of rows, not '-1'."),
    (["--fast"], "'--fast' is not an option. \(Options.usage)"),
  ]

  @Test("says what is wrong with a command line", arguments: mistakes)
  func mistake(words: [String], sentence: String) {
    #expect(throws: Options.Mistake(sentence: sentence)) { try Options(words) }
  }

  @Test("says which program is missing, or cannot be run")
  func missing() {
    #expect(
      SiblingProgram.refusal("/usr/bin/torpor-simulate", ENOENT)
        == "/usr/bin/torpor-simulate cannot be started: No such file or directory (ENOENT). It comes with Torpor "
        + "and belongs beside this program; `scripts/build-release` builds both."
    )
    #expect(
      SiblingProgram.refusal("/usr/bin/torpor-simulate", EACCES)
        == "/usr/bin/torpor-simulate cannot be started: Permission denied (EACCES). Check its permissions, or "
        + "install Torpor again."
    )
    #expect(throws: CommandFailure.self) {
      try SiblingProgram(path: "/nowhere/torpor-simulate").takeOver(with: [])
    }
  }
}
