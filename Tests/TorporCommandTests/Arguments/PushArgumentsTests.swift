import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor

@Suite("A push that was typed")
struct PushArgumentsTests {
  private static let silent = #"{"aps":{"content-available":1}}"#

  @Test("is sent with what was asked for")
  func submission() throws {
    let arguments = PushArguments(
      type: "background",
      priority: "5",
      collapseIdentifier: "news",
      expiresIn: "2h"
    )
    #expect(
      try arguments.call(app: "mail", payload: Self.silent)
        == Control.Push(
          app: "mail",
          payload: Self.silent,
          kind: .background,
          priority: .considerate,
          collapseIdentifier: "news",
          lifetime: .hours(2)
        )
    )
    let now = PushArguments(expiresIn: "0")
    #expect(try now.call(app: "mail", payload: Self.silent).lifetime == .zero)
  }

  @Test(
    "with a mistake is refused by its option, with what that takes",
    arguments: [
      (
        PushArguments(type: "alrt"),
        "--type cannot be 'alrt'. Allowed: alert, background, voip, pushtotalk. Did you mean 'alert'?"
      ),
      (
        PushArguments(priority: "7"),
        "--priority takes 10 (at once), 5 (when it costs little) or 1 (never wakes the device), not "
          + "'7'."
      ),
      (
        PushArguments(collapseIdentifier: String(repeating: "a", count: 65)),
        "--collapse-id takes 1 to 64 bytes, not 65."
      ),
      (
        PushArguments(expiresIn: "soon"),
        "--expires-in takes a length such as 30s, 10m, 2h or 1h30m, not 'soon'."
      ),
    ]
  )
  func mistakes(arguments: PushArguments, sentence: String) {
    #expect(throws: CommandFailure.usage(sentence)) {
      try arguments.call(app: "mail", payload: Self.silent)
    }
  }

  @Test(
    "with a payload that makes no sense is refused with what to write instead",
    arguments: [
      ("hello", nil, "The payload is not JSON. Write it as in '{\"aps\":{\"alert\":\"Hello\"}}'."),
      (
        #"{"alert":"Hello"}"#, nil,
        "The payload has no dictionary 'aps'. Write it as in '{\"aps\":{\"alert\":\"Hello\"}}'; the "
          + "app's own members stand beside it."
      ),
      (
        #"{"aps":{"badge":"two"}}"#, nil,
        "'aps.badge' of the payload is not of its type, or too long. alert is a text, or title, "
          + "subtitle and body; sound is a text; badge is a number."
      ),
      (
        #"{"aps":{}}"#, nil,
        "The payload neither shows nor runs anything: its 'aps' has none of alert, sound, badge and "
          + "\"content-available\": 1, or the type is 'background', which shows nothing. Add one of "
          + "them."
      ),
      (
        #"{"aps":{"alert":"\#(String(repeating: "a", count: 4090))"}}"#, nil,
        "The payload is 4110 bytes long; 4096 are allowed. Send less, and have the app fetch the rest."
      ),
      (
        #"{"aps":{"alert":"\#(String(repeating: "a", count: 5110))"}}"#, "voip",
        "The payload is 5130 bytes long; 5120 are allowed. Send less, and have the app fetch the rest."
      ),
    ] as [(String, String?, String)]
  )
  func payloads(payload: String, type: String?, sentence: String) {
    #expect(throws: CommandFailure.usage(sentence)) {
      try PushArguments(type: type).call(app: "mail", payload: payload)
    }
  }

  @Test("may lie in a file, whose last line break does not count")
  func file() throws {
    let path = "/tmp/torpor-payload-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    defer { unlink(path) }
    try Files.replace(path, with: Self.silent + "\n")
    #expect(try PayloadArgument.read("@" + path) == Self.silent)
    #expect(try PayloadArgument.read(Self.silent) == Self.silent)
    #expect(
      throws: CommandFailure.failed(
        "The payload cannot be read: cannot open /nonexistent/p.json: No such file or directory "
          + "(ENOENT). Give a file that exists as '@payload.json', or the JSON itself."
      )
    ) { try PayloadArgument.read("@/nonexistent/p.json") }
  }
}

@Suite("A place that was typed")
struct LocationArgumentsTests {
  @Test("is read in degrees and metres")
  func fix() throws {
    #expect(
      try LocationArguments.fix(latitude: "-33.87", longitude: "151.2", accuracy: "2.5")
        == Control.Locate(latitude: -33.87, longitude: 151.2, accuracyMetres: 2.5)
    )
    #expect(
      try LocationArguments.fix(latitude: "1", longitude: "2", accuracy: nil).accuracyMetres == 10
    )
  }

  @Test(
    "that is none is refused",
    arguments: [
      (
        "91", "0", nil,
        "LAT takes degrees from -90 to 90, such as 13.405, not '91'. South and west are negative."
      ),
      (
        "0", "nan", nil,
        "LON takes degrees from -180 to 180, such as 13.405, not 'nan'. South and west are negative."
      ),
      ("0", "0", "near", "--accuracy takes metres, such as 10 or 2.5, not 'near'."),
      ("0", "0", "-1", "--accuracy takes metres, such as 10 or 2.5, not '-1'."),
    ] as [(String, String, String?, String)]
  )
  func wrong(latitude: String, longitude: String, accuracy: String?, sentence: String) {
    #expect(throws: CommandFailure.usage(sentence)) {
      try LocationArguments.fix(latitude: latitude, longitude: longitude, accuracy: accuracy)
    }
  }
}
