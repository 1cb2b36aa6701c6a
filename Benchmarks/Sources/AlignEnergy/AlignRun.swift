import TorporCore
import TorporModel

/// What decides about wakes in a run: the planner, or a peer.
protocol AlignScheduler {
  /// A window that came to be known; a periodic one is known with all its instances.
  mutating func add(_ task: AlignWorkload.Task)
  var nextWake: Instant? { get }
  /// The machine is awake: what is served, as the level that it takes; `nil`: nothing.
  mutating func wake(at now: Instant, free: EnergyLevel?) -> EnergyLevel?
}

/// The wakes of one scheduler over one workload.
struct AlignRun {
  private(set) var wakes: [(at: Instant, level: EnergyLevel)] = []
  private(set) var nanojoules: Int64 = 0

  /// Plays the workload: what is known, what arrives, what is free, in the order of time.
  init(_ workload: AlignWorkload, costs: WakeCosts, _ scheduler: inout some AlignScheduler) {
    workload.periodic.forEach { scheduler.add($0) }
    var arrivals = workload.oneShots[...]
    var freeWakes = workload.freeWakes[...]
    while true {
      let arrival = arrivals.first?.window.earliest
      let freeWake = freeWakes.first
      let planned = scheduler.nextWake
      guard let now = [arrival, freeWake, planned].compactMap(\.self).min(), now <= workload.end
      else { return }
      if arrival == now, let task = arrivals.popFirst() {
        scheduler.add(task)
        continue
      }
      let isFree = freeWake == now
      if isFree { freeWakes.removeFirst() }
      let free: EnergyLevel? = isFree ? .processor : nil
      guard let level = scheduler.wake(at: now, free: free) else { continue }
      wakes.append((now, level))
      nanojoules += costs.nanojoules(of: level, above: free)
    }
  }

  /// How many windows no wake of their level lies in.
  func missedCount(of windows: [WakeWindow]) -> Int {
    windows.count { window in
      var low = 0
      var high = wakes.count
      while low < high {
        let middle = (low + high) / 2
        if wakes[middle].at < window.earliest { low = middle + 1 } else { high = middle }
      }
      return !wakes[low...].prefix { $0.at <= window.latest }.contains { $0.level >= window.level }
    }
  }
}

/// The planner of the daemon, with a ledger of who paid what.
struct PlannedScheduler: AlignScheduler {
  private var planner: WakePlanner
  private(set) var sharesNanojoules: [UInt64: Int64] = [:]

  init(costs: WakeCosts) { planner = WakePlanner(costs: costs) }

  var nextWake: Instant? { planner.nextWake }

  mutating func add(_ task: AlignWorkload.Task) { planner.set(task.window, for: task.key) }

  mutating func wake(at now: Instant, free: EnergyLevel?) -> EnergyLevel? {
    let wake = planner.wake(at: now, free: free)
    for serving in wake.servings { sharesNanojoules[serving.key, default: 0] += serving.nanojoules }
    return wake.level
  }
}
