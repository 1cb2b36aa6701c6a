/// Calls to make, ordered by moment and, at the same moment, by when they were asked for.
///
/// A sorted array: a loop has a handful of them, and the last is the nearest.
struct MomentQueue {
  private struct Entry {
    let moment: Int64
    let number: UInt64
    let handler: () -> Void
  }

  /// Latest first.
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  var nearest: Int64? { entries.last?.moment }

  mutating func insert(moment: Int64, number: UInt64, handler: @escaping () -> Void) {
    let index = entries.firstIndex { $0.moment <= moment } ?? entries.count
    entries.insert(Entry(moment: moment, number: number, handler: handler), at: index)
  }

  /// Removes a call and returns it, so that what it owns ends when the queue can be changed again.
  mutating func remove(_ number: UInt64) -> (() -> Void)? {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
    return entries.remove(at: index).handler
  }

  mutating func removeFirstDue(at now: Int64) -> (() -> Void)? {
    guard let entry = entries.last, entry.moment <= now else { return nil }
    entries.removeLast()
    return entry.handler
  }
}
