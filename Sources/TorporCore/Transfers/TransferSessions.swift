internal import TorporModel

/// The sessions of the device, by number and by owner.
struct TransferSessions: Hashable, Sendable {
  /// Ascending by number.
  private(set) var all: [TransferSession] = []
  private var last: UInt32 = 0
  /// The numbers of an owner's sessions, ascending; looked up, never iterated.
  private var numbers: [TransferOwner: [UInt32]] = [:]

  init() {}

  subscript(number: UInt32) -> TransferSession? { index(of: number).map { all[$0] } }

  /// The sessions of an owner, in the order in which they were made.
  func of(_ owner: TransferOwner) -> [TransferSession] {
    (numbers[owner] ?? []).compactMap { self[$0] }
  }

  func hasAny(of owner: TransferOwner) -> Bool { numbers[owner] != nil }

  /// Makes a session; its number is never given again.
  mutating func add(_ configuration: SessionConfiguration, of owner: TransferOwner) -> UInt32 {
    last += 1
    all.append(TransferSession(number: last, owner: owner, configuration: configuration))
    numbers[owner, default: []].append(last)
    return last
  }

  mutating func remove(_ number: UInt32) {
    guard let index = index(of: number) else { return }
    let owner = all.remove(at: index).owner
    numbers[owner]?.removeAll { $0 == number }
    if numbers[owner]?.isEmpty == true { numbers[owner] = nil }
  }

  mutating func update(_ number: UInt32, _ change: (inout TransferSession) -> Void) {
    guard let index = index(of: number) else { return }
    change(&all[index])
  }

  private func index(of number: UInt32) -> Int? {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].number == number ? low : nil
  }
}

extension TransferSessions: Saved {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("all")
    all.write(to: &writer)
    writer.key("last")
    last.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("all")
    all = try [TransferSession](from: &reader)
    try reader.key("last")
    last = try UInt32(from: &reader)
    try reader.endObject()
    for session in all { numbers[session.owner, default: []].append(session.number) }
  }
}
