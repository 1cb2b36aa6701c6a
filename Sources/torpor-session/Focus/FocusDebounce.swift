/// Delays the loss of focus a little, and applies a new focus at once.
///
/// Between two windows there is often a moment without any focus, and a user who switches back and forth should not
/// cause programs to be frozen and thawed each time. A pure value: the caller supplies the time.
struct FocusDebounce {
  /// The time for which a process counts as focused after it has lost the focus, in nanoseconds: 500 ms.
  ///
  /// Longer than a window manager takes between two windows, shorter than any grace period before a freeze. Our choice.
  static let lingerNanoseconds: Int64 = 500_000_000

  private var present: Set<Int32> = []
  /// The time at which each process that has lost the focus stops counting, on the caller's clock.
  private var lingering: [Int32: Int64] = [:]

  /// The processes that count as focused, sorted.
  var focused: [Int32] { present.union(lingering.keys).sorted() }

  /// The time at which the next process stops counting; `nil`: none will.
  var nextNanoseconds: Int64? { lingering.values.min() }

  /// Applies the current focus.
  mutating func look(_ processes: [Int32], atNanoseconds now: Int64) {
    expire(atNanoseconds: now)
    let next = Set(processes)
    for lost in present.subtracting(next) {
      lingering[lost] = now + FocusDebounce.lingerNanoseconds
    }
    for focused in next { lingering[focused] = nil }
    present = next
  }

  /// Removes processes that lost the focus long enough ago.
  mutating func expire(atNanoseconds now: Int64) {
    lingering = lingering.filter { $0.value > now }
  }
}
