import ArgumentParser
import Testing
import TorporModel

@testable import torpor

@Suite("A command that changes something")
struct ChangeTests {
  @Test("says how many apps have left the screen, and that none was on it")
  func home() {
    #expect(HomeCommand.sentence("mail", 1) == "mail has left the screen.")
    #expect(HomeCommand.sentence("mail", 0) == "mail was not on the screen.")
    #expect(HomeCommand.sentence(nil, 0) == "No app was on the screen.")
    #expect(HomeCommand.sentence(nil, 1) == "1 app has left the screen.")
    #expect(HomeCommand.sentence(nil, 3) == "3 apps have left the screen.")
  }

  @Test("names a transfer by its number, and says so of anything else")
  func transfer() throws {
    #expect(try TransferNumber(argument: "12").identifier().description == "12")
    let failure = #expect(throws: CommandFailure.self) {
      try TransferNumber(argument: "film").identifier()
    }
    #expect(
      failure
        == .usage(
          "A transfer is named by its number, not 'film'. `torpor transfers --all` lists them."
        )
    )
  }

  @Test(
    "takes --json",
    arguments: [
      ["home"], ["quit", "mail"], ["lock"], ["unlock"], ["cancel", "task"],
      ["simulate-launch", "task"], ["simulate-expiration", "task"], ["end-call", "mail"],
      ["install", "mail.app"], ["uninstall", "mail"], ["exempt", "mail"],
      ["settings", "mail", "location=never"], ["record", "start"], ["record", "stop"],
      ["jobs", "run", "1"], ["jobs", "cancel", "1"], ["jobs", "remove", "1"],
      ["transfers", "pause", "1"], ["transfers", "resume", "1"], ["transfers", "cancel", "1"],
      ["transfers", "retry", "1"], ["transfers", "remove", "1"],
      ["notifications", "respond", "mail", "one"], ["notifications", "dismiss", "mail", "one"],
      ["accessory", "connect", "pump"], ["accessory", "disconnect", "pump"],
    ]
  )
  func json(words: [String]) throws {
    _ = try TorporCommand.parseAsRoot(words + ["--json"])
  }
}
