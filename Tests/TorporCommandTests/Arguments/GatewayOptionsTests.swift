import ArgumentParser
import Testing
import TorporModel

@testable import torpor

@Suite("A push through a gateway that was typed")
struct GatewayOptionsTests {
  private static let silent = #"{"aps":{"content-available":1}}"#

  private func words(_ options: [String], _ push: PushArguments = PushArguments()) throws
    -> [String]?
  {
    try GatewayOptions.parse(options).words(app: "com.example.mail", payload: Self.silent, push)
  }

  private let whole = [
    "--gateway", "https://gateway.example", "--token", "cafe", "--key", "k.p8", "--key-id", "K",
    "--team", "T",
  ]

  @Test("becomes the command line of torpor-pushd")
  func command() throws {
    let push = PushArguments(
      type: "background",
      priority: "5",
      collapseIdentifier: "news",
      expiresIn: "2h"
    )
    #expect(
      try words(whole + ["--certificate", "ca.pem"], push) == [
        "send", "--gateway", "https://gateway.example", "--topic", "com.example.mail", "--token",
        "cafe", "--key", "k.p8", "--key-id", "K", "--team", "T", "--certificate", "ca.pem",
        "--type",
        "background", "--priority", "5", "--collapse-id", "news", "--expires-in", "7200",
        "--payload", Self.silent,
      ]
    )
    #expect(try words([]) == nil)
  }

  @Test(
    "with a mistake is refused by its option, with what that takes",
    arguments: [
      (
        ["--token", "cafe"],
        "--token is for a push through a gateway; add --gateway https://HOST:PORT."
      ),
      (
        ["--gateway", "wss://gateway.example"],
        "--gateway takes https://HOST:PORT, not 'wss://gateway.example': senders reach a gateway by "
          + "HTTPS."
      ),
      (
        ["--gateway", "https://gateway.example", "--token", "cafe"],
        "--gateway also needs --key: `torpor-gateway key add --generate` makes a key, and "
          + "`registerForRemoteNotifications` gives the token."
      ),
    ]
  )
  func mistakes(options: [String], sentence: String) {
    #expect(throws: CommandFailure.usage(sentence)) { try words(options) }
  }
}
