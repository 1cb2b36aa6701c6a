/// A number in the head of a database that says which state of it its write-ahead log continues.
///
/// SQLite applies any whole log to any file that it lies beside: a copy of an earlier day, another database, even one
/// that is not a database at all. A program that writes the successor of the last number with its first commit after each
/// time that the log was copied into the file can tell them apart: the file that a log continues has the number before
/// the log's first one, or, where copying had begun, one of the log's own.
///
/// It is the database's application ID (<https://www.sqlite.org/fileformat2.html#application_id>), which means nothing
/// to SQLite. The counters of changes that the head has as well stand still while one connection writes alone.
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

  /// The number that follows; after that of a database that has none, one that no other has.
  package var successor: LogEpoch {
    isUnset ? .first : LogEpoch(number: number &+ 1).skippingUnset
  }

  /// Whether a database that has this number is the one that a log with those numbers continues.
  ///
  /// It is where that cannot be said: a log without a number, or of a build that counted nothing.
  package func isContinued(by log: [LogEpoch]) -> Bool {
    guard let begin = log.first, !begin.isUnset, !log.contains(self) else { return true }
    return isUnset ? begin.isFirst : successor == begin
  }

  private static var first: LogEpoch {
    LogEpoch(number: Int32.random(in: 1..<(1 << (31 - firstBits))) << firstBits)
  }

  /// A log that begins with this continues a database that has no number yet, and no other.
  private var isFirst: Bool { number & ((1 << Self.firstBits) - 1) == 0 }

  /// How many bits of a first number are zero; our choice.
  private static let firstBits: Int32 = 12

  /// What a new database has, and "Torp", which builds before these numbers have written.
  private var isUnset: Bool { number == 0 || number == 0x546f_7270 }
  private var skippingUnset: LogEpoch { isUnset ? LogEpoch(number: number &+ 1) : self }
}
