import Testing
import TorporModel

@testable import TorporCore

@Suite("A wake planner")
struct WakePlannerTests {
  private func window(
    _ earliest: Int,
    _ latest: Int,
    _ level: EnergyLevel,
    every period: Int? = nil
  ) -> WakeWindow {
    WakeWindow(
      earliest: .at(.seconds(earliest)),
      latest: .at(.seconds(latest)),
      level: level,
      period: period.map { .seconds($0) }
    )
  }

  private func planner(_ windows: [WakeWindow]) -> WakePlanner {
    var planner = WakePlanner()
    for (key, window) in windows.enumerated() { planner.set(window, for: UInt64(key)) }
    return planner
  }

  private func seconds(_ count: Int) -> Instant { .at(.seconds(count)) }

  // MARK: When

  @Test("has nothing to wake for when nothing waits")
  func empty() {
    var planner = WakePlanner()
    #expect(planner.nextWake == nil)
    let wake = planner.wake(at: seconds(5))
    #expect(wake == PlannedWake())
  }

  @Test("wakes at the earliest deadline, whatever opens before")
  func earliestDeadline() {
    let planner = planner([window(0, 90, .processor), window(20, 40, .radio)])
    #expect(planner.nextWake == seconds(40))
  }

  @Test("wakes for an exact window at its moment")
  func exact() {
    var planner = planner([window(30, 30, .radio)])
    #expect(planner.nextWake == seconds(30))
    let wake = planner.wake(at: seconds(30))
    #expect(wake.servings.map(\.key) == [0])
    #expect(planner.isEmpty)
  }

  @Test("leaves the machine asleep when a timer fires before anything is due")
  func spurious() {
    var planner = planner([window(0, 90, .processor)])
    let wake = planner.wake(at: seconds(50))
    #expect(wake == PlannedWake())
    #expect(planner.nextWake == seconds(90))
  }

  @Test("serves what is overdue as soon as the host comes back")
  func overdue() {
    var planner = planner([window(0, 10, .processor), window(0, 20, .radio)])
    let wake = planner.wake(at: seconds(500))
    #expect(wake.level == .radio)
    #expect(wake.servings.map(\.key) == [0, 1])
    #expect(planner.nextWake == nil)
  }

  @Test("forgets a window that is cancelled, and follows one that is moved")
  func changes() {
    var planner = planner([window(0, 10, .radio), window(0, 20, .radio), window(0, 30, .radio)])
    let removed = planner.remove(0)
    #expect(removed == window(0, 10, .radio))
    let nothing = planner.remove(0)
    #expect(nothing == nil)
    #expect(planner.nextWake == seconds(20))
    planner.set(window(50, 60, .processor), for: 1)
    #expect(planner.nextWake == seconds(30))
    #expect(planner[1] == window(50, 60, .processor))
    #expect(planner.count == 2)
  }

  @Test("never wakes for a window without a deadline, and serves it on the way")
  func withoutDeadline() {
    var planner = planner([
      WakeWindow(earliest: .zero, latest: WakeWindow.never, level: .processor)
    ])
    #expect(planner.nextWake == nil)
    planner.set(window(0, 40, .processor), for: 1)
    let wake = planner.wake(at: seconds(40))
    #expect(wake.servings.map(\.key) == [0, 1])
  }

  // MARK: What

  @Test("serves every open window up to its level, and no dearer one that can wait for company")
  func openWindows() {
    var planner = planner([
      window(0, 10, .processor), window(5, 80, .processor), window(5, 90, .radio),
      window(11, 70, .processor), window(60, 85, .radio),
    ])
    let wake = planner.wake(at: seconds(10))
    #expect(wake.level == .processor)
    #expect(wake.servings.map(\.key) == [0, 1])
  }

  @Test("goes to a dearer level when that saves a wake")
  func upgrade() {
    // Together 18 J; apart 12.9 J and 18 J.
    var planner = planner([window(0, 10, .radio), window(0, 20, .positioning)])
    let wake = planner.wake(at: seconds(10))
    #expect(wake.level == .positioning)
    #expect(planner.isEmpty)
  }

  @Test("puts a dearer level off when it is needed later anyway")
  func putOff() {
    // The later window needs the receiver again; both fit at 20 s.
    var planner = planner([
      window(0, 10, .radio), window(0, 20, .positioning), window(15, 30, .positioning),
    ])
    let first = planner.wake(at: seconds(10))
    #expect(first.level == .radio)
    let second = planner.wake(at: seconds(20))
    #expect(second.servings.map(\.key) == [1, 2])
  }

  @Test("foresees the next instances of periodic windows")
  func foreseen() {
    let receiver = window(0, 20, .positioning)
    // The radio is needed at 20 s again, so the receiver adds as little then as at 10 s.
    var periodic = planner([window(10, 10, .radio, every: 10), receiver])
    let patient = periodic.wake(at: seconds(10))
    #expect(patient.level == .radio)
    var single = planner([window(10, 10, .radio), receiver])
    let only = single.wake(at: seconds(10))
    #expect(only.level == .positioning)
  }

  // MARK: Periods

  @Test(
    "keeps periodic windows on their grid",
    arguments: [
      // Served at the first possible moment, the last, late, and after instances that passed.
      (60, 100), (90, 100), (95, 100), (100, 140), (125, 140), (141, 180), (500, 540),
    ]
  )
  func grid(servedAt: Int, nextEarliest: Int) {
    let first = window(60, 90, .radio, every: 40)
    #expect(
      first.following(seconds(servedAt))
        == window(nextEarliest, nextEarliest + 30, .radio, every: 40)
    )
  }

  @Test("ends a grid at the end of the time line")
  func endOfTime() {
    let last = WakeWindow(
      earliest: Instant(nanoseconds: .max - 5),
      latest: Instant(nanoseconds: .max - 3),
      level: .radio,
      period: .seconds(1)
    )
    #expect(last.following(Instant(nanoseconds: .max - 4)) == nil)
    let finest = WakeWindow(
      earliest: .zero,
      latest: .zero,
      level: .radio,
      period: .nanoseconds(1)
    )
    #expect(finest.following(Instant(nanoseconds: .max)) == nil)
    #expect(finest.following(Instant(nanoseconds: 7))?.earliest == Instant(nanoseconds: 8))
  }

  // MARK: Free wakes

  @Test("takes what a free wake gives, and pays nothing")
  func freeProcessor() {
    // The radio is needed at 95 s at the earliest, and once is enough if it is left until then.
    var planner = planner([
      window(0, 90, .processor), window(0, 95, .radio), window(60, 120, .radio),
    ])
    let wake = planner.wake(at: seconds(50), free: .processor)
    #expect(wake.level == .processor)
    #expect(wake.nanojoules == 0)
    #expect(wake.servings.map(\.key) == [0])
    #expect(wake.servings.map(\.nanojoules) == [0])
    #expect(planner.nextWake == seconds(95))
  }

  @Test("goes beyond a free wake when that is cheaper than a wake of its own")
  func beyondFree() {
    // 18 − 12.9 J now instead of 18 J at 95 s.
    var planner = planner([window(0, 95, .positioning)])
    let wake = planner.wake(at: seconds(50), free: .radio)
    #expect(wake.level == .positioning)
    #expect(wake.nanojoules == 5_100_000_000)
    #expect(wake.servings.map(\.nanojoules) == [5_100_000_000])
  }

  // MARK: State

  @Test("is the same whatever the order in which it learnt", arguments: 0..<20 as Range<UInt64>)
  func order(seed: UInt64) {
    var random = PlanningRandom(seed: seed)
    let windows = (0..<60).map { (UInt64($0), random.window(within: 600)) }
    var sorted = WakePlanner()
    for (key, window) in windows { sorted.set(window, for: key) }
    var shuffled = WakePlanner()
    for (key, window) in windows.shuffled(using: &random) {
      // Detours: a window that goes again, and one that is moved to its place.
      shuffled.set(random.window(within: 600), for: key + 1000)
      shuffled.set(random.window(within: 600), for: key)
      shuffled.remove(key + 1000)
      shuffled.set(window, for: key)
    }
    #expect(shuffled == sorted)
    #expect(shuffled.hashValue == sorted.hashValue)
    let ones = sorted.run(until: seconds(1200))
    let others = shuffled.run(until: seconds(1200))
    #expect(ones.map(\.at) == others.map(\.at))
    #expect(ones.map(\.wake) == others.map(\.wake))
    #expect(shuffled == sorted)
  }

  @Test("holds a hundred thousand windows, and serves each once")
  func many() {
    var random = PlanningRandom(seed: 1)
    var planner = WakePlanner()
    let count = 100_000
    for key in 0..<count {
      let earliest = random.below(86_400)
      planner.set(
        window(earliest, earliest + random.below(3600), EnergyLevel.allCases[random.below(3)]),
        for: UInt64(key)
      )
    }
    var isServed = [Bool](repeating: false, count: count)
    for (at, wake) in planner.run(until: seconds(100_000)) {
      for serving in wake.servings {
        #expect(!isServed[Int(serving.key)] && at <= serving.latest)
        isServed[Int(serving.key)] = true
      }
    }
    #expect(!isServed.contains(false))
    #expect(planner.isEmpty)
  }
}
