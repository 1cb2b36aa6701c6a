/// The ages of a window at which what is known of it changes: steps of a fifth, from 8 s to 14 h.
enum WindowAges {
  /// Where each step begins, in seconds: 0, 8, and then a fifth more each time.
  ///
  /// A window that has been open for a minute tells of the next minute, one of an hour of the next
  /// hour; so steps grow with age. A fifth is fine enough to decide by and leaves each step enough
  /// windows to learn from (our choice).
  static let starts: [Int] = {
    var starts = [0, 8]
    while starts.count < 52 {
      starts.append(max(starts[starts.count - 1] * 6 / 5, starts[starts.count - 1] + 1))
    }
    return starts
  }()

  static var count: Int { starts.count }

  /// The step that an age belongs to.
  static func step(of seconds: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= seconds { low = middle } else { high = middle }
    }
    return low
  }

  /// Where a step ends; the last, which has no end, counts as twice its start.
  static func end(of step: Int) -> Int {
    step + 1 < starts.count ? starts[step + 1] : 2 * starts[step]
  }
}
