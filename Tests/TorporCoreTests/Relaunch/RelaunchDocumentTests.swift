import Foundation
import Testing
import TorporModel

@testable import TorporCore

@Suite("The document of the relaunch table")
struct RelaunchDocumentTests {
  private static func title(_ cause: RelaunchCause) -> String {
    switch cause {
    case .crash: "Crash"
    case .jetsam: "Removed for memory"
    case .forceQuit: "Force-quit"
    case .restartLocked: "Restart, locked"
    case .restart: "Restart, unlocked"
    case .update: "App update"
    case .refreshOff: "Refresh off"
    case .lowPower: "Low Power"
    }
  }

  private static func text(_ outcome: RelaunchOutcome) -> String {
    switch outcome {
    case .runs: "yes"
    case .runsCoarser: "yes, coarser"
    case .waits: "later"
    case .waitsForPower: "on power"
    case .waitsIfDiscretionary: "yes; discretionary ones later"
    case .passes: "no"
    case .ends: "ended"
    case .shows: "shown"
    case .showsWithoutContent: "shown without content"
    }
  }

  private static func line(_ name: String, _ rule: RelaunchRule) -> String {
    let cells = RelaunchCause.allCases.map { text(rule[$0]) }
    return "| " + ([name] + cells).joined(separator: " | ") + " |"
  }

  private static var table: String {
    let titles = RelaunchCause.allCases.map(title)
    let head = "| " + ([""] + titles).joined(separator: " | ") + " |"
    let rule = "|" + String(repeating: "---|", count: titles.count + 1)
    let shown = [
      line("Alert of a push", .shownPush), line("Local notification", .shownNotification),
    ]
    let run = WakeReason.allCases.map { line(WakeRow.of($0).title, .row($0)) }
    return ([head, rule] + shown + run).joined(separator: "\n")
  }

  /// The cells that profiles of older versions have otherwise.
  private static var differences: String {
    var lines: [String] = []
    for reason in WakeReason.allCases {
      for cause in RelaunchCause.allCases {
        let today = RelaunchRule.row(reason)[cause]
        let others = ProfileName.allCases.filter {
          RelaunchRule.row(reason, in: .named($0))[cause] != today
        }
        guard let first = others.first else { continue }
        let cell = text(RelaunchRule.row(reason, in: .named(first))[cause])
        let names = others.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        lines.append("- \(WakeRow.of(reason).title), \(title(cause)): \(cell) under \(names)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static var document: String {
    """
    # The relaunch table

    Which events launch or wake an app that is not on screen, and what happens to an event that does not: a row for each
    kind of event, a column for what has happened to the app or to the device before. `RelaunchDocumentTests` writes this
    page from the table that the policy reads (`Sources/TorporCore/Wakes/WakeTable.swift`);
    `TORPOR_UPDATE_DIAGRAMS=1 ./test` writes it again. `RelaunchTableTests` plays every cell on the whole policy and
    compares the result with iOS.

    | Cell | Means |
    |---|---|
    | yes | an app that is not running is launched, a suspended app is woken |
    | later | the event is kept until the cause has passed: the app is opened, the device is unlocked, the setting is changed |
    | no | the event is dropped; the app's request stays, and its next event counts |
    | ended | the app's request is gone: cancelled, dropped, or lost with its process |
    | on power | later, or as soon as the device is on external power |

    Where a row says "ended" for every end of the process, a suspended app is still woken: "yes" in the last two columns is
    about a suspended app. When several causes apply at once, the strictest decides.

    \(table)

    The other conditions apply as well: the battery, budgets, rate limits, the use of the device. `torpor why APP` lists
    those that block.

    ## Under older profiles

    \(differences)

    ## Where Apple's documentation leaves a cell open

    | Cell | Our choice |
    |---|---|
    | Continued task, refresh off | yes: the user began it on screen |
    | Push to talk, force-quit | ended: only location events and VoIP pushes are exceptions; the app leaves the channel |
    | Push to talk, app update | yes: restored as after any other end |
    | Live updates, restart and update | as for the other location services |
    | Bluetooth with a restore identifier, app update | yes: the request outlives a crash and a restart as well |
    | Bluetooth without one, Low Power | yes: nothing says that Low Power Mode affects a radio that is on |
    | Legacy VoIP socket, app update | yes: the daemon holds the line open meanwhile |
    | Newsstand, Low Power | yes: at most one announcement a day |
    | Silent push, refresh off | later: the newest is kept, as before the first unlock, and is delivered when the setting is changed or the user opens the app |
    | Audio needs data, after the process has ended | Linux has no such callback: an app that yielded to a call, and has ended in the meantime, is launched when it may play again |
    | Answer to a notification before the first unlock | later; a tap unlocks the device |

    ## Rows without a counterpart on Linux

    | Row | Why |
    |---|---|
    | Notification service extension | a push is delivered as it was sent; apps have no extensions here |
    | HealthKit delivery | there is no store of health data |
    | Hotspot helper, Location push extension, WidgetKit | these are extensions; apps have none here |

    """
  }

  @Test("is docs/reference/relaunch.md, word for word")
  func isFresh() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/reference/relaunch.md").standardized
    if ProcessInfo.processInfo.environment["TORPOR_UPDATE_DIAGRAMS"] != nil {
      try Self.document.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.document)
  }

  @Test("has a name of its own for each row")
  func namesDiffer() {
    let titles = WakeReason.allCases.map { WakeRow.of($0).title }
    #expect(Set(titles).count == titles.count)
    #expect(!titles.contains(""))
  }
}
