import Testing
import TorporModel

@testable import TorporCore

@Suite("The time of the next refresh")
struct RefreshTimeTests {
  /// The refreshes of one day on which the app is opened at those seconds of the day.
  private func refreshes(
    _ model: UsageModel,
    day: Int64,
    budget: Int,
    opens: [LocalSecond] = []
  ) -> [LocalSecond] {
    let midnight = Habit.at(day: day, 0)
    let plan = model.refreshPlan(of: Habit.app, day: midnight.day, budget: budget)
    var lastOpen = model.history(of: Habit.app)?.last
    var lastRefresh = midnight + -LocalSecond.secondsEachDay / Int64(2 * budget)
    var now = midnight
    var rest = opens[...]
    var refreshes: [LocalSecond] = []
    while now.day == midnight.day {
      let next = plan.nextRefresh(
        from: now,
        lastRefresh: lastRefresh,
        lastOpen: lastOpen,
        remaining: budget - refreshes.count
      )
      if let next, next <= rest.first ?? next {
        refreshes.append(next)
        lastRefresh = next
        now = next
      } else if let open = rest.popFirst() {
        lastOpen = open
        now = open
      } else {
        break
      }
    }
    return refreshes
  }

  /// The less there is, the earlier: a refresh that comes too late is lost for a day.
  @Test(
    "lies shortly before 08:00 for an app that is opened at 08:00 every morning",
    arguments: [(1, 90), (2, 30), (3, 30), (4, 30)]
  )
  func morning(budget: Int, minutesMax: Int64) throws {
    let model = Habit.opened(at: [(8, 0)], days: 0..<14)
    let all = refreshes(model, day: 14, budget: budget)
    let last = try #require(all.last { $0 <= Habit.at(day: 14, 8) })
    #expect(Habit.at(day: 14, 8) - last <= minutesMax * 60)
  }

  @Test("of an app opened at 08:00 is asked for at 08:30 and lies before the next 08:00")
  func fromOneMorningToTheNext() throws {
    let model = Habit.opened(at: [(8, 0)], days: 0..<14)
    let next = try #require(
      model.refreshTime(
        of: Habit.app,
        lastRefresh: Habit.at(day: 13, 7, 50),
        remaining: 0,
        budget: 1,
        now: Habit.at(day: 13, 8, 30)
      )
    )
    #expect(next > Habit.at(day: 14, 6))
    #expect(next <= Habit.at(day: 14, 8))
  }

  @Test("comes each hour for an app that is opened each hour, and hardly by night")
  func hourly() {
    let hours = (8...22).map { (Int64($0), Int64(0)) }
    let model = Habit.opened(at: hours, days: 0..<14)
    let opens = hours.map { Habit.at(day: 14, $0.0, $0.1) }
    let all = refreshes(model, day: 14, budget: 16, opens: opens)
    for open in opens {
      #expect(all.contains { open - $0 >= 0 && open - $0 < 3600 }, "\(open.secondOfDay / 3600) h")
    }
    let byNight = all.filter { $0 < Habit.at(day: 14, 6) }
    #expect(byNight.count <= 2)
  }

  @Test("of an app that nobody knows is spread over the day, thinner by night")
  func unknown() {
    let all = refreshes(UsageModel(), day: 0, budget: 12)
    #expect(all.count == 12)
    #expect(all.filter { (1..<6).contains($0.secondOfDay / 3600) }.count <= 2)
    let gaps = zip(all, all.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
    #expect((gaps.max() ?? 0) <= 5 * 3600)
  }

  @Test("is never one more than the day's budget, and never where nothing is left")
  func budget() {
    let model = Habit.opened(at: [(8, 0), (8, 5), (20, 0)], days: 0..<14)
    for budget in [1, 3, 24] {
      #expect(refreshes(model, day: 14, budget: budget).count <= budget)
    }
    let plan = model.refreshPlan(of: Habit.app, day: Habit.monday + 14, budget: 4)
    let none = plan.nextRefresh(
      from: Habit.at(day: 14, 7),
      lastRefresh: nil,
      lastOpen: nil,
      remaining: 0
    )
    #expect(none == nil)
    let never = model.refreshTime(
      of: Habit.app,
      lastRefresh: nil,
      remaining: 0,
      budget: 0,
      now: Habit.at(day: 14, 7)
    )
    #expect(never == nil)
  }

  @Test("keeps weekends apart from weekdays")
  func weekends() {
    var model = UsageModel()
    for day in Int64(0)..<42 {
      let isWeekend = day % 7 >= 5
      model.noteOpened(Habit.app, at: Habit.at(day: day, isWeekend ? 11 : 7))
    }
    let saturday = refreshes(model, day: 47, budget: 2)
    let monday = refreshes(model, day: 49, budget: 2)
    #expect(saturday.contains { Habit.at(day: 47, 10) < $0 && $0 <= Habit.at(day: 47, 11) })
    #expect(monday.contains { Habit.at(day: 49, 6, 30) < $0 && $0 <= Habit.at(day: 49, 7) })
    #expect(!monday.contains { $0 > Habit.at(day: 49, 9) })
  }

  @Test("forgets an old habit for a new one")
  func newHabit() throws {
    var model = Habit.opened(at: [(8, 0)], days: 0..<40)
    for day in Int64(40)..<80 { model.noteOpened(Habit.app, at: Habit.at(day: day, 20)) }
    let next = try #require(refreshes(model, day: 80, budget: 1).first)
    #expect(Habit.at(day: 80, 18) < next && next <= Habit.at(day: 80, 20))
  }

  @Test("keeps content younger than even spacing does, for drawn habits", arguments: UInt64(0)..<4)
  func fresherThanEven(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let usual = (0..<6).map { _ in Int64.random(in: 7 * 60..<23 * 60, using: &random) }
    var model = UsageModel()
    var learned: Int64 = 0
    var even: Int64 = 0
    let budget = 8
    for day in Int64(0)..<28 {
      let minutes = usual.flatMap { minute -> [Int64] in
        let start = minute + Int64.random(in: -20...20, using: &random)
        return Bool.random(using: &random) ? [start, start + 9] : [start]
      }
      let opens = minutes.sorted().map { Habit.at(day: day, 0, $0) }
      let all = refreshes(model, day: day, budget: budget, opens: opens)
      let gap = LocalSecond.secondsEachDay / Int64(budget)
      for open in opens where day >= 14 {
        let last = all.last { $0 <= open } ?? Habit.at(day: day, 0) + -gap / 2
        learned += open - last
        even += open.secondOfDay % gap
      }
      for open in opens { model.noteOpened(Habit.app, at: open) }
    }
    #expect(learned < even)
  }
}
