/// Lets go of a lost focus a little late, and takes on a new one at once.
///
/// Between two windows there is often a moment without any focus, and a user who switches back and
/// forth should not have programs frozen and thawed each time. A pure value: the caller brings the time.
struct FocusDebounce {
  /// How long a process counts as focused after it has lost the focus, in nanoseconds: 500 ms.
  ///
  /// Longer than a window manager takes between two windows, shorter than any grace before a freeze.
  /// Our choice.
  static let lingerNanoseconds: Int64 = 500_000_000

  private var present: Set<Int32> = []
  /// When each process that has lost the focus is let go of, on the caller's clock.
  private var lingering: [Int32: Int64] = [:]

  /// The processes that count as focused, sorted.
  var focused: [Int32] { present.union(lingering.keys).sorted() }

  /// When the next process is let go of; `nil`: none is about to be.
  var nextNanoseconds: Int64? { lingering.values.min() }

  /// Takes on what is focused now.
  mutating func look(_ processes: [Int32], atNanoseconds now: Int64) {
    expire(atNanoseconds: now)
    let next = Set(processes)
    for lost in present.subtracting(next) {
      lingering[lost] = now + FocusDebounce.lingerNanoseconds
    }
    for focused in next { lingering[focused] = nil }
    present = next
  }

  /// Lets go of what has lost the focus long enough ago.
  mutating func expire(atNanoseconds now: Int64) {
    lingering = lingering.filter { $0.value > now }
  }
}
