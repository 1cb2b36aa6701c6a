import TorporCore
import TorporModel

/// Who chooses the apps that go when one comes to the front and there is no room for it.
protocol ResidentKeeper {
  /// The app of the launch at that place has come to the front, perhaps as a new process.
  mutating func launched(_ place: Int, isCold: Bool)

  /// Those of the resident apps that go, so that so many bytes come free.
  func victims(among resident: [Int], freeing bytes: Int64) -> [Int]
}

extension LaunchTrace {
  /// How many launches found their app not resident, with that keeper.
  func coldLaunches(_ workload: MemoryWorkload, _ keeper: some ResidentKeeper) -> Int {
    var keeper = keeper
    var isResident = [Bool](repeating: false, count: names.count)
    var used: Int64 = 0
    var cold = 0
    for (place, app) in launches.enumerated() {
      keeper.launched(place, isCold: !isResident[app])
      if isResident[app] { continue }
      cold += 1
      let missing = used + workload.sizes[app] - workload.capacity
      if missing > 0 {
        let resident = isResident.indices.filter { isResident[$0] }
        for victim in keeper.victims(among: resident, freeing: missing) {
          isResident[victim] = false
          used -= workload.sizes[victim]
        }
      }
      isResident[app] = true
      used += workload.sizes[app]
      precondition(used <= workload.capacity, "\(used) bytes are resident of \(workload.capacity)")
    }
    return cold
  }
}

/// Ours: what the daemon learns of use, and what it chooses when memory is short.
struct LearningKeeper: ResidentKeeper {
  let trace: LaunchTrace
  let sizes: [Int64]
  let order: EvictionOrder
  private var usage = UsageModel()
  private var now = LocalSecond(0)
  private var lastOnScreen: [Instant]

  init(_ trace: LaunchTrace, _ workload: MemoryWorkload, _ order: EvictionOrder) {
    self.trace = trace
    self.order = order
    sizes = workload.sizes
    lastOnScreen = [Instant](repeating: .zero, count: trace.names.count)
  }

  mutating func launched(_ place: Int, isCold: Bool) {
    now = trace.seconds[place]
    lastOnScreen[trace.launches[place]] = Instant(nanoseconds: Int64(place))
    usage.noteOpened(trace.names[trace.launches[place]], at: now)
  }

  func victims(among resident: [Int], freeing bytes: Int64) -> [Int] {
    let forecast = usage.returnForecast(at: now)
    var numbers: [AppIdentifier: Int] = [:]
    let candidates = resident.map { number in
      let name = trace.names[number]
      numbers[name] = number
      return MemoryVictim(
        app: name,
        isSuspended: true,
        isPlaying: false,
        footprintBytes: sizes[number],
        lastOnScreen: lastOnScreen[number],
        returnChance: forecast.chance(ofSlot: usage.slot(of: name))
      )
    }
    return candidates.chosen(freeing: bytes, by: order).compactMap { numbers[$0.app] }
  }
}
