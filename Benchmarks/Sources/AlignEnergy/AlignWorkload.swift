import TorporCore
import TorporModel

/// A day of windowed work on one phone: what is to be served, and when the phone is awake anyway.
///
/// The instances of a periodic task lie on a fixed grid: instance k of period P, phase f and share w
/// is the window [f + kP, f + kP + wP]. When one is served does not move the next, so the optimum
/// over a day is one over fixed windows. What counts is every window that ends within the day.
struct AlignWorkload {
  /// A window with whose it is; a periodic one stands for its grid.
  struct Task {
    let key: UInt64
    let window: WakeWindow
  }

  /// Known from the start: the first instance of each periodic task.
  private(set) var periodic: [Task] = []
  /// Known from the moment at which they open, in that order.
  private(set) var oneShots: [Task] = []
  /// When somebody else powers the processor.
  private(set) var freeWakes: [Instant] = []
  let end: Instant

  /// Period in seconds, window in percent of it, level (benchmarks.md A1).
  static let tasks: [(periodSeconds: Int, sharePercent: Int, level: EnergyLevel)] = [
    (300, 75, .radio), (900, 75, .radio), (240, 25, .radio), (270, 25, .radio),
    (1800, 75, .radio), (3600, 75, .radio), (900, 75, .radio), (1800, 75, .radio),
    (3600, 75, .radio), (7200, 75, .radio), (900, 75, .processor), (7200, 75, .processor),
    (600, 75, .radio), (10800, 75, .radio), (3600, 75, .processor), (900, 75, .processor),
    (21600, 75, .radio), (1200, 75, .radio), (900, 75, .positioning),
    (3600, 75, .positioning), (300, 50, .processor), (450, 75, .processor),
  ]

  /// How many one-shots there are for each hundred periodic instances (benchmarks.md A1 (b)).
  private static let oneShotPercent = 30

  /// Draws the periodic tasks, each at a phase of its own.
  init(_ random: inout SplitMix64, length: Duration) {
    end = .at(length)
    for (index, task) in AlignWorkload.tasks.enumerated() {
      let period = Duration.seconds(task.periodSeconds)
      let phase = Instant.at(.milliseconds(random.below(task.periodSeconds * 1000)))
      let window = WakeWindow(
        earliest: phase,
        latest: phase + period * task.sharePercent / 100,
        level: task.level,
        period: period
      )
      periodic.append(Task(key: UInt64(index), window: window))
    }
  }

  /// Adds one-shots that nobody knows of before they open: a Poisson process, windows of 1 to 60
  /// minutes, each as likely, levels as frequent as among the tasks.
  mutating func addOneShots(_ random: inout SplitMix64) {
    let slots = Int((end - .zero).microseconds / AlignWorkload.slot.microseconds)
    let count = instances.count * AlignWorkload.oneShotPercent / 100
    // A slot of a tenth of a second holds an arrival or none: the process in whole numbers.
    for slot in 0..<slots where random.below(slots) < count {
      let offset = Duration.milliseconds(random.below(100))
      let length = Duration.milliseconds(60_000 + random.below(59 * 60_000 + 1))
      let level = AlignWorkload.tasks[random.below(AlignWorkload.tasks.count)].level
      let opening = Instant.at(AlignWorkload.slot * slot + offset)
      let window = WakeWindow(earliest: opening, latest: opening + length, level: level)
      let key = UInt64(AlignWorkload.tasks.count + oneShots.count)
      oneShots.append(Task(key: key, window: window))
    }
  }

  /// Adds the moments at which the user has the phone awake.
  mutating func addFreeWakes(_ moments: [Instant]) {
    for moment in moments where moment <= end && moment > freeWakes.last ?? Instant(nanoseconds: -1)
    {
      freeWakes.append(moment)
    }
  }

  /// The same work as if every wake cost the same.
  func atOneLevel() -> AlignWorkload {
    var flat = self
    flat.periodic = periodic.map(AlignWorkload.flattened)
    flat.oneShots = oneShots.map(AlignWorkload.flattened)
    flat.freeWakes = []
    return flat
  }

  /// Every window that ends within the time of the workload.
  var instances: [WakeWindow] {
    var all = oneShots.map(\.window)
    for task in periodic {
      var next: WakeWindow? = task.window
      while let window = next, window.latest <= end {
        all.append(window)
        next = window.following(window.earliest)
      }
    }
    return all.filter { $0.latest <= end }
  }

  private static let slot = Duration.milliseconds(100)

  private static func flattened(_ task: Task) -> Task {
    let window = WakeWindow(
      earliest: task.window.earliest,
      latest: task.window.latest,
      level: .radio,
      period: task.window.period
    )
    return Task(key: task.key, window: window)
  }
}
