import ArgumentParser
import Testing

@testable import torpor

@Suite("A negative number on the command line")
struct NegativeValueTests {
  @Test(
    "is joined to the option that takes it, wherever that stands",
    arguments: [
      ("when --retries -1 -- true", "when --retries=-1 -- true"),
      ("output mail --tail -1", "output mail --tail=-1"),
      ("jobs output 3 --tail -1 --follow", "jobs output 3 --tail=-1 --follow"),
      ("log -n -5", "log -n=-5"),
      ("when --power ac --idle -.5h -- true", "when --power ac --idle=-.5h -- true"),
      ("locate 1 2 --accuracy -3", "locate 1 2 --accuracy=-3"),
    ]
  )
  func joined(typed: String, words: String) {
    #expect(NegativeValues.join(split(typed)) == split(words))
  }

  @Test(
    "stays what it is in a command that is to be run, and where no option takes a value",
    arguments: [
      "run -- nice -n -5 true", "run nice -n -5 true", "run --id a nice -n -5 true",
      "when --power ac tail --tail -1", "jobs --all -1", "output mail --follow -1",
      "log --since -h", "nothing --of -1",
    ]
  )
  func untouched(typed: String) {
    #expect(NegativeValues.join(split(typed)) == split(typed))
  }

  @Test(
    "is named with what is allowed",
    arguments: [
      ("log -n -5", "-n takes 0 or more, not -5."),
      ("output mail --tail -1", "--tail takes 0 or more lines, not -1."),
      ("jobs output 3 --tail -1", "--tail takes 0 or more lines, not -1."),
    ]
  )
  func refused(typed: String, sentence: String) {
    do {
      _ = try TorporCommand.parseAsRoot(NegativeValues.join(split(typed)))
      Issue.record("'\(typed)' was accepted")
    } catch {
      #expect(TorporCommand.message(for: error) == sentence)
    }
  }

  private func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
