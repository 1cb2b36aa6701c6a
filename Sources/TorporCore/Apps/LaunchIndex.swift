import TorporModel

/// Which slot the app of each process is in.
///
/// Sorted by launch: numbers are handed out counting up, so a new one goes to the end, and there are
/// as many as processes, some tens. Looking one up costs a few comparisons and no hashing; every
/// input that comes from a process does it.
struct LaunchIndex: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let launch: LaunchIdentifier
    let slot: Int
  }

  private var entries: [Entry] = []

  /// The slot of the process's app; `nil` for one that is not there.
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

  /// Where the launch stands, or would stand.
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
