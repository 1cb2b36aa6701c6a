/// One pending piece of work as the store keeps it, in half a cache line.
struct PendingRecord: Sendable {
  /// The caller's key; in a slot that is free: the next free slot.
  var key: UInt64
  /// When it may begin, in nanoseconds; `anyTime` when it named no date.
  var begin: Int64
  /// When it is overdue, in nanoseconds; `never` when it named no date.
  var latest: Int64
  /// The number of its insertion above, the number of its class below.
  private var packed: UInt64

  /// The begin of work that may begin at once.
  static let anyTime = Int64.min
  /// The latest date of work that can wait for ever.
  static let never = Int64.max

  /// 24 bits of 64 for the class (16 million of them) leave 40 for the insertion, which last for 34
  /// years of a thousand insertions a second; our choice, to keep the record at 32 bytes.
  static let classBits: UInt64 = 24
  static let classCountMax = 1 << Int(classBits)

  init(key: UInt64, classNumber: Int, begin: Int64, latest: Int64, order: UInt64) {
    precondition(order >> (64 - PendingRecord.classBits) == 0, "40 bits of insertions are used up")
    self.key = key
    self.begin = begin
    self.latest = latest
    packed = order << PendingRecord.classBits | UInt64(classNumber)
  }

  var classNumber: Int { Int(packed & (1 << PendingRecord.classBits - 1)) }
  var order: UInt64 { packed >> PendingRecord.classBits }

  /// Its place among work that may run: by latest date, then begin, then insertion.
  var runningPlace: PendingPlace { PendingPlace(first: latest, second: begin, order: packed) }
  /// Its place among work that waits for its begin.
  var waitingPlace: PendingPlace { PendingPlace(first: begin, second: latest, order: packed) }
}

/// A place in an order of pending work; no two pieces have the same.
struct PendingPlace: Comparable, Sendable {
  let first: Int64
  let second: Int64
  /// The insertion, and the class that has no say because insertions differ.
  let order: UInt64

  /// Before every place.
  static let least = PendingPlace(first: .min, second: .min, order: 0)

  static func < (left: PendingPlace, right: PendingPlace) -> Bool {
    if left.first != right.first { return left.first < right.first }
    if left.second != right.second { return left.second < right.second }
    return left.order < right.order
  }
}

/// Which of its two places a piece of work takes in a set.
enum PendingOrder: Sendable {
  case running, waiting

  func place(of slot: UInt32, in records: RecordPages) -> PendingPlace {
    switch self {
    case .running: records[slot].runningPlace
    case .waiting: records[slot].waitingPlace
    }
  }
}
