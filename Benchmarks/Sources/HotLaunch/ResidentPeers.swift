import Glibc

/// The usual ways to choose: each gives every resident app a value, and the least goes first.
struct ScoringKeeper: ResidentKeeper {
  enum Rule {
    /// Who was in front the longest time ago.
    case leastRecentlyUsed
    /// Who was in front the fewest times; of equals the one longest ago.
    case leastFrequentlyUsed
    /// Both in one: a launch counts half after so many others (Lee and others, 2001).
    case lrfu(launchesToHalf: Double)
    /// The kernel's badness without adjustments: the largest; of equals the one started last, as
    /// `select_bad_process` walks the list of tasks.
    case outOfMemoryScore
  }

  let trace: LaunchTrace
  let sizes: [Int64]
  let rule: Rule
  private var place = 0
  private var last: [Int]
  private var started: [Int]
  private var count: [Double]

  init(_ trace: LaunchTrace, _ workload: MemoryWorkload, _ rule: Rule) {
    self.trace = trace
    self.rule = rule
    sizes = workload.sizes
    last = [Int](repeating: 0, count: trace.names.count)
    started = last
    count = [Double](repeating: 0, count: trace.names.count)
  }

  mutating func launched(_ place: Int, isCold: Bool) {
    let app = trace.launches[place]
    self.place = place
    if case .lrfu(let launchesToHalf) = rule {
      count[app] = 1 + count[app] * exp2(-Double(place - last[app]) / launchesToHalf)
    } else {
      count[app] += 1
    }
    last[app] = place
    if isCold { started[app] = place }
  }

  func victims(among resident: [Int], freeing bytes: Int64) -> [Int] {
    var chosen: [Int] = []
    var missing = bytes
    for app in resident.sorted(by: { value($0) < value($1) }) {
      guard missing > 0 else { break }
      chosen.append(app)
      missing -= sizes[app]
    }
    return chosen
  }

  private func value(_ app: Int) -> (Double, Double) {
    let age = Double(place - last[app])
    switch rule {
    case .leastRecentlyUsed: return (-age, 0)
    case .leastFrequentlyUsed: return (count[app], -age)
    case .lrfu(let launchesToHalf): return (count[app] * exp2(-age / launchesToHalf), -age)
    case .outOfMemoryScore: return (-Double(sizes[app]), -Double(started[app]))
    }
  }
}

/// Who knows the future: the app goes whose next launch is farthest away, for what it frees.
///
/// With apps of one size that is Belady's rule and the best there is. With sizes the best is
/// NP-hard to find (Chrobak and others, 2012): this is the best of the usual rules that know the
/// future, the largest product of distance and size, and whoever turned out to be needless stays.
struct ClairvoyantKeeper: ResidentKeeper {
  let trace: LaunchTrace
  let sizes: [Int64]
  private let nextPlaces: [Int]
  private var place = 0
  private var next: [Int]

  init(_ trace: LaunchTrace, _ workload: MemoryWorkload) {
    self.trace = trace
    sizes = workload.sizes
    nextPlaces = trace.nextPlaces
    next = [Int](repeating: 0, count: trace.names.count)
  }

  mutating func launched(_ place: Int, isCold: Bool) {
    self.place = place
    next[trace.launches[place]] = nextPlaces[place]
  }

  func victims(among resident: [Int], freeing bytes: Int64) -> [Int] {
    func value(_ app: Int) -> Double { Double(next[app] - place) * Double(sizes[app]) }
    var chosen: [Int] = []
    var missing = bytes
    for app in resident.sorted(by: { value($0) > value($1) }) {
      guard missing > 0 else { break }
      chosen.append(app)
      missing -= sizes[app]
    }
    var excess = -missing
    for place in chosen.indices.reversed() where sizes[chosen[place]] <= excess {
      excess -= sizes[chosen[place]]
      chosen.remove(at: place)
    }
    return chosen
  }
}

extension LaunchTrace {
  /// No choice can have fewer cold launches than this: PFOO-L (Berger, Beckmann, Harchol-Balter 2018).
  ///
  /// Keeping an app from one launch to the next takes its size times the launches between; all that is
  /// kept takes at most the memory times all launches. The cheapest are taken until that is full, as if
  /// memory could be saved up for later.
  func coldLaunchesMin(_ workload: MemoryWorkload) -> Int {
    let next = nextPlaces
    let costs = launches.indices.filter { next[$0] < launches.count }.map { place in
      workload.sizes[launches[place]] * Int64(next[place] - place)
    }
    var left = workload.capacity * Int64(launches.count)
    var kept = 0
    for cost in costs.sorted() where cost <= left {
      left -= cost
      kept += 1
    }
    return launches.count - kept
  }
}
