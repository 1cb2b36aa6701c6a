package import TorporModel
package import TorporWire

/// A line of an app's receipts: a run off screen, or several together; what was used, and why.
package struct BatteryReceipt: Sendable {
  /// When the run began; `nil` for what no run used.
  package let began: Instant?
  /// How many runs it stands for.
  package let count: Int
  package let time: Duration
  package let processor: Duration
  package let networkBytes: Int64
  package let nanojoules: Int64
  /// What the app was woken for, each with how often where that is more than once.
  package let wakes: [String]
  /// What kept it running besides.
  package let holds: [String]

  init(_ run: BatteryRun) {
    began = run.began
    count = run.count
    (time, processor) = (run.used.time, run.used.processor)
    (networkBytes, nanojoules) = (run.used.networkBytes, run.used.nanojoules)
    wakes = run.wakes.map {
      $0.count > 1 ? "\($0.reason.phrase) (\($0.count))" : $0.reason.phrase
    }
    let own = run.holds.filter { $0 != .wake && $0 != .launching && $0 != .runningCallback }
    // What every wake has is told only where nothing else explains the run.
    let told = own.isEmpty && run.wakes.isEmpty ? run.holds.filter { $0 != .wake } : own
    holds = told.map { Condition($0).label }
  }

  /// What those are together, without a moment and without reasons; `count`: how many.
  package init(sumOf figures: [BatteryFigures], count: Int = 0) {
    began = nil
    self.count = count
    time = figures.reduce(.zero) { $0 + $1.time }
    processor = figures.reduce(.zero) { $0 + $1.processor }
    networkBytes = figures.reduce(0) { $0 + $1.networkBytes }
    nanojoules = figures.reduce(0) { $0 + $1.nanojoules }
    (wakes, holds) = ([], [])
  }

  /// What it was woken for and what kept it running; between leaving the screen and the freeze nothing lasts.
  package var why: String {
    let all = wakes + holds
    return all.isEmpty ? "nothing that lasted" : all.joined(separator: ", ")
  }
}

extension BatteryStatus {
  private var runs: [BatteryRun] { hours.flatMap { $0.runs ?? [] } }

  /// The runs of the app, oldest first: the newest of them, each.
  package func receipts(countMax: Int) -> [BatteryReceipt] {
    runs.suffix(countMax).map(BatteryReceipt.init)
  }

  /// How many receipts lie before those, and what they are together.
  package func earlierReceipts(countMax: Int) -> BatteryReceipt? {
    let earlier = runs.dropLast(countMax)
    guard !earlier.isEmpty else { return nil }
    return BatteryReceipt(sumOf: earlier.map(\.used), count: earlier.count)
  }

  /// What was done for the app while no process of it ran.
  package var receiptWithoutRun: BatteryReceipt? {
    let apart = hours.map(\.apart).filter { !$0.isZero }
    return apart.isEmpty ? nil : BatteryReceipt(sumOf: apart)
  }
}
