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
      wallMicroseconds: Int64(sequence) * 1000,
      decision: Decision(at: Samples.now, app: AppIdentifier("mail"), action: .install, because: [])
    )
  }

  /// The other ends, which stay open as long as their test runs.
  private final class Peers {
    var numbers: [Int32] = []
    deinit { Descriptor.close(numbers) }
  }

  private let peers = Peers()

  /// A connection whose other end has written these pages, newest first, and the sequence before each.
  private func daemon(_ pages: [(ClosedRange<UInt64>, earlier: UInt64?)]) throws
    -> ControlConnection
  {
    let (ours, theirs) = try DescriptorPair.sockets().take()
    peers.numbers.append(theirs)
    let bytes = pages.flatMap { numbers, earlier in
      let reply = Control.Log.Reply(decisions: numbers.map(decision), earlier: earlier)
      return VarlinkReply(parameters: reply.parameters).bytes
    }
    _ = try bytes.withUnsafeBytes { try UnixSocket.send($0, on: theirs) }
    return ControlConnection(Descriptor(owning: ours), path: "/run/x")
  }

  @Test("is read a page at a time until there is no earlier one, and comes oldest first")
  func all() throws {
    let daemon = try daemon([(7...9, 7), (4...6, 4), (1...3, nil)])
    let ledger = try LedgerReading(by: daemon) { _ in false }
    #expect(ledger.pages.flatMap(\.decisions).map(\.sequence) == Array(1...9))
    #expect(ledger.isAll)
  }

  @Test("ends where a page begins with what is too old, or where enough was read")
  func some() throws {
    let pages: [(ClosedRange<UInt64>, earlier: UInt64?)] = [(7...9, 7), (4...6, 4), (1...3, nil)]
    let since = try LedgerReading(by: try daemon(pages)) { $0.wallMicroseconds < 5000 }
    #expect(since.pages.flatMap(\.decisions).map(\.sequence) == Array(4...9))
    #expect(!since.isAll)
    let six = try LedgerReading(countMax: 6, by: try daemon(pages)) { _ in false }
    #expect(six.pages.flatMap(\.decisions).map(\.sequence) == Array(4...9))
    let none = try LedgerReading(countMax: 0, by: try daemon([])) { _ in false }
    #expect(none.pages.isEmpty)
  }

  @Test("of a page gives what was decided since a time, as values and as they came")
  func since() throws {
    let ledger = try LedgerReading(by: try daemon([(1...4, nil)])) { _ in false }
    let page = try #require(ledger.pages.first).since(3000)
    #expect(page.decisions.map(\.sequence) == [3, 4])
    #expect(page.facts.map { $0["sequence"]?.text } == ["3", "4"])
  }
}
