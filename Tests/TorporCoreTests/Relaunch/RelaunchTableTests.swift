import Testing
import TorporModel

@testable import TorporCore

/// §10 of `ios-semantics`, written out apart from the code's table.
///
/// `Y` launched or woken, `P` not before the cause has passed, `N` not, but for the next event then, `X`
/// not, and what was asked for is gone; `S` shown, `s` shown without what it says. What §10 leaves open
/// (`?`, `–`) and how we read its notes stands in `docs/reference/relaunch.md`.
private let expected = """
                                  | crash jetsam quit locked restart update refresh lowPower
  BGAppRefresh                    |   Y     Y     P     P      Y      Y       P        P
  Legacy fetch                    |   Y     Y     P     P      Y      Y       P        P
  BGProcessing                    |   Y     Y     P     P      Y      Y       P        Y
  BGProcessing, on battery        |   Y     Y     P     P      Y      Y       P        P
  BGContinued                     |   X     X     X     X      X      X       Y        Y
  Silent push                     |   Y     Y     N     P      Y      Y       P        P
  Visible push: its alert         |   S     S     S     s      S      S       S        S
  Alert with content: its content |   Y     Y     N     P      Y      Y       P        Y
  VoIP push                       |   Y     Y     Y     N      Y      Y       Y        Y
  Push-to-talk push               |   Y     Y     X     N      Y      Y       Y        Y
  Background transfer             |   Y     Y     X     P      Y      Y       X        Y
  Discretionary transfer          |   Y     Y     X     P      Y      Y       P        P
  SLC, region, visit              |   Y     Y     Y     N      Y      Y       Y        Y
  Continuous location             |   X     X     X     X      X      X       Y        Y
  Bluetooth with restore id       |   Y     Y     X     N      Y      Y       Y        Y
  Bluetooth without restore id    |   X     X     X     X      X      X       Y        Y
  External accessory              |   X     X     X     X      X      X       Y        Y
  Audio                           |   Y     Y     X     X      X      X       Y        Y
  Legacy VoIP socket              |   Y     Y     X     P      Y      Y       Y        Y
  Newsstand issue                 |   Y     Y     N     N      Y      Y       N        Y
  Local notification              |   S     S     S     P      S      S       S        S
  Descriptor                      |   Y     Y     X     X      X      Y       Y        Y
  Answer to a notification        |   Y     Y     Y     P      Y      Y       Y        Y
  """

@Suite("The relaunch table")
struct RelaunchTableTests {
  private static let rows: [String: [String]] = {
    var rows: [String: [String]] = [:]
    for line in expected.split(separator: "\n").dropFirst() {
      let halves = line.split(separator: "|")
      let name = halves[0].split(separator: " ").joined(separator: " ")
      rows[name] = halves[1].split(separator: " ").map(String.init)
    }
    return rows
  }()

  private static let scenes = RelaunchScene.all

  @Test("holds cell by cell", arguments: scenes.map(\.name), RelaunchCause.allCases)
  func cell(row: String, cause: RelaunchCause) throws {
    let scene = try #require(Self.scenes.first { $0.name == row })
    let column = try #require(RelaunchCause.allCases.firstIndex(of: cause))
    let cells = try #require(Self.rows[row])
    let (letter, device) = scene.outcome(under: cause)
    #expect(letter == cells[column], "\(row) under \(cause)")
    #expect(device.broken == [])
  }

  @Test("stands on scenes that run where nothing is in the way", arguments: scenes.map(\.name))
  func undisturbed(row: String) throws {
    let scene = try #require(Self.scenes.first { $0.name == row })
    let (letter, device) = scene.outcome(under: nil)
    #expect(["Y", "S"].contains(letter))
    #expect(device.broken == [])
  }

  @Test("is played in full: every row has its scene")
  func isComplete() {
    #expect(Set(Self.rows.keys) == Set(Self.scenes.map(\.name)))
    #expect(Self.rows.values.allSatisfy { $0.count == RelaunchCause.allCases.count })
  }

  @Test(
    "launches the dead app that it runs, and nobody for what is only shown",
    arguments: scenes.map(\.name)
  )
  func launches(row: String) throws {
    let scene = try #require(Self.scenes.first { $0.name == row })
    for cause in [RelaunchCause.crash, .jetsam, .forceQuit, .update] {
      let (letter, device) = scene.outcome(under: cause)
      switch letter {
      case "Y": #expect(device.launches(RelaunchScene.app) > 0, "\(row) under \(cause)")
      case "S", "s": #expect(device.launches(RelaunchScene.app) == 0, "\(row) under \(cause)")
      default: break
      }
    }
  }
}
