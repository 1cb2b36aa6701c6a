import TorporModel

/// The order in which apps came to the front, each linked with its own last time.
///
/// Following the links from the app in front visits the moments like this one, newest first, without a
/// look at the rest. Three bytes a move.
struct AppSequence: Sendable {
  /// A ring of slots; the move with number `n` lies at `n % capacity`.
  private var slots: [UInt8] = []
  /// How many moves before this one the same app came to the front; 0 where that is forgotten.
  private var distances: [UInt16] = []
  /// How many moves there were; the number of the next.
  private(set) var count = 0
  /// The number of each slot's last move, plus 1; 0 where there is none.
  private var newest = [Int](repeating: 0, count: NextAppPredictor.slotCount)

  /// The moves that are kept: some weeks of a busy user, at 6 KiB; our choice.
  static let capacity = 2048

  /// The slot of that move; the caller knows that it is kept.
  subscript(number: Int) -> UInt8 { slots[number & (AppSequence.capacity - 1)] }

  /// The oldest move that is kept.
  var oldest: Int { max(0, count - AppSequence.capacity) }

  var byteCount: Int { slots.count + distances.count * 2 + newest.count * 8 }

  /// Adds the newest move.
  mutating func append(_ slot: UInt8) {
    let before = newest[Int(slot)] - 1
    let isLinked = before >= oldest && count - before < AppSequence.capacity
    let distance = isLinked ? UInt16(count - before) : 0
    if slots.count < AppSequence.capacity {
      slots.append(slot)
      distances.append(distance)
    } else {
      slots[count & (AppSequence.capacity - 1)] = slot
      distances[count & (AppSequence.capacity - 1)] = distance
    }
    count += 1
    newest[Int(slot)] = count
  }

  /// Calls with the move before that one with the same app, and with those before it, newest first.
  @inline(__always)
  func forEachEarlier(sameAs number: Int, atMost limit: Int, _ body: (Int) -> Void) {
    var number = number
    for _ in 0..<limit {
      let distance = Int(distances[number & (AppSequence.capacity - 1)])
      guard distance > 0, number - distance >= oldest else { return }
      number -= distance
      body(number)
    }
  }

  /// The same moves without those of one app, and without the repeats that this leaves.
  func removing(_ slot: UInt8) -> AppSequence {
    var rest = AppSequence()
    for number in oldest..<count where self[number] != slot {
      if rest.count == 0 || rest[rest.count - 1] != self[number] { rest.append(self[number]) }
    }
    return rest
  }
}

extension AppSequence: Hashable {
  /// The moves that are kept, oldest first.
  ///
  /// Where they lie in the ring depends on how many were dropped before them, and means nothing.
  private var kept: [UInt8] { (oldest..<count).map { self[$0] } }

  static func == (left: AppSequence, right: AppSequence) -> Bool { left.kept == right.kept }

  func hash(into hasher: inout Hasher) { hasher.combine(kept) }
}

extension AppSequence: Saved {
  /// Writes the moves that are kept, oldest first.
  func write(to writer: inout SavedWriter) { kept.write(to: &writer) }

  /// Reads the moves that are kept and links them.
  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginArray()
    while try reader.hasElement() {
      let start = reader.place
      let slot = try UInt8(from: &reader)
      guard slot < NextAppPredictor.slotCount else {
        throw SavedFailure("there is no slot \(slot)", at: start)
      }
      append(slot)
    }
  }
}
