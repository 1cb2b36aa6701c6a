import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor

@Suite("The ledger, read back")
struct LedgerReadingTests {
  private func decision(_ sequence: UInt64) -> LoggedDecision {
    LoggedDecision(
      sequence: sequence,
      // The clock of the wall says nothing of the order: that of decision 4 was not set yet.
      wallMicroseconds: sequence == 4 ? 0 : 1_800_000_000_000_000,
      decision: Decision(
        at: .at(.seconds(Int(sequence))),
        app: AppIdentifier("mail"),
        action: .install,
        because: []
      )
    )
  }

  /// A daemon whose answers are written already, newest first, each with the sequence before it.
  private final class OtherEnd {
    let daemon: ControlConnection
    private let number: Int32
    init(_ pages: [(numbers: [UInt64], earlier: UInt64?)], _ decision: (UInt64) -> LoggedDecision)
      throws
    {
      let (ours, theirs) = try DescriptorPair.sockets().take()
      (number, daemon) = (theirs, ControlConnection(Descriptor(owning: ours), path: "/run/x"))
      let bytes = pages.flatMap { numbers, earlier in
        let reply = Control.Log.Reply(decisions: numbers.map(decision), earlier: earlier)
        return VarlinkReply(parameters: reply.parameters).bytes
      }
      _ = try bytes.withUnsafeBytes { try UnixSocket.send($0, on: theirs) }
    }

    deinit { Descriptor.close([number]) }

    /// What it was asked, as `before`, `after` and `countMax` of each call.
    func asked() throws -> [String] {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let number = number
      let count = try buffer.withUnsafeMutableBytes {
        try UnixSocket.receive(into: $0, descriptorsMax: 0, on: number)
      }.count
      var framer = VarlinkFramer()
      framer.append(buffer[..<count])
      var asked: [String] = []
      while let message = try framer.next() {
        let call = try Control.Log(parameters: try VarlinkCall(message: message).parameters)
        let before = call.before.map { "\($0)" } ?? "nil"
        asked.append("before \(before) after \(call.after) count \(call.countMax ?? -1)")
      }
      return asked
    }
  }

  private func otherEnd(_ pages: [(numbers: [UInt64], earlier: UInt64?)]) throws -> OtherEnd {
    try OtherEnd(pages, decision)
  }

  private let threePages: [(numbers: [UInt64], earlier: UInt64?)] = [
    ([7, 8, 9], 7), ([4, 5, 6], 4), ([1, 2, 3], nil),
  ]

  @Test(
    "is read a page at a time, each before the last, until there is none, and comes oldest first"
  )
  func all() throws {
    let end = try otherEnd(threePages)
    let ledger = try LedgerReading(by: end.daemon)
    #expect(ledger.pages.flatMap(\.decisions).map(\.sequence) == Array(1...9))
    #expect(ledger.isAll)
    #expect(
      try end.asked() == [
        "before nil after 0 count 1000", "before 7 after 0 count 1000",
        "before 4 after 0 count 1000",
      ]
    )
  }

  @Test("ends where enough was read, and asks for no more than that")
  func some() throws {
    let end = try otherEnd(threePages)
    let ledger = try LedgerReading(LedgerReading.Part(countMax: 6), by: end.daemon)
    #expect(ledger.pages.flatMap(\.decisions).map(\.sequence) == Array(4...9))
    #expect(!ledger.isAll)
    #expect(try end.asked() == ["before nil after 0 count 6", "before 7 after 0 count 3"])
    let none = try LedgerReading(LedgerReading.Part(countMax: 0), by: try otherEnd([]).daemon)
    #expect(none.pages.isEmpty)
  }

  @Test(
    "ends at a page that begins too early by the device's time, whatever the clock of the wall said"
  )
  func begin() throws {
    // Decision 4, the first of its page, is of 1970 by a clock that was not set yet.
    let end = try otherEnd(threePages)
    let since = LedgerReading.Part(begin: .at(.seconds(3)))
    let ledger = try LedgerReading(since, by: end.daemon)
    let shown = ledger.pages.map { $0.since(since.begin) }
    #expect(shown.flatMap(\.decisions).map(\.sequence) == Array(3...9))
    #expect(try end.asked().count == 3)
    let sooner = LedgerReading.Part(begin: .at(.seconds(5)))
    let other = try otherEnd(threePages)
    let short = try LedgerReading(sooner, by: other.daemon)
    #expect(short.pages.flatMap(\.decisions).map(\.sequence) == Array(4...9))
    #expect(!short.isAll)
    #expect(try other.asked().count == 2)
  }

  @Test("can be of what was decided between two decisions")
  func between() throws {
    let end = try otherEnd([([5, 6], 5), ([4], nil)])
    let ledger = try LedgerReading(LedgerReading.Part(after: 3, before: 7), by: end.daemon)
    #expect(ledger.pages.flatMap(\.decisions).map(\.sequence) == [4, 5, 6])
    #expect(
      try end.asked() == ["before 7 after 3 count 1000", "before 5 after 3 count 1000"]
    )
  }

  @Test("ends where a daemon of another version gives the newest page again and again")
  func noProgress() throws {
    let same: [(numbers: [UInt64], earlier: UInt64?)] = [([7, 8, 9], 7), ([7, 8, 9], 7)]
    let end = try otherEnd(same)
    let failure = #expect(throws: CommandFailure.self) { try LedgerReading(by: end.daemon) }
    #expect(
      failure?.sentence
        == "The daemon sends the same part of its ledger again, so its version differs from this "
        + "program's. `torpor doctor` shows both versions; restart the daemon after an upgrade."
    )
    #expect(try end.asked().count == 2)
  }

  @Test(
    "of a page gives what was decided since a moment, as values and, where asked for, as they came"
  )
  func facts() throws {
    let one: [(numbers: [UInt64], earlier: UInt64?)] = [([1, 2, 3, 4], nil)]
    let end = try otherEnd(one)
    let ledger = try LedgerReading(keepsFacts: true, by: end.daemon)
    #expect(try end.asked().count == 1)
    let page = try #require(ledger.pages.first).since(.at(.seconds(3)))
    #expect(page.decisions.map(\.sequence) == [3, 4])
    #expect(page.facts.map { $0["sequence"]?.text } == ["3", "4"])
    let other = try otherEnd(one)
    #expect(try LedgerReading(by: other.daemon).pages[0].facts.isEmpty)
    #expect(try other.asked().count == 1)
  }
}
