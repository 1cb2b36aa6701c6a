import ArgumentParser
import Testing

@testable import torpor

@Suite("The arguments of torpor run")
struct RunArgumentTests {
  @Test("have a name that can be seen, or none", arguments: ["", "  "])
  func name(text: String) {
    do {
      _ = try RunCommand.parse(["--name", text, "--", "true"])
      Issue.record("'\(text)' was accepted")
    } catch {
      #expect(
        RunCommand.message(for: error)
          == "--name takes a display name, not '\(text)'. Leave it out to use the command's."
      )
    }
  }
}
