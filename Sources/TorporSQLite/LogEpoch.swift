/// A number in the head of a database that says which state of it its write-ahead log continues.
///
/// SQLite applies any whole log to any file that it lies beside: a copy of an earlier day, another database, even one
/// that is not a database at all. A program that gives the database its next number with the first commit after each
/// time that the log was copied into the file can tell them apart: the log's first number names the file's, or, where
/// copying had begun, the file has one of the log's own.
///
/// The upper half of a number is random, and the lower half is the upper half of the number before: a file that was
/// restored twice does not get the same numbers twice. It is the database's application ID
/// (<https://www.sqlite.org/fileformat2.html#application_id>), which means nothing to SQLite. The counters of changes
/// that the head has as well stand still while one connection writes alone.
package struct LogEpoch: Hashable, Sendable {
  /// As SQLite has it.
  let number: Int32

  init(number: some BinaryInteger) { self.number = Int32(truncatingIfNeeded: number) }

  /// That of a database whose first bytes these are; `nil` where they are not those of a database.
  package init?(ofHead head: some Collection<UInt8>) {
    guard head.count >= Self.headBytes, head.starts(with: Self.magic) else { return nil }
    let word = head.dropFirst(Self.place).prefix(4)
    self.init(number: word.reduce(0 as UInt32) { $0 << 8 | UInt32($1) })
  }

  /// How many of its first bytes a database needs to have its number read: its head.
  package static let headBytes = 100
  private static let magic = Array("SQLite format 3\0".utf8)
  private static let place = 68

  /// A number that follows this one, another one each time.
  package var successor: LogEpoch {
    while true {
      let upper = UInt16.random(in: 1...UInt16.max)
      let next = LogEpoch(number: UInt32(upper) << 16 | UInt32(ownMark))
      if upper != ownMark, !next.isUnset { return next }
    }
  }

  /// Whether a database that has this number is the one that a log with those numbers continues.
  ///
  /// It is where that cannot be said: of a log without a number, or of a build that gave each state the same one.
  package func isContinued(by log: [LogEpoch]) -> Bool {
    guard let begin = log.first, begin != Self.ofEarlierBuilds, !log.contains(self) else {
      return true
    }
    return begin.number != 0 && begin.markBefore == ownMark
  }

  /// What the number that follows says of this one.
  private var ownMark: UInt16 {
    isUnset ? 0 : UInt16(truncatingIfNeeded: UInt32(bitPattern: number) >> 16)
  }
  private var markBefore: UInt16 { UInt16(truncatingIfNeeded: number) }

  /// "Torp", which builds before these numbers have written.
  private static let ofEarlierBuilds = LogEpoch(number: 0x546f_7270)
  /// Whether it is what those have written, or what a new database has.
  private var isUnset: Bool { number == 0 || self == Self.ofEarlierBuilds }
}
