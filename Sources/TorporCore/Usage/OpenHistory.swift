package import TorporModel

/// When one app was opened, as far back as that says something about tomorrow.
///
/// The history itself is what is kept, and every expectation is computed from it when it is asked for:
/// a better way to learn then needs no new state, and forgetting is dropping what is old.
package struct OpenHistory: Hashable, Sendable {
  /// Opens in the order in which they were told, 4 bytes each; a clock set back may disorder them.
  private var seconds: [UInt32] = []

  /// How many opens were ever told, those forgotten included.
  package private(set) var countSeen: Int = 0

  /// When the first open came, forgotten or not; exposure counts from there.
  package private(set) var first: LocalSecond?

  /// The newest opens that are kept: 34 a day for 30 days, at 4 KiB; our choice.
  package static let countMax = 1024

  /// How far back opens are kept: beyond it an open would weigh less than a seventh; our choice.
  package static let daysMax: Int64 = 60

  package init() {}

  /// The last open that was told.
  package var last: LocalSecond? { seconds.last.map { LocalSecond(Int64($0)) } }

  /// How many opens are kept.
  package var count: Int { seconds.count }

  /// The app came to the front.
  package mutating func noteOpened(at moment: LocalSecond) {
    let second = UInt32(clamping: moment.rawValue)
    countSeen += 1
    if first.map({ moment < $0 }) ?? true { first = moment }
    let oldest = Int64(second) - OpenHistory.daysMax * LocalSecond.secondsEachDay
    var expired = seconds.prefix { Int64($0) < oldest }.count
    expired = max(expired, seconds.count + 1 - OpenHistory.countMax)
    if expired > 0 { seconds.removeFirst(expired) }
    seconds.append(second)
  }

  /// Calls with the opens that are kept, the newest first, for as long as the answer is yes.
  func forEachNewest(_ body: (LocalSecond) -> Bool) {
    for second in seconds.reversed() where !body(LocalSecond(Int64(second))) { return }
  }

  /// The opens before that moment that are kept, from early to late.
  package func opens(before end: LocalSecond) -> [LocalSecond] {
    let bound = UInt32(clamping: end.rawValue)
    return seconds.filter { $0 < bound }.sorted().map { LocalSecond(Int64($0)) }
  }

  /// The first day of which every open is kept, or the day of the first open.
  package var firstDayKept: Int64? {
    guard let first else { return nil }
    guard countSeen > seconds.count, let oldest = seconds.first else { return first.day }
    // The day of the oldest open may have lost its morning.
    return max(first.day, LocalSecond(Int64(oldest)).day + 1)
  }
}

extension OpenHistory: Saved {
  /// Writes the counts, then every open as its distance from the one before.
  package func write(to writer: inout SavedWriter) {
    writer.beginArray()
    writer.element(countSeen)
    writer.element(first)
    var before: Int64 = 0
    for second in seconds {
      writer.element(Int64(second) - before)
      before = Int64(second)
    }
    writer.endArray()
  }

  /// Reads the counts and the opens from one list of integers.
  ///
  /// - Throws: `SavedFailure` when an open lies outside of its 32 bits.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginArray()
    countSeen = try reader.element(Int.self)
    first = try reader.element(LocalSecond?.self)
    var second: Int64 = 0
    while try reader.hasElement() {
      let start = reader.place
      second += try Int64(from: &reader)
      guard let kept = UInt32(exactly: second) else {
        throw SavedFailure("there is no open at \(second)", at: start)
      }
      seconds.append(kept)
    }
  }
}
