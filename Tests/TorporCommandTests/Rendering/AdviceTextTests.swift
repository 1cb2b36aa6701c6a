import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("Advice, as people read it")
struct AdviceTextTests {
  private static let mail = AppIdentifier("com.example.mail")!
  private let clock = WallClock.epoch

  private func lines(_ rows: [AdviceRow], apps: Int = 3) -> [String] {
    let reply = Control.GetAdvice.Reply(
      advice: rows,
      apps: apps,
      begin: .at(.hours(7)),
      at: .at(.hours(30))
    )
    return AdviceText(reply, clock, .plain).lines
  }

  private func sentence(_ kind: AdviceKind, _ change: (inout AdviceRow) -> Void) -> String {
    var row = AdviceRow(kind: kind, app: Self.mail, command: "torpor ps")
    change(&row)
    let lines = lines([row])
    #expect(lines.count == 2)
    #expect(lines[1] == "  torpor ps")
    return lines[0]
  }

  @Test("says that the figures advise nothing, and of how many apps and hours they are")
  func nothing() {
    #expect(lines([]) == ["The figures of 3 apps in the last 23 hours give no reason for advice."])
    #expect(
      lines([], apps: 1) == ["The figures of 1 app in the last 23 hours give no reason for advice."]
    )
  }

  @Test("has a sentence with its figures for each kind, and the command below it")
  func kinds() {
    let refresh = sentence(.refresh) {
      $0.sharePermille = 140
      $0.nanojoules = 52_000_000_000
      $0.wakes = 41
      $0.opens = 3
    }
    #expect(
      refresh
        == "Background work of com.example.mail took 14 % of the energy on your battery page (about 52.0 J): it was "
        + "woken 41 times, and you have opened it 3 times in the same time. Leave it on if its content "
        + "must be up to date when you look, as with messages; otherwise switch it off:"
    )
    let location = sentence(.location) {
      $0.sharePermille = 300
      $0.nanojoules = 90_000_000_000
    }
    #expect(
      location
        == "Runs of com.example.mail off screen that used the location took 30 % of the energy on your battery "
        + "page (about 90.0 J). To allow it the location only while you use it:"
    )
    #expect(
      sentence(.notifications) { $0.unanswered = 12 }
        == "12 notifications of com.example.mail are unanswered. To switch its notifications off:"
    )
    let ended =
      "com.example.mail was ended 4 times for memory, and was started again 3 times after that. "
    for (command, rest) in [
      (
        "torpor settings evictionOrder=leastLikelyUsedFirst",
        "To end first the apps that you are least likely to use:"
      ),
      (
        "torpor settings pageOutAfter=5m",
        "To write the memory of frozen apps to swap first:"
      ),
      ("torpor ps", "To see what takes the memory:"),
    ] {
      var row = AdviceRow(kind: .evicted, app: Self.mail, command: command)
      row.times = 4
      row.relaunches = 3
      #expect(lines([row]) == [ended + rest, "  " + command])
    }
    let quit = sentence(.forceQuit) {
      $0.times = 4
      $0.relaunches = 3
    }
    #expect(
      quit
        == "You have removed com.example.mail from the switcher 4 times, and it was started again 3 times after that. A suspended app uses no "
        + "processor time, but a start does: leave it with the home key instead:"
    )
    let power = sentence(.lowPower) {
      $0.lowestPercent = 12
      $0.percent = 40
    }
    #expect(
      power
        == "The battery was down to 12 % with Low Power Mode off, and is at 40 % now. To make it last longer:"
    )
    let restart = sentence(.restart) {
      $0.uptime = .days(31)
      $0.memoryLevel = .warning
    }
    #expect(
      restart
        == "The machine has run for 31d 00h, and memory is short (warning). A restart frees it:"
    )
    let sleepless = sentence(.sleepless) {
      $0.began = .at(.hours(28))
      $0.hold = Condition(.locationUpdates)
    }
    #expect(
      sleepless
        == "com.example.mail has not slept for 2h 00m, off screen: it receives location updates. To end it:"
    )
  }
}
