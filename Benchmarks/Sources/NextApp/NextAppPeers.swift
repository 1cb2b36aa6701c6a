import TorporCore

/// The usual guesses at the next app: the most used, the newest, the usual follower, and frecency.
struct NextAppPeers {
  static let names = ["MFU", "MRU", "Markov-1", "frecency"]

  private var uses = [Double](repeating: 0, count: NextAppPredictor.slotCount)
  private var newest = [Double](repeating: 0, count: NextAppPredictor.slotCount)
  private var frecency = [Double](repeating: 0, count: NextAppPredictor.slotCount)
  private var followers = [Double](
    repeating: 0,
    count: NextAppPredictor.slotCount * NextAppPredictor.slotCount
  )
  private var front: Int?
  private var moves = 0.0

  /// What is left of a use after another one: of 0.9 to 0.995 the best for hit@5 on the recorded users.
  private static let frecencyKeep = 0.97

  mutating func noteOpened(_ slot: UInt8) {
    let slot = Int(slot)
    moves += 1
    if let front { followers[front * NextAppPredictor.slotCount + slot] += 1 }
    uses[slot] += 1
    newest[slot] = moves
    for place in frecency.indices { frecency[place] *= NextAppPeers.frecencyKeep }
    frecency[slot] += 1
    front = slot
  }

  /// The first few guesses of each, by name; between equals the more used app comes first.
  func mostLikely(_ count: Int) -> [(String, [UInt8])] {
    let row = (front ?? 0) * NextAppPredictor.slotCount
    let follows = Array(followers[row..<row + NextAppPredictor.slotCount])
    return zip(NextAppPeers.names, [uses, newest, follows, frecency]).map { name, scores in
      let known = uses.indices.filter { uses[$0] > 0 && $0 != front }
      let order = known.sorted { (scores[$0], uses[$0]) > (scores[$1], uses[$1]) }
      return (name, order.prefix(count).map { UInt8($0) })
    }
  }
}
