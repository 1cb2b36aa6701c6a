import ArgumentParser
import Testing

@testable import torpor

@Suite("The environment of a job")
struct EnvironmentOptionTests {
  private static let shell = [
    "PATH=/bin", "HOME=/home/ada", "TOKEN=secret=1", "LC_ALL=C", "SSH_AUTH_SOCK=/run/x", "LANG=C",
  ]

  @Test(
    "is all of the shell's, or the basic variables and what is named",
    arguments: [
      ([], shell),
      (["--no-env"], ["PATH=/bin", "HOME=/home/ada", "LC_ALL=C", "LANG=C"]),
      (
        ["--env", "TOKEN"],
        ["PATH=/bin", "HOME=/home/ada", "LC_ALL=C", "LANG=C", "TOKEN=secret=1"]
      ),
      (
        ["--no-env", "--env", "NEW=x=y", "--env", "ABSENT", "--env", "EMPTY="],
        ["PATH=/bin", "HOME=/home/ada", "LC_ALL=C", "LANG=C", "EMPTY=", "NEW=x=y"]
      ),
      // What is given replaces what the shell has; the last one counts.
      (
        ["--env", "PATH=/opt", "--env", "PATH=/sbin"],
        ["HOME=/home/ada", "LC_ALL=C", "LANG=C", "PATH=/sbin"]
      ),
    ] as [([String], [String])]
  )
  func selection(arguments: [String], expected: [String]) throws {
    let options = try EnvironmentOptions.parse(arguments)
    #expect(options.selection(from: Self.shell) == expected)
  }

  @Test("has no variable without a name", arguments: ["", "=value"])
  func refused(name: String) {
    #expect(throws: (any Error).self) { try EnvironmentOptions.parse(["--env", name]) }
  }
}
