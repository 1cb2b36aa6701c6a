import ArgumentParser
import Testing
import TorporModel
import TorporText

@testable import torpor

@Suite("A mistyped word")
struct SpellingTests {
  private let words = JobNetwork.allCases.map(\.rawValue)

  @Test(
    "is near to the word that was meant",
    arguments: [
      ("unmetred", "unmetered"), ("unm", "unmetered"), ("ANY", "any"),
      ("non-needed", "none-needed"),
      ("ayn", "any"),
    ]
  )
  func near(text: String, word: String) {
    #expect(Spelling.nearest(to: text, among: words) == word)
  }

  @Test("is near to nothing where too much of it is wrong", arguments: ["", "wifi", "x", "yes"])
  func far(text: String) {
    #expect(Spelling.nearest(to: text, among: words) == nil)
  }

  @Test("makes no hint where nothing is near")
  func hints() {
    #expect(Spelling.hint(for: "shwo", among: ["show", "run"]) == " Did you mean 'show'?")
    #expect(Spelling.hint(for: "xyz", among: ["show", "run"]).isEmpty)
  }
}

@Suite("A command for people")
struct ShellWordsTests {
  @Test("can be given to a shell again")
  func quotes() {
    let words = ["sh", "-c", "echo 'a'; b", "", "--x=1", "Grüße"]
    #expect(
      ShellWords.line(words, bytesMax: 100)
        == #"sh -c 'echo '\''a'\''; b' '' --x=1 'Grüße'"#
    )
  }

  @Test("is cut to what the daemon keeps of it, between two characters")
  func cut() {
    #expect(ShellWords.line(["abcdefgh"], bytesMax: 8) == "abcdefgh")
    #expect(ShellWords.line(["abcdefghi"], bytesMax: 8) == "abcde…")
    #expect(ShellWords.line(["üüüüü"], bytesMax: 8) == "'üü…")
  }
}

@Suite("A size")
struct SizeArgumentTests {
  @Test(
    "is read as GNU tools read it",
    arguments: [
      ("500MB", Int64(500_000_000)), ("5GB", 5_000_000_000), ("5G", 5_368_709_120),
      ("2GiB", 2_147_483_648), ("1.5GiB", 1_610_612_736), ("64k", 65_536),
      ("1tb", 1_000_000_000_000),
    ]
  )
  func sizes(text: String, bytes: Int64) {
    #expect(SizeArgument.parse(text) == bytes)
  }

  @Test(
    "is refused where it is none",
    arguments: [
      "", "5", "GB", "5X", "5GBB", "-5GB", "1.GB", ".5GB", "1.2345GB", "1.2.3GB", "0GB",
      "9223372036854775807TB", "5 GB",
    ]
  )
  func wrong(text: String) {
    #expect(SizeArgument.parse(text) == nil)
  }
}

@Suite("A moment that was typed")
struct TimeArgumentTests {
  /// Saturday, 21 November 2026, 20:30:00 in UTC.
  private let now = Samples.wallMicroseconds / 1_000_000 + 16 * 3600 + 1800

  private func distance(_ text: String) -> Int64? {
    TimeArgument.parse(text, at: now, in: Samples.zone).map { $0 - now }
  }

  @Test(
    "is read in every form",
    arguments: [
      ("+2h", Int64(7200)), ("+1h30m", 5400), ("23:40", 11_400), ("23:40:05", 11_405),
      // A time that is over today is that of tomorrow; so is this very minute.
      ("20:00", 84_600), ("20:30", 86_400), ("tomorrow", 12_600), ("tomorrow 07:00", 37_800),
      ("today 21:00", 1800), ("Sat 21:00", 1800), ("Sat 20:00", 603_000), ("saturday", 531_000),
      ("Mon", 99_000), ("sunday 03:00", 23_400), ("2026-12-24 18:00", 2_842_200),
      ("2026-12-24T18:00", 2_842_200), ("2026-11-22", 12_600),
    ]
  )
  func forms(text: String, seconds: Int64) {
    #expect(distance(text) == seconds)
  }

  @Test("may have passed, where its day was named")
  func past() {
    #expect(distance("today 20:00") == -1800)
    #expect(distance("2026-11-20") == -160_200)
  }

  @Test(
    "is refused where there is no such moment",
    arguments: [
      "", "2h", "+", "+2", "24:00", "12:60", "1:2:3:4", "2026-02-30", "2026-13-01", "1969-12-31",
      "2026-11", "noon", "Sat 03:00 x", "07:00 tomorrow", "-1:30", "+-2h", "2026-1a-01",
    ]
  )
  func wrong(text: String) {
    #expect(distance(text) == nil)
  }

  @Test("has a zone that goes both ways")
  func zone() {
    let zone = LocalZone.current
    #expect(zone.seconds(zone.time(at: now)) == now)
  }
}

@Suite("A calendar expression that was typed")
struct CalendarArgumentTests {
  private func sentence(_ text: String) -> String? {
    do throws(CommandFailure) {
      _ = try CalendarArgument.parse(text, of: "--every", zones: ZoneFolder(root: "/nonexistent"))
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test("is one of systemd's")
  func expression() throws {
    let expression = try CalendarArgument.parse("Mon..Fri 9:00", of: "--at")
    #expect(expression.description == "Mon..Fri *-*-* 09:00:00")
  }

  @Test(
    "names the option and the place of a mistake, and what was meant where that is plain",
    arguments: [
      (
        "Mon..Fry 09:00",
        ": at character 6 is 'Fry', where a weekday in English is expected. Example: Mon..Wed,Sat "
          + "10:00."
      ),
      ("15m", " Did you mean '*:0/15'?"), ("2h", " Did you mean '0/2:00'?"),
      ("1d", " Did you mean 'daily'?"), ("dayly", " Did you mean 'daily'?"),
      ("0 3 * * *", "in systemd's language '30 3 * * 1-5' is 'Mon..Fri 03:30'."),
    ]
  )
  func mistakes(text: String, ending: String) throws {
    let sentence = try #require(self.sentence(text))
    #expect(sentence.hasSuffix(ending), "\(sentence)")
    #expect(sentence.hasPrefix("--every: '\(text)' is not a calendar expression"))
  }

  @Test(
    "is not what a moment or a length of time is: --not-before takes those",
    arguments: [
      ("+3s", "+3s"), ("5m", "+5m"), ("tomorrow 07:00", "tomorrow 07:00"),
    ]
  )
  func moments(text: String, moment: String) {
    let hint = " Did you mean --not-before '\(moment)'?"
    do throws(CommandFailure) {
      _ = try CalendarArgument.parse(text, of: "--at", zones: ZoneFolder(root: "/nonexistent"))
      Issue.record("'\(text)' was accepted")
    } catch {
      #expect(error.sentence.hasSuffix(hint), "\(error.sentence)")
    }
    #expect(sentence(text)?.hasSuffix(hint) == false)
  }

  @Test("suggests nothing for an interval that the calendar cannot hold", arguments: ["7m", "5h"])
  func unevenIntervals(text: String) throws {
    #expect(try #require(sentence(text)).contains("Did you mean") == false)
  }

  @Test("must name a zone that the machine has", .enabled(if: ZoneFolder().hasBerlin))
  func zones() throws {
    #expect(
      throws: CommandFailure.usage(
        "--at: there is no time zone 'Europe/Berln' on this machine. Did you mean 'Europe/Berlin'? "
          + "`timedatectl list-timezones` lists them all."
      )
    ) { try CalendarArgument.parse("daily Europe/Berln", of: "--at") }
  }
}

extension ZoneFolder {
  /// Whether the machine that runs the tests has zones at all.
  fileprivate var hasBerlin: Bool { nearest(to: .utc) != nil }
}

@Suite("The first word of a command line")
struct VerbSpellingTests {
  @Test(
    "is told what it may mean, by its letters or by what other tools call it",
    arguments: [
      ("downlaod", "download"), ("logs", "log"), ("job", "jobs"), ("status", "ps"),
      ("stop", "quit"), ("wyh", "why"), ("freeze", "home"), ("thaw", "launch"), ("every", "when"),
      ("delete", "uninstall"), ("watch", "top"), ("version", "--version"),
    ]
  )
  func near(word: String, meant: String) {
    #expect(
      throws: CommandFailure.usage(
        "'\(word)' is not a command of torpor. Did you mean '\(meant)'? `torpor --help` lists all "
          + "commands; `torpor run -- COMMAND` runs a program."
      )
    ) { try VerbSpelling.check([word, "x"]) }
    #expect(throws: CommandFailure.self) { try VerbSpelling.check(["help", word]) }
  }

  @Test("is refused in the form of all errors where the parser does not know it")
  func prefix() {
    #expect(
      UsageMessage.text("Error: Unknown option '-x'\nUsage: a")
        == "torpor: Unknown option '-x'\nUsage: a"
    )
    #expect(UsageMessage.text("OVERVIEW: Error: x") == "OVERVIEW: Error: x")
  }

  @Test("is refused without a guess where nothing is near")
  func far() {
    #expect(
      throws: CommandFailure.usage(
        "'zzzzzz\\x1b' is not a command of torpor. `torpor --help` lists all commands; `torpor run "
          + "-- COMMAND` runs a program."
      )
    ) { try VerbSpelling.check(["zzzzzz\u{1b}"]) }
  }

  @Test("passes where it is a command, an option or nothing")
  func known() throws {
    for words in [
      [], ["--version"], ["help"], ["help", "ps"], ["help", "help"], ["ps", "downlaod"], ["when"],
    ] {
      try VerbSpelling.check(words)
    }
    for name in VerbSpelling.names { try VerbSpelling.check([name]) }
    #expect(VerbSpelling.names.count > 20)
  }
}

@Suite("Coordinates on the command line")
struct NegativeNumberTests {
  @Test(
    "may be negative, wherever options stand",
    arguments: [
      (["locate", "-33.87", "151"], ["locate", "--", "-33.87", "151"]),
      (
        ["locate", "-33.87", "-1", "--accuracy", "5"],
        ["locate", "--accuracy", "5", "--", "-33.87", "-1"]
      ),
      (["locate", "--", "-33.87", "151"], ["locate", "--", "-33.87", "151"]),
      (["locate", "52", "13"], ["locate", "52", "13"]),
      (["log", "-5"], ["log", "-5"]),
    ]
  )
  func protect(words: [String], parsed: [String]) {
    #expect(NegativeNumbers.protect(words) == parsed)
  }

  @Test("are then read as they are")
  func locate() throws {
    let words = NegativeNumbers.protect(["locate", "-33.87", "-151.2"])
    let command = try LocateCommand.parse(Array(words.dropFirst()))
    #expect((command.latitude, command.longitude) == ("-33.87", "-151.2"))
  }
}

@Suite("A name in a URL")
struct PercentDecodingTests {
  @Test(
    "reads as it was typed",
    arguments: [
      ("gr%C3%BC%C3%9Fe.txt", "grüße.txt"), ("a%20b", "a b"), ("100%", "100%"), ("%zz", "%zz"),
      ("%ff", "%ff"), ("plain", "plain"),
    ]
  )
  func decode(encoded: String, text: String) {
    #expect(PercentDecoding.text(encoded) == text)
  }
}

@Suite("torpor quit")
struct QuitCommandTests {
  @Test("takes several apps, and at least one")
  func several() throws {
    #expect(try QuitCommand.parse(["mail", "notes"]).apps == ["mail", "notes"])
    #expect(throws: (any Error).self) { try QuitCommand.parse([]) }
  }
}
