import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("The usage model")
struct UsageModelTests {
  private let other = AppIdentifier("com.example.chat")!

  @Test("expects a morning app in the morning and nowhere else")
  func expectedHours() {
    let model = Habit.opened(at: [(8, 0)], days: 0..<28)
    let now = Habit.at(day: 28, 6)
    let morning = model.expectedOpens(of: Habit.app, from: now, to: Habit.at(day: 28, 9))
    let day = model.expectedOpens(of: Habit.app, from: now, to: Habit.at(day: 29, 6))
    #expect(0.6 < morning && morning < 1.2)
    #expect(morning / day > 0.7)
    #expect(model.expectedOpens(of: Habit.app, from: now, to: now) == 0)
    #expect(model.expectedOpens(of: other, from: now, to: Habit.at(day: 29, 6)) == 0)
  }

  @Test(
    "expects as many opens in a week as there were in the weeks before",
    arguments: UInt64(0)..<4
  )
  func calibration(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var model = UsageModel()
    let opensADay = 2 + Int(seed) * 3
    for day in Int64(0)..<28 {
      let minutes = (0..<opensADay).map { _ in Int64.random(in: 480..<1320, using: &random) }
      for minute in minutes.sorted() {
        model.noteOpened(Habit.app, at: Habit.at(day: day, 0, minute))
      }
    }
    let expected = model.expectedOpens(
      of: Habit.app,
      from: Habit.at(day: 28, 0),
      to: Habit.at(day: 35, 0)
    )
    let seen = Double(opensADay * 7)
    #expect(abs(expected - seen) < 0.25 * seen, "\(expected) for \(seen)")
  }

  @Test("names the next likely hours, soonest first")
  func nextLikelyOpens() throws {
    let model = Habit.opened(at: [(8, 10), (19, 10)], days: 0..<28)
    let next = model.nextLikelyOpens(of: Habit.app, after: Habit.at(day: 28, 0))
    #expect(next.map(\.start) == next.map(\.start).sorted())
    let likeliest = next.sorted { $0.chance > $1.chance }.prefix(2).map(\.start)
    #expect(Set(likeliest) == [Habit.at(day: 28, 8), Habit.at(day: 28, 19)])
    #expect(next.allSatisfy { 0.2 <= $0.chance && $0.chance <= 1 })
  }

  @Test(
    "gives no chance to an app that was not opened for seven days, and a good one to a daily app"
  )
  func likelihoodOfUse() {
    let model = Habit.opened(at: [(8, 0)], days: 0..<14)
    let day = LocalSecond.secondsEachDay
    func chance(_ moment: LocalSecond, _ seconds: Int64) -> Double {
      model.likelihoodOfUse(of: Habit.app, at: moment, within: seconds)
    }
    #expect(chance(Habit.at(day: 14, 7), 2 * 3600) > 0.5)
    #expect(chance(Habit.at(day: 14, 1), 2 * 3600) < 0.1)
    #expect(chance(Habit.at(day: 20, 7), day) < chance(Habit.at(day: 14, 7), day))
    #expect(chance(Habit.at(day: 20, 7, 59), day) > 0)
    #expect(chance(Habit.at(day: 20, 8), day) == 0)
    #expect(model.likelihoodOfUse(of: other, at: Habit.at(day: 14, 7), within: day) == 0)
  }

  @Test("describes an app by what was seen and what is expected")
  func description() throws {
    let model = Habit.opened(at: [(8, 0)], days: 0..<14)
    let now = Habit.at(day: 14, 7)
    let description = try #require(model.description(of: Habit.app, at: now))
    #expect(description.opensSeen == 14 && description.opensKept == 14)
    #expect(description.firstOpen == Habit.at(day: 0, 8))
    #expect(description.lastOpen == Habit.at(day: 13, 8))
    #expect(description.expectedOpensByHour.map(\.count) == [Int](repeating: 24, count: 7))
    let today = description.expectedOpensByHour[0]
    #expect(today.firstIndex(of: today.max() ?? 0) == 8)
    #expect(description.likelihoodOfUseToday > 0.5)
    #expect(description.nextLikelyOpens.first.map { $0.start <= Habit.at(day: 14, 8) } == true)
    #expect(model.description(of: other, at: now) == nil)
  }

  @Test("forgets one app or all")
  func clear() {
    var model = Habit.opened(at: [(8, 0)], days: 0..<14)
    model.noteOpened(other, at: Habit.at(day: 14, 9))
    model.noteOpened(Habit.app, at: Habit.at(day: 14, 10))
    model.clear(other)
    #expect(model.knownApps == [Habit.app])
    #expect(model.ranking() == [])
    #expect(model.history(of: other) == nil)
    model.clear()
    #expect(model == UsageModel())
  }

  @Test("knows at most 128 apps, and forgets the one opened longest ago")
  func bounded() {
    var model = UsageModel()
    for number in 0..<200 {
      let app = AppIdentifier("com.example.app\(number)")!
      model.noteOpened(app, at: Habit.at(day: Int64(number), 8))
    }
    #expect(model.knownApps.count == UsageModel.appCountMax)
    #expect(model.history(of: AppIdentifier("com.example.app71")!) == nil)
    #expect(model.history(of: AppIdentifier("com.example.app72")!) != nil)
    #expect(model.ranking().count == UsageModel.appCountMax - 1)
  }

  @Test("is after a restart what it was before, and learns on alike", arguments: UInt64(0)..<4)
  func coding(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var model = UsageModel()
    let apps = (0..<20).map { AppIdentifier("com.example.app\($0)")! }
    func open(_ model: inout UsageModel, _ number: Int, _ random: inout SeededNumbers) {
      let app = apps[
        Int.random(in: 0..<20, using: &random) * Int.random(in: 0..<20, using: &random) / 20
      ]
      model.noteOpened(app, at: Habit.at(day: 0, 0, Int64(number) * 11))
    }
    for number in 0..<2500 { open(&model, number, &random) }
    model.clear(apps[3])
    let bytes = try SavedCodec.encode(model)
    var copy = try SavedCodec.decode(UsageModel.self, from: bytes)
    #expect(copy == model)
    #expect(bytes.count < 64 * 1024, "\(bytes.count) bytes")
    var again = random
    for number in 2500..<2700 {
      open(&model, number, &random)
      open(&copy, number, &again)
      #expect(copy.ranking() == model.ranking())
    }
    #expect(copy == model)
  }

  @Test("takes a clock that is set back, and opens of the future, without harm")
  func clockSetBack() {
    var model = Habit.opened(at: [(8, 0)], days: 0..<14)
    model.noteOpened(Habit.app, at: Habit.at(day: 400, 8))
    model.noteOpened(Habit.app, at: Habit.at(day: 14, 8))
    let now = Habit.at(day: 15, 7)
    let opens = model.expectedOpens(of: Habit.app, from: now, to: Habit.at(day: 16, 7))
    #expect(opens.isFinite && opens >= 0)
    let next = model.refreshTime(
      of: Habit.app,
      lastRefresh: Habit.at(day: 400, 8),
      remaining: 4,
      budget: 4,
      now: now
    )
    #expect(next.map { $0 >= now } ?? true)
    model.noteOpened(Habit.app, at: LocalSecond(-5))
    #expect(model.history(of: Habit.app)?.opens(before: now).isEmpty == false)
  }
}

@Suite("A local second")
struct LocalSecondTests {
  @Test("knows its day, its time of day and weekends")
  func calendar() {
    #expect(LocalSecond(0).day == 0 && LocalSecond(0).secondOfDay == 0)
    #expect(LocalSecond(-1).day == -1 && LocalSecond(-1).secondOfDay == 86_399)
    // 1970 began on a Thursday.
    #expect(
      (0..<8).map { LocalSecond(day: $0).isWeekend } == [
        false, false, true, true, false, false, false, false,
      ]
    )
    #expect(LocalSecond(day: -5).isWeekend && !LocalSecond(day: -6).isWeekend)
  }
}
