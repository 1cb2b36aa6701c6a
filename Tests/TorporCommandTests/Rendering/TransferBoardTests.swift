import Testing
import TorporModel
import TorporWire

@testable import torpor

@Suite("Transfers as they move")
struct TransferBoardTests {
  private func board(_ rows: [TransferRow], columns: Int = 100, rows count: Int = 24) -> [String] {
    TransferBoard.lines(
      rows,
      Samples.clock,
      .plain,
      on: TransferBoard.Screen(columns: columns, rows: count)
    )
  }

  @Test("are a bar, how much of how much, how fast, and for how long still")
  func one() {
    #expect(
      board([Samples.moving]) == [
        "debian.iso  [############                  ]   41%  260 MiB of 628 MiB  9.0 MiB/s  40s left"
      ]
    )
  }

  @Test("are followed by one line for all, and say what they wait for")
  func many() {
    #expect(
      board([Samples.moving, Samples.retrying, Samples.complete, Samples.failed]) == [
        "debian.iso     [############                  ]   41%  260 MiB of 628 MiB  9.0 MiB/s  40s left",
        "kernel.tar.xz  tries again at Sat 04:30 (the server answered 503)",
        "1 of 4 done, 1 failed; 263 MiB, 9.0 MiB/s",
      ]
    )
  }

  @Test("tell of all how long they take, where the size of each is known")
  func sums() {
    var other = Samples.moving
    other.status.transfer = TransferIdentifier(rawValue: 13)
    #expect(
      board([Samples.moving, other]).last
        == "0 of 2 done; 520 MiB of 1.2 GiB, 18 MiB/s, 40s left"
    )
  }

  @Test("have no bar where nobody knows of how much")
  func unknownSize() {
    let row = Samples.transfer(.running, bytes: 5 << 20, rate: 1 << 20)
    #expect(board([row]) == ["debian.iso  5.0 MiB  1.0 MiB/s"])
  }

  @Test("leave the screen to those that move, and count the others", arguments: [4, 10, 40])
  func high(height: Int) {
    let waiting = (UInt64(100)..<150).map { number -> TransferRow in
      var row = Samples.retrying
      row.status.transfer = TransferIdentifier(rawValue: number)
      return row
    }
    let lines = board(waiting + [Samples.moving], rows: height)
    #expect(lines.count == height - 1)
    #expect(lines[0].hasPrefix("debian.iso"))
    #expect(lines.last?.hasSuffix("; \(51 - (height - 2)) more not shown") == true)
  }

  @Test("count those that were not looked at yet")
  func unseen() {
    let screen = TransferBoard.Screen(columns: 100, rows: 24)
    let lines = TransferBoard.lines(
      [Samples.complete, Samples.moving],
      of: 10_000,
      Samples.clock,
      .plain,
      on: screen
    )
    #expect(lines.last == "1 of 10000 done; 260 MiB, 9.0 MiB/s; 9998 more not shown")
  }

  @Test("never fill a line, so that the terminal breaks none", arguments: 20...130)
  func narrow(columns: Int) {
    let rows = [Samples.moving, Samples.retrying, Samples.transfer(.running, bytes: 1, rate: 1)]
    for line in board(rows, columns: columns) {
      #expect(line.count < columns, "\(line)")
    }
  }

  @Test("are gone when all are over")
  func over() {
    #expect(board([Samples.complete, Samples.failed]).isEmpty)
  }

  @Test("are drawn over what was drawn before, below what is said for good")
  func frames() {
    var live = LiveLines()
    #expect(live.frame([], .plain) == "")
    #expect(live.frame(["a", "b"], .plain) == "a\u{1b}[K\nb\u{1b}[K\n")
    #expect(
      live.frame(["c"], said: ["done"], .plain) == "\u{1b}[2Fdone\u{1b}[K\nc\u{1b}[K\n\u{1b}[J"
    )
    #expect(live.frame([], .plain) == "\u{1b}[1F\u{1b}[J")
    #expect(live.frame([], .plain) == "")
  }

  @Test("are told in plain lines, each thing once, where there is no terminal")
  func plain() {
    var teller = TransferTeller()
    #expect(
      teller.news([Samples.moving, Samples.retrying, Samples.complete], Samples.clock) == [
        "debian.iso is downloading.",
        "kernel.tar.xz tries again at Sat 04:30 (the server answered 503).",
      ]
    )
    #expect(teller.news([Samples.moving, Samples.retrying], Samples.clock).isEmpty)
    let paused = Samples.transfer(.suspended)
    #expect(teller.news([paused], Samples.clock) == ["debian.iso is paused."])
  }
}
