import TorporModel

/// The number of windows that ended in each step of age.
struct WindowEnds: Hashable, Sendable, Saved {
  private(set) var counts: [UInt16]

  init() { counts = Array(repeating: 0, count: WindowAges.count) }

  /// The total above which all counts are halved, so that habits of a year ago fade.
  ///
  /// 512 windows are some months on a phone with five a day (our choice).
  static let totalMax = 512

  /// Writes only the counts.
  func write(to writer: inout SavedWriter) { counts.write(to: &writer) }

  /// Reads only the counts.
  init(from reader: inout SavedReader) throws(SavedFailure) {
    let start = reader.place
    counts = try [UInt16](from: &reader)
    guard counts.count == WindowAges.count else {
      throw SavedFailure("\(counts.count) steps of age and not \(WindowAges.count)", at: start)
    }
  }

  mutating func add(_ seconds: Int) {
    counts[WindowAges.step(of: seconds)] += 1
    guard counts.reduce(0, { $0 + Int($1) }) > WindowEnds.totalMax else { return }
    for step in counts.indices { counts[step] /= 2 }
  }
}
