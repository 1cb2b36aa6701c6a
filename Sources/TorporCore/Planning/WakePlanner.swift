package import TorporModel

/// Decides when the machine wakes for work that may wait, and at what level.
///
/// It owns the windows in which work wants the machine awake, and nothing else: not the work, not
/// the timer, not who the keys stand for. Its rules:
///
/// - **When:** at the earliest deadline, and never before. A wake that is put off to the earliest
///   deadline of all windows serves no less, whatever comes later, and gives free wakes (an unlock,
///   a push) and windows yet unknown the time to come first. So no deadline is missed by a host that
///   calls at `nextWake`, and with one level the number of wakes is the least possible (interval
///   stabbing).
/// - **At what level:** what is due says how high at least. Going higher now, for windows that could
///   still wait, is decided by the cheapest plan for the next deadlines (`NestedLevels`), of which
///   the first wake is carried out and the rest forgotten.
/// - **What is served:** every open window up to the level. To serve a window early never costs more.
///
/// A change costs the logarithm of the number of windows; a wake costs that for each window served,
/// and the plan, whose work is bounded by `WakeHorizon`.
package struct WakePlanner: Sendable {
  package let costs: WakeCosts
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var slotOfKey: [UInt64: Int] = [:]
  private var byDeadline = WindowHeap()
  /// For each level, the windows by the moment at which they open.
  private var byOpening = [WindowHeap](repeating: WindowHeap(), count: EnergyLevel.allCases.count)

  private struct Slot: Sendable {
    var key: UInt64
    var window: WakeWindow
  }

  /// Makes a planner without windows, for a machine whose wakes cost that much.
  package init(costs: WakeCosts = .phone) { self.costs = costs }

  /// How many windows wait; a periodic one counts once.
  package var count: Int { slotOfKey.count }

  package var isEmpty: Bool { slotOfKey.isEmpty }

  /// The moment at which the machine has to be awake next, if nothing wakes it before; `nil`:
  /// nothing asks for that.
  package var nextWake: Instant? {
    guard let deadline = byDeadline.first?.moment, deadline < WakeWindow.never else { return nil }
    return deadline
  }

  /// The pending window of the key; of a periodic one, its next instance.
  package subscript(key: UInt64) -> WakeWindow? { slotOfKey[key].map { slots[$0].window } }

  /// Every window, in the order of the keys: with the costs, all that decides anything.
  package var windows: [(key: UInt64, window: WakeWindow)] {
    // The order of hashing ends at the sort.
    slotOfKey.keys.sorted().compactMap { key in self[key].map { (key, $0) } }
  }

  // MARK: Changes

  /// Adds the window, or puts it in the place of the one that the key had.
  package mutating func set(_ window: WakeWindow, for key: UInt64) {
    if let slot = slotOfKey[key] {
      guard slots[slot].window != window else { return }
      withdraw(slot)
      slots[slot].window = window
      enter(slot)
      return
    }
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count {
      slots.append(Slot(key: key, window: window))
    } else {
      slots[slot] = Slot(key: key, window: window)
    }
    slotOfKey[key] = slot
    enter(slot)
  }

  /// Takes the window of the key out, with all its instances; returns it where there was one.
  @discardableResult
  package mutating func remove(_ key: UInt64) -> WakeWindow? {
    guard let slot = slotOfKey.removeValue(forKey: key) else { return nil }
    withdraw(slot)
    freeSlots.append(slot)
    return slots[slot].window
  }

  private mutating func enter(_ slot: Int) {
    let (key, window) = (slots[slot].key, slots[slot].window)
    byDeadline.insert(WindowHeap.Entry(moment: window.latest, key: key, slot: slot))
    byOpening[window.level.rawValue - 1].insert(
      WindowHeap.Entry(moment: window.earliest, key: key, slot: slot)
    )
  }

  private mutating func withdraw(_ slot: Int) {
    byDeadline.remove(slot: slot)
    byOpening[slots[slot].window.level.rawValue - 1].remove(slot: slot)
  }

  // MARK: Waking

  /// The machine is awake: decides what to serve, and takes that out.
  ///
  /// Call it at `nextWake`, and whenever something else has woken the machine; `free` is then the
  /// level that is powered at somebody else's cost. A periodic window that is served goes on with its
  /// next instance. What is overdue, because the host was late, is served.
  package mutating func wake(at now: Instant, free: EnergyLevel? = nil) -> PlannedWake {
    guard let level = level(at: now, free: free) else { return PlannedWake() }
    var wake = PlannedWake(level: level, nanojoules: costs.nanojoules(of: level, above: free))
    for served in EnergyLevel.allCases where served <= level {
      while let first = byOpening[served.rawValue - 1].first, first.moment <= now {
        let window = serve(first.slot, at: now)
        wake.servings.append(
          PlannedWake.Serving(key: first.key, level: served, latest: window.latest)
        )
      }
    }
    wake.servings.sort { $0.key < $1.key }
    wake.share(costs, above: free)
    return wake
  }

  /// Takes out the window in the slot, or moves it on to its next instance; returns what it was.
  private mutating func serve(_ slot: Int, at now: Instant) -> WakeWindow {
    let window = slots[slot].window
    if let next = window.following(now) {
      withdraw(slot)
      slots[slot].window = next
      enter(slot)
    } else {
      remove(slots[slot].key)
    }
    return window
  }

  /// The level at which to be awake now; `nil` where nothing is due and nothing is powered.
  private func level(at now: Instant, free: EnergyLevel?) -> EnergyLevel? {
    let needed = [dueLevel(at: now), free].compactMap(\.self).max()
    guard let needed else { return nil }
    let open = EnergyLevel.allCases.last { level in
      byOpening[level.rawValue - 1].first.map { $0.moment <= now } ?? false
    }
    guard let open, open > needed else { return needed }
    let horizon = WakeHorizon(from: now, heap: byDeadline) { slots[$0].window }
    let plan = NestedLevels(horizon, costs: costs, free: free)
    return max(needed, plan.firstLevel() ?? needed)
  }

  /// The highest level among the windows whose deadline has come.
  private func dueLevel(at now: Instant) -> EnergyLevel? {
    var highest: EnergyLevel?
    var positions = byDeadline.count > 0 ? [0] : []
    while let position = positions.popLast(), highest != .positioning {
      let entry = byDeadline[position]
      guard entry.moment <= now else { continue }
      highest = max(highest ?? .processor, slots[entry.slot].window.level)
      positions += byDeadline.children(of: position)
    }
    return highest
  }
}
