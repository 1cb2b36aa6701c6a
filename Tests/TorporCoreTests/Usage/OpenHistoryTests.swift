import Testing
import TorporWire

@testable import TorporCore

@Suite("The history of an app's opens")
struct OpenHistoryTests {
  @Test("keeps the newest 1,024 opens of the last 60 days, and counts them all")
  func bounded() {
    var history = OpenHistory()
    for number in Int64(0)..<3000 { history.noteOpened(at: LocalSecond(number * 60)) }
    #expect(history.count == OpenHistory.countMax && history.countSeen == 3000)
    #expect(history.first == LocalSecond(0) && history.last == LocalSecond(2999 * 60))
    history.noteOpened(at: LocalSecond(day: 90))
    #expect(history.count == 1 && history.countSeen == 3001)
    #expect(history.firstDayKept == 91)
  }

  @Test("comes back from its bytes, a clock set back included")
  func coding() throws {
    var history = OpenHistory()
    for second in [Int64(1_000_000), 1_000_500, 900_000, 1_000_700] {
      history.noteOpened(at: LocalSecond(second))
    }
    let copy = try SavedCodec.decode(OpenHistory.self, from: SavedCodec.encode(history))
    #expect(copy == history)
    #expect(copy.first == LocalSecond(900_000))
    #expect(
      history.opens(before: LocalSecond(1_000_600)).map(\.rawValue) == [
        900_000, 1_000_000, 1_000_500,
      ]
    )
  }

  @Test("of nothing has nothing", arguments: [0, 1_000_000])
  func empty(now: Int64) throws {
    let history = OpenHistory()
    #expect(history.firstDayKept == nil && history.last == nil)
    #expect(history.opens(before: LocalSecond(now)) == [])
    let rhythm = OpenRhythm(learnedFrom: history, before: LocalSecond(now))
    #expect(rhythm.opensEachBusyStep == 1)
    #expect(
      rhythm.chance(isWeekend: false, step: 72, bucket: 7)
        > rhythm.chance(isWeekend: false, step: 18, bucket: 7)
    )
    let copy = try SavedCodec.decode(OpenHistory.self, from: SavedCodec.encode(history))
    #expect(copy == history)
  }
}
