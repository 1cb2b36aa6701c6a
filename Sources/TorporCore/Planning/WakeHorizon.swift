import TorporModel

/// The next deadlines, and the windows that end at them, as numbers of moments.
///
/// Point 0 stands before everything, point 1 is now, and the others are the deadlines after it, in
/// order. Deadlines are all that a plan has to choose from: a wake between two of them can be put off
/// to the second one and serves no less.
struct WakeHorizon {
  struct Window {
    let level: EnergyLevel
    /// The first point at which it is open.
    let opens: Int
    /// The point that is its deadline.
    let closes: Int
  }

  private(set) var windows: [Window] = []
  private var moments: [Instant] = []

  /// How many points there are.
  var pointCount: Int { moments.count + 1 }

  /// The most deadlines that a plan looks ahead.
  ///
  /// Measured on A1, energy over the optimum for 4, 6, 8, 12, 16, 24, 32 of them: 2.6 %, 1.1 %,
  /// 0.2 %, 0.01 %, and no less from there on. 16 leaves room for other workloads.
  static let deadlinesMax = 16

  /// The most windows looked at; our choice: four at each deadline bound the work of one wake.
  static let windowsMax = 4 * deadlinesMax

  /// Where the search for the next deadline goes on: a window that is pending, or an instance after.
  private struct Branch {
    let window: WakeWindow
    let key: UInt64
    /// Its place in the heap; `nil` of an instance that is not pending yet.
    let position: Int?

    func isBefore(_ other: Branch) -> Bool {
      (window.latest, key) < (other.window.latest, other.key)
    }
  }

  /// Branches by their deadlines, the next one last.
  private var branches: [Branch] = []

  /// Looks at what is pending in `heap`, which is ordered by deadlines, and at the instances after.
  init(from now: Instant, heap: WindowHeap, window: (_ slot: Int) -> WakeWindow) {
    moments.reserveCapacity(WakeHorizon.deadlinesMax)
    windows.reserveCapacity(WakeHorizon.windowsMax)
    branches.reserveCapacity(WakeHorizon.windowsMax)
    moments.append(now)

    func grow(_ position: Int) {
      let entry = heap[position]
      add(Branch(window: window(entry.slot), key: entry.key, position: position))
    }
    var seen: [WakeWindow] = []
    seen.reserveCapacity(WakeHorizon.windowsMax)
    if heap.count > 0 { grow(0) }
    while let next = branches.popLast(), seen.count < WakeHorizon.windowsMax {
      guard take(next.window.latest) else { break }
      seen.append(next.window)
      if let position = next.position { heap.children(of: position).forEach(grow) }
      if let later = next.window.following(max(now, next.window.earliest)) {
        add(Branch(window: later, key: next.key, position: nil))
      }
    }
    place(seen)
  }

  private mutating func add(_ branch: Branch) {
    var index = branches.count
    while index > 0, branches[index - 1].isBefore(branch) { index -= 1 }
    branches.insert(branch, at: index)
  }

  /// Makes the deadline a point; false where there is no room for one more, or no such time.
  private mutating func take(_ deadline: Instant) -> Bool {
    guard let last = moments.last, last < deadline else { return true }
    guard moments.count < WakeHorizon.deadlinesMax, deadline < WakeWindow.never else {
      return false
    }
    moments.append(deadline)
    return true
  }

  /// Turns moments into numbers; the windows come in the order of their deadlines.
  private mutating func place(_ seen: [WakeWindow]) {
    var closes = 0
    for window in seen {
      while closes + 1 < moments.count, moments[closes] < window.latest { closes += 1 }
      var opens = closes
      while opens > 0, moments[opens - 1] >= window.earliest { opens -= 1 }
      windows.append(Window(level: window.level, opens: opens + 1, closes: closes + 1))
    }
  }
}
