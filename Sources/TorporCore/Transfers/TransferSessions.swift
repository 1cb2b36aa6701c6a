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

extension TransferSessions: Codable {
  private enum CodingKeys: String, CodingKey { case all, last }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    all = try container.decode([TransferSession].self, forKey: .all)
    last = try container.decode(UInt32.self, forKey: .last)
    for session in all { numbers[session.owner, default: []].append(session.number) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(all, forKey: .all)
    try container.encode(last, forKey: .last)
  }
}
