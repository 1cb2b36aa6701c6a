/// The steps of a window's age at which its chances change: each a fifth longer, from 8 s to 14 h.
enum WindowAges {
  /// Where each step begins, in seconds: 0, 8, and then a fifth more each time.
  ///
  /// A window that has been open for a minute predicts the next minute, one of an hour the next hour;
  /// so steps grow with age. A fifth is fine enough for decisions and leaves each step enough windows
  /// to learn from (our choice).
  static let starts: [Int] = {
    var starts = [0, 8]
    while starts.count < 52 {
      starts.append(max(starts[starts.count - 1] * 6 / 5, starts[starts.count - 1] + 1))
    }
    return starts
  }()

  static var count: Int { starts.count }

  /// Returns the step that an age belongs to.
  static func step(of seconds: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= seconds { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the end of a step; the last one, which has no end, counts as twice its start.
  static func end(of step: Int) -> Int {
    step + 1 < starts.count ? starts[step + 1] : 2 * starts[step]
  }
}
