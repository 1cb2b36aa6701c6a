import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("Any run of a wake planner")
struct WakePlannerPropertyTests {
  private static let end = Instant.at(.seconds(2000))

  /// Every window that a seed makes, as the user of a planner sees it: what is known when.
  private struct World {
    var planner = WakePlanner()
    var random: PlanningRandom
    var arrivals: [(at: Instant, key: UInt64, window: WakeWindow)] = []
    var freeWakes: [(at: Instant, level: EnergyLevel)] = []

    init(seed: UInt64, level: EnergyLevel? = nil) {
      random = PlanningRandom(seed: seed)
      for key in 0..<UInt64(12) {
        planner.set(random.window(within: 300, level: level), for: key)
      }
      for key in 100..<UInt64(140) {
        let window = random.window(within: 1500, level: level)
        arrivals.append((window.earliest, key, window))
      }
      arrivals.sort { $0.at < $1.at }
    }

    mutating func addFreeWakes() {
      freeWakes = (0..<30).map { _ in
        (.at(.seconds(random.below(1800))), EnergyLevel.allCases[random.below(3)])
      }
      freeWakes.sort { $0.at < $1.at }
    }

    /// Plays everything in the order of time; `look` sees the planner before each wake, and the wake.
    mutating func play(_ look: (WakePlanner, Instant, EnergyLevel?, PlannedWake) -> Void) {
      var arrivals = arrivals[...]
      var freeWakes = freeWakes[...]
      while true {
        let moments = [planner.nextWake, arrivals.first?.at, freeWakes.first?.at]
        guard let now = moments.compactMap(\.self).min(), now <= WakePlannerPropertyTests.end else {
          return
        }
        if let arrival = arrivals.first, arrival.at == now {
          planner.set(arrival.window, for: arrival.key)
          arrivals.removeFirst()
          continue
        }
        let free = freeWakes.first.flatMap { $0.at == now ? $0.level : nil }
        if free != nil { freeWakes.removeFirst() }
        let before = planner
        look(before, now, free, planner.wake(at: now, free: free))
      }
    }
  }

  @Test(
    "misses no deadline and serves nothing that is not open",
    arguments: 0..<60 as Range<UInt64>
  )
  func deadlines(seed: UInt64) {
    var world = World(seed: seed)
    world.addFreeWakes()
    world.play { before, now, _, wake in
      for serving in wake.servings {
        guard let window = before[serving.key] else {
          Issue.record("\(serving.key) is served and was not pending")
          continue
        }
        #expect(window.contains(now) && window.level == serving.level)
        #expect(serving.level <= wake.level ?? .processor)
      }
      let served = Set(wake.servings.map(\.key))
      for (key, window) in before.windows where window.latest <= now {
        #expect(served.contains(key), "\(key) was due at \(window.latest) and is left at \(now)")
      }
    }
    #expect(world.planner.nextWake.map { $0 > WakePlannerPropertyTests.end } ?? true)
  }

  @Test("shares the energy of each wake to the nanojoule", arguments: 0..<60 as Range<UInt64>)
  func shares(seed: UInt64) {
    var world = World(seed: seed)
    world.addFreeWakes()
    world.play { _, _, free, wake in
      let costs = WakeCosts.phone
      #expect(wake.servings.map(\.nanojoules).reduce(0, +) == wake.nanojoules)
      #expect(wake.nanojoules == costs.nanojoules(of: wake.level, above: free))
      for serving in wake.servings {
        #expect(serving.nanojoules >= 0)
        #expect(serving.nanojoules <= costs.nanojoules(of: serving.level, above: free))
      }
    }
  }

  @Test(
    "wakes as rarely as is possible when all levels are one",
    arguments: 0..<60 as Range<UInt64>,
    EnergyLevel.allCases
  )
  func stabbing(seed: UInt64, level: EnergyLevel) {
    var world = World(seed: seed, level: level)
    var windows = world.arrivals.map(\.window) + world.planner.windows.map(\.window)
    for window in windows {
      var next = window.following(window.earliest)
      while let instance = next, instance.latest <= WakePlannerPropertyTests.end {
        windows.append(instance)
        next = instance.following(instance.earliest)
      }
    }
    var least = 0
    var last: Instant?
    for window in windows.filter({ $0.latest <= WakePlannerPropertyTests.end })
      .sorted(by: { $0.latest < $1.latest }) where last.map({ $0 < window.earliest }) ?? true
    {
      last = window.latest
      least += 1
    }
    var count = 0
    world.play { _, _, _, _ in count += 1 }
    #expect(count == least)
  }

  @Test("goes on alike from a snapshot", arguments: 0..<20 as Range<UInt64>)
  func snapshots(seed: UInt64) throws {
    var world = World(seed: seed)
    world.addFreeWakes()
    var copies = 0
    world.play { before, now, free, wake in
      do {
        let bytes = try SavedCodec.encode(before)
        var copy = try SavedCodec.decode(WakePlanner.self, from: bytes)
        #expect(copy == before)
        let same = copy.wake(at: now, free: free)
        #expect(same == wake)
        copies += 1
      } catch {
        Issue.record("a planner cannot be read back: \(error)")
      }
    }
    #expect(copies > 0)
  }

  @Test("spends the least that is possible on what it knows", arguments: 0..<200 as Range<UInt64>)
  func optimum(seed: UInt64) {
    var random = PlanningRandom(seed: seed)
    let costs = WakeCosts(
      processorNanojoules: Int64(1 + random.below(5)),
      radioNanojoules: Int64(3 + random.below(9)),
      positioningNanojoules: Int64(5 + random.below(20))
    )
    let windows = (0..<(1 + random.below(6))).map { _ in
      let earliest = random.below(20)
      return WakeWindow(
        earliest: .at(.seconds(earliest)),
        latest: .at(.seconds(earliest + random.below(9))),
        level: EnergyLevel.allCases[random.below(3)]
      )
    }
    var planner = WakePlanner(costs: costs)
    for (key, window) in windows.enumerated() { planner.set(window, for: UInt64(key)) }
    let spent = planner.run(until: .at(.seconds(100))).map(\.wake.nanojoules).reduce(0, +)
    #expect(spent == leastEnergy(windows, costs: costs))
  }

  /// The least energy by trying every level at every deadline.
  private func leastEnergy(_ windows: [WakeWindow], costs: WakeCosts) -> Int64 {
    let deadlines = Set(windows.map(\.latest)).sorted()
    var least = Int64.max
    func descend(_ index: Int, _ left: [WakeWindow], _ spent: Int64) {
      guard index < deadlines.count else {
        least = min(least, spent)
        return
      }
      let now = deadlines[index]
      for level in [nil] + EnergyLevel.allCases.map(Optional.some) {
        let rest = left.filter { !($0.contains(now) && !$0.level.isAbove(level)) }
        guard rest.allSatisfy({ $0.latest > now }) else { continue }
        descend(index + 1, rest, spent + costs.nanojoules(of: level))
      }
    }
    descend(0, windows, 0)
    return least
  }
}
