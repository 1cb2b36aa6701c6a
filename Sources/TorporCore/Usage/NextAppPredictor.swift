package import TorporModel

/// Which app comes to the front next, learned move by move.
///
/// Ten simple experts each give every known app a chance: how often it was opened lately (over four
/// horizons), what followed the app in front (over two), what followed the last two, what came two
/// moves after the app before, the hour, and how many apps ago it was in front. The chances are
/// mixed by weights that follow who has been right. So there is nothing to tune to a user, and nothing
/// that costs more than additions and multiplications.
package struct NextAppPredictor: Hashable, Sendable {
  /// Slots that were in front, the newest first; of all others nothing is known.
  private(set) var recent: [UInt8] = []
  private(set) var sequence = AppSequence()
  /// How often each slot was opened, old moves counting less: over four horizons.
  private(set) var frequency = [SIMD4<Float>](repeating: .zero, count: slotCount)
  private(set) var frequencySum = SIMD4<Float>.zero
  /// How often each slot was opened in each hour of the day, and the sum of each hour.
  private(set) var hours = [Float](repeating: 0, count: 24 * slotCount)
  private(set) var hourSums = [Float](repeating: 0, count: 24)
  /// How often the next app was the one that many apps ago.
  private(set) var rankCounts = [Float](repeating: rankPrior, count: slotCount)
  private(set) var rankSum = rankPrior * Float(slotCount)
  private(set) var weights = [Float](repeating: 1 / Float(Expert.count), count: Expert.count)
  private(set) var lastHour = 0

  /// The most apps that are told apart: slots are 0 to 127; our choice.
  package static let slotCount = 128

  /// The experts, in the order of their weights.
  enum Expert {
    /// Frequency over all time, and over about 70, 14 and 5 moves.
    static let frequency = 0
    static let followers = 4
    static let recentFollowers = 5
    static let pairFollowers = 6
    static let skipFollowers = 7
    static let hour = 8
    static let rank = 9
    static let count = 10
  }

  // Our choices all. Of those varied on the recorded and on drawn users (the followers' prior, the
  // step of the weights, the matches looked at, their keeps), none moved benchmark A5 by more than
  // 0.035, which is about its noise on 515 moves.

  /// What is left of an open's weight after another open.
  static let frequencyKeep = SIMD4<Float>(0.999, 0.985, 0.93, 0.8)
  /// What each known app is taken to have been opened beyond what was seen.
  static let frequencyPrior: Float = 0.3
  /// Opens that the plainer answer counts for, where the finer one has few.
  static let followersPrior: Float = 3
  static let pairPrior: Float = 2
  static let hourPrior: Float = 5
  static let rankPrior: Float = 0.1
  private static let hourKeep: Float = 0.995
  private static let rankKeep: Float = 0.998
  /// How far a weight follows one move, and the share that all experts keep.
  private static let weightStep: Float = 0.1
  private static let weightShare: Float = 0.002

  /// The moves that are remembered one by one.
  package static let movesKept = AppSequence.capacity

  package init() {}

  /// Memory that it holds, in bytes.
  package var byteCount: Int {
    let ranked = recent.count + rankCounts.count * 4 + weights.count * 4
    let counted = frequency.count * 16 + hours.count * 4
    return MemoryLayout<NextAppPredictor>.size + ranked + counted + sequence.byteCount
  }

  /// The slot has come to the front.
  ///
  /// The same slot again is no move: nothing is learned from it.
  package mutating func noteOpened(_ slot: UInt8, at moment: LocalSecond) {
    precondition(slot < NextAppPredictor.slotCount, "slot \(slot) is none of 0 to 127")
    guard recent.first != slot else { return }
    let rank = recent.firstIndex(of: slot)
    if let rank { learn(slot, rank: rank) }
    sequence.append(slot)
    if let rank { recent.remove(at: rank) }
    recent.insert(slot, at: 0)
    count(slot, hour: Int(moment.secondOfDay / 3600))
  }

  /// Moves the weights towards the experts that gave the slot a good chance.
  private mutating func learn(_ slot: UInt8, rank: Int) {
    guard recent.count > 1 else { return }
    let chances = SlotContext(self, of: Int(slot)).chances(rank: rank, in: self)
    var mixed: Float = 0
    for expert in 0..<Expert.count { mixed += weights[expert] * chances[expert] }
    var sum: Float = 0
    for expert in 0..<Expert.count {
      weights[expert] *= 1 + NextAppPredictor.weightStep * (chances[expert] / mixed - 1)
      sum += weights[expert]
    }
    let share = NextAppPredictor.weightShare / Float(Expert.count)
    let scale = (1 - NextAppPredictor.weightShare) / sum
    for expert in 0..<Expert.count { weights[expert] = weights[expert] * scale + share }
    let rankKeep = NextAppPredictor.rankKeep
    rankCounts.withUnsafeMutableBufferPointer { counts in
      for place in counts.indices { counts[place] *= rankKeep }
      counts[rank] += 1
    }
    rankSum = rankSum * rankKeep + 1
  }

  private mutating func count(_ slot: UInt8, hour: Int) {
    let keep = NextAppPredictor.frequencyKeep
    // Below this nothing is decided, and far below it a processor becomes many times slower.
    let negligible = SIMD4<Float>(repeating: 1e-12)
    // Of slots that are not known everything is zero.
    for known in recent {
      let kept = frequency[Int(known)] * keep
      frequency[Int(known)] = kept.replacing(with: 0, where: kept .< negligible)
    }
    frequency[Int(slot)] += SIMD4(repeating: 1)
    frequencySum = frequencySum * keep + SIMD4(repeating: 1)
    let row = hour * NextAppPredictor.slotCount
    let hourKeep = NextAppPredictor.hourKeep
    for known in recent { hours[row + Int(known)] *= hourKeep }
    hours[row + Int(slot)] += 1
    hourSums[hour] = hourSums[hour] * hourKeep + 1
    lastHour = hour
  }

  /// Forgets everything about one slot.
  package mutating func forget(_ slot: UInt8) {
    sequence = sequence.removing(slot)
    recent.removeAll { $0 == slot }
    frequencySum -= frequency[Int(slot)]
    frequency[Int(slot)] = .zero
    for hour in 0..<24 {
      hourSums[hour] -= hours[hour * NextAppPredictor.slotCount + Int(slot)]
      hours[hour * NextAppPredictor.slotCount + Int(slot)] = 0
    }
  }

  // MARK: Asking

  /// The slots in the order in which they are likely to come next, the one in front left out.
  package func ranking() -> [UInt8] {
    let scores = scores()
    let order = (1..<max(1, recent.count)).sorted { left, right in
      scores[left] != scores[right] ? scores[left] > scores[right] : left < right
    }
    return order.map { recent[$0] }
  }

  /// The first few of the ranking, found without sorting the rest.
  package func mostLikely(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    var best: [(rank: Int, score: Float)] = []
    best.reserveCapacity(count + 1)
    scores().withUnsafeBufferPointer { scores in
      for rank in 1..<max(1, scores.count) {
        let score = scores[rank]
        if best.count == count {
          guard let last = best.last, score > last.score else { continue }
          best.removeLast()
        }
        var place = best.count
        while place > 0, best[place - 1].score < score { place -= 1 }
        best.insert((rank, score), at: place)
      }
    }
    return best.map { recent[$0.rank] }
  }

  /// The chance that each app of `recent` comes next, by its place there; 0 for the one in front.
  package func scores() -> [Float] {
    guard recent.count > 1 else { return [Float](repeating: 0, count: recent.count) }
    return Context(self).mixedChances(in: self)
  }
}

extension NextAppPredictor: Saved {
  /// Writes what is known of the known slots; numbers as their bits, so that each comes back as it was.
  package func write(to writer: inout SavedWriter) {
    var bits: [UInt32] = []
    var copy = self
    copy.forEachFloat { bits.append($0.bitPattern) }
    writer.beginObject()
    writer.key("floats")
    bits.write(to: &writer)
    writer.key("lastHour")
    lastHour.write(to: &writer)
    writer.key("recent")
    recent.write(to: &writer)
    writer.key("sequence")
    sequence.write(to: &writer)
    writer.endObject()
  }

  /// Reads what is known of the known slots.
  ///
  /// - Throws: `SavedFailure` when slots or numbers are not what was written.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("floats")
    let start = reader.place
    let bits = try [UInt32](from: &reader)
    try reader.key("lastHour")
    lastHour = try Int(from: &reader)
    try reader.key("recent")
    recent = try [UInt8](from: &reader)
    try reader.key("sequence")
    sequence = try AppSequence(from: &reader)
    try reader.endObject()
    var seen = [Bool](repeating: false, count: NextAppPredictor.slotCount)
    var isSound = (0..<24).contains(lastHour)
    for slot in recent where isSound {
      isSound = slot < NextAppPredictor.slotCount && !seen[Int(slot)]
      if isSound { seen[Int(slot)] = true }
    }
    var taken = 0
    var isShort = false
    if isSound {
      forEachFloat { value in
        if taken < bits.count { value = Float(bitPattern: bits[taken]) } else { isShort = true }
        taken += 1
      }
    }
    guard isSound, !isShort, taken == bits.count else {
      throw SavedFailure("the predictor's numbers do not belong to its slots", at: start)
    }
  }

  /// Visits every number that is not the same for all predictors, always in the same order.
  private mutating func forEachFloat(_ visit: (inout Float) -> Void) {
    for place in weights.indices { visit(&weights[place]) }
    for place in rankCounts.indices { visit(&rankCounts[place]) }
    visit(&rankSum)
    for place in 0..<4 { visit(&frequencySum[place]) }
    for hour in hourSums.indices { visit(&hourSums[hour]) }
    for slot in recent.map({ Int($0) }) {
      for place in 0..<4 { visit(&frequency[slot][place]) }
      for hour in 0..<24 { visit(&hours[hour * NextAppPredictor.slotCount + slot]) }
    }
  }
}
