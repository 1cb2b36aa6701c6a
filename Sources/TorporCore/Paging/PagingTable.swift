package import TorporModel

/// The state of paging out: the swap, the budget, and the order in progress.
package struct PagingTable: Hashable, Sendable, Saved {
  /// How swap stands; `nil`: there is none, or this host cannot use it.
  package internal(set) var swap: SwapState?
  /// The order that is not answered yet; one at a time.
  private(set) var ordered: LaunchIdentifier?
  /// Whether that is to be done as fast as it can.
  private(set) var isUrgent: Bool?
  /// When an order was last under way.
  private var busyAt: Instant?
  /// When frozen apps are looked at next; `nil`: nothing here waits for time to pass.
  var nextReview: Instant?
  /// What may be written before the budget is used up, as it stood at a moment.
  private var bytesLeft: Int64 = PagingTable.bytesMax
  private var countedAt = Instant.zero

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case swap, ordered, isUrgent, busyAt
    case nextReview = "nextLook"
    case bytesLeft, countedAt
  }

  package init() {}

  /// Whether swap has room beyond what is left to the kernel for a shortage.
  var hasRoom: Bool {
    guard let swap else { return false }
    return swap.freeBytes > swap.totalBytes / PagingTable.reserveFraction
  }

  /// An order goes out.
  mutating func order(_ launch: LaunchIdentifier, isUrgent: Bool) {
    ordered = launch
    self.isUrgent = isUrgent ? true : nil
  }

  /// It was answered, or is no more.
  mutating func endOrder(at now: Instant) {
    ordered = nil
    isUrgent = nil
    busyAt = now
  }

  /// Whether tasks that wait now, or have waited in the last seconds, may wait for what we write.
  func wasBusy(at now: Instant) -> Bool {
    ordered != nil || busyAt.map { now - $0 < PagingTable.afterEffect } ?? false
  }

  /// What may be written now, in bytes.
  package func budget(at now: Instant) -> Int64 {
    let elapsed = max(0, (now - countedAt).nanoseconds)
    // Beyond the time that fills it from nothing the product would only grow towards overflow.
    let filled = elapsed / PagingTable.nanosecondsEachByte
    return min(PagingTable.bytesMax, bytesLeft + min(filled, 2 * PagingTable.bytesMax))
  }

  /// That much was written.
  mutating func spend(_ bytes: Int64, at now: Instant) {
    // What a piece goes beyond its order is owed, and never more than a whole budget.
    bytesLeft = max(-PagingTable.bytesMax, budget(at: now) - bytes)
    countedAt = now
  }

  /// When that much may be written.
  func moment(of bytes: Int64, at now: Instant) -> Instant {
    let missing = max(0, bytes - budget(at: now))
    return now + .nanoseconds(missing * PagingTable.nanosecondsEachByte)
  }

  /// Every rule of this table that does not hold, as sentences.
  func brokenInvariants(at now: Instant) -> [String] {
    var broken: [String] = []
    if bytesLeft > PagingTable.bytesMax {
      broken.append("\(bytesLeft) bytes may be paged out, of at most \(PagingTable.bytesMax)")
    }
    if swap == nil, nextReview != nil {
      broken.append("frozen apps are looked at for paging out, and there is no swap")
    }
    return broken
  }
}

extension PagingTable {
  /// The most that may be written at once, in bytes: 512 MiB, a large program or several small ones.
  ///
  /// Our choice.
  package static let bytesMax: Int64 = 512 << 20

  /// How long a byte takes to come back into the budget: about 14 µs.
  static let nanosecondsEachByte: Int64 = 60_000_000_000 / bytesEachMinute

  /// What comes back each minute, in bytes: 4 MiB, hence 5.6 GiB a day at most.
  ///
  /// A disk of 64 GB that bears a thousand writes of each cell bears that for 30 years; our choice.
  package static let bytesEachMinute: Int64 = 4 << 20

  /// What one order may write, in bytes: 32 MiB, under a tenth of a second of a slow disk's time.
  ///
  /// Our choice.
  package static let orderBytesMax: Int64 = 32 << 20

  /// The rest after an order that was filled, so that other readers of the disk get their turn: 2 s,
  /// and less after less.
  ///
  /// Our choice.
  package static let orderInterval = Duration.seconds(2)

  /// How long waits may come from what we wrote last: 20 s, of which a level is kept for 10 s, and the
  /// kernel's averages look back over 10 s.
  ///
  /// Our choice.
  static let afterEffect = Duration.seconds(20)

  /// The rest after an order that wrote so many bytes.
  static func rest(after bytes: Int64) -> Duration {
    // Thousandths of an order, so that nothing overflows.
    let permille = min(max(0, bytes), orderBytesMax) * 1000 / orderBytesMax
    return max(.milliseconds(100), orderInterval * Int(permille) / 1000)
  }

  /// The last tenth of swap is left to the kernel; our choice.
  static let reserveFraction: Int64 = 10
}

// MARK: - Saved, written by scripts/generate-saved

extension PagingTable {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let busyAt {
      writer.key("busyAt")
      busyAt.write(to: &writer)
    }
    writer.key("bytesLeft")
    bytesLeft.write(to: &writer)
    writer.key("countedAt")
    countedAt.write(to: &writer)
    if let isUrgent {
      writer.key("isUrgent")
      isUrgent.write(to: &writer)
    }
    if let nextReview {
      writer.key("nextLook")
      nextReview.write(to: &writer)
    }
    if let ordered {
      writer.key("ordered")
      ordered.write(to: &writer)
    }
    if let swap {
      writer.key("swap")
      swap.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    busyAt = try reader.hasKey("busyAt") ? Instant(from: &reader) : nil
    try reader.key("bytesLeft")
    bytesLeft = try Int64(from: &reader)
    try reader.key("countedAt")
    countedAt = try Instant(from: &reader)
    isUrgent = try reader.hasKey("isUrgent") ? Bool(from: &reader) : nil
    nextReview = try reader.hasKey("nextLook") ? Instant(from: &reader) : nil
    ordered = try reader.hasKey("ordered") ? LaunchIdentifier(from: &reader) : nil
    swap = try reader.hasKey("swap") ? SwapState(from: &reader) : nil
    try reader.endObject()
  }
}
