import TorporModel

/// The slot of each process's app.
///
/// Sorted by launch: numbers are assigned by counting up, so a new one is added at the end, and there
/// are only as many as processes, some tens. A look-up, which every input from a process needs, costs
/// a few comparisons and no hashing.
struct LaunchIndex: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let launch: LaunchIdentifier
    let slot: Int
  }

  private var entries: [Entry] = []

  /// Returns the slot of the process's app; `nil` if there is none.
  func slot(of launch: LaunchIdentifier) -> Int? {
    let position = position(of: launch)
    guard position < entries.count, entries[position].launch == launch else { return nil }
    return entries[position].slot
  }

  mutating func insert(_ launch: LaunchIdentifier, slot: Int) {
    entries.insert(Entry(launch: launch, slot: slot), at: position(of: launch))
  }

  mutating func remove(_ launch: LaunchIdentifier) {
    let position = position(of: launch)
    guard position < entries.count, entries[position].launch == launch else { return }
    entries.remove(at: position)
  }

  /// Returns the position of the launch, or the one where it would be inserted.
  private func position(of launch: LaunchIdentifier) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].launch.rawValue < launch.rawValue {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
