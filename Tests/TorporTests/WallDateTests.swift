import Testing
import TorporModel
import TorporPosix

@testable import Torpor

@Suite("A date by the wall clock", .serialized)
struct WallDateTests {
  @Test("counts as Foundation's does")
  func arithmetic() {
    let date = WallDate(timeIntervalSince1970: 1000)
    #expect(date.addingTimeInterval(60).timeIntervalSince(date) == 60)
    #expect(date < date.addingTimeInterval(1))
    #expect(WallDate.distantPast < date && date < .distantFuture)
    #expect(WallDate(timeIntervalSinceNow: 7200).timeIntervalSinceNow > 3600)
    #expect(WallDate.distantFuture.durationFromNow > .days(365))
    #expect(WallDate.distantPast.durationFromNow < .zero)
  }

  @Test("is what a moment of the system's time line is, once the system has said where that stands")
  func timeLine() {
    TimeLine.stands(at: .at(.days(3)))
    let before = TimeLine.date(of: .at(.days(2))).timeIntervalSinceNow
    // A day before now, by the same two clocks; an hour is for a machine that is very busy.
    #expect(abs(before + 86_400) < 3600)
  }
}
