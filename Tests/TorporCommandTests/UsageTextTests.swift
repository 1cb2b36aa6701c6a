import Testing
import TorporModel

@testable import torpor

@Suite("What was learned of an app's use")
struct UsageTextTests {
  @Test("is shown as a week of hours, the likely ones by name, and what follows from it")
  func page() {
    var today = [Int](repeating: 0, count: 24)
    today[8] = 900
    today[13] = 300
    today[21] = 100
    let usage = UsageStatus(
      app: AppIdentifier("com.example.mail")!,
      opensSeen: 42,
      opensKept: 42,
      firstOpenLocalSecond: 0,
      lastOpenLocalSecond: 20_513 * 86_400 + 8 * 3600 + 5 * 60,
      todayDay: 20_513,
      expectedOpensPermille: [today],
      chanceTodayPermille: 954,
      likelyHours: [
        .init(startLocalSecond: 20_513 * 86_400 + 13 * 3600, chancePermille: 300),
        .init(startLocalSecond: 20_513 * 86_400 + 21 * 3600, chancePermille: 100),
        .init(startLocalSecond: 20_514 * 86_400 + 8 * 3600, chancePermille: 900),
      ],
      refreshesEachDay: 7,
      refreshesLeftToday: 3
    )
    #expect(
      UsageText.lines(usage, .plain).joined(separator: "\n") == """
        com.example.mail: opened 42 times, last on 2026-03-01 08:05

        Expected opens, a row for each day from today, a column for each hour
                0     3     6     9     12    15    18    21
          Sun   . . . . . . . . # . . . . + . . . . . . . - . .
          . fewer than one in twenty days, - one in five, + one in two, # nearly every day

        The chance that it is opened before midnight is 95 %.
        Likely hours: 08:00 (90 %), 13:00 (30 %), 21:00 (10 %).
        For this it is refreshed up to 7 times a day; 3 are left today.
        """
    )
  }

  @Test("says how little is known where that is so")
  func caution() {
    let usage = UsageStatus(
      app: AppIdentifier("com.example.mail")!,
      opensSeen: 3,
      opensKept: 3,
      firstOpenLocalSecond: 20_513 * 86_400,
      lastOpenLocalSecond: 20_513 * 86_400 + 300,
      todayDay: 20_513,
      expectedOpensPermille: [],
      chanceTodayPermille: 480,
      likelyHours: [],
      refreshesEachDay: 1,
      refreshesLeftToday: 1
    )
    #expect(
      UsageText.lines(usage, .plain).contains(
        "This is a guess: it was opened 3 times on 1 day; habits show after about 14 days."
      )
    )
  }
}
