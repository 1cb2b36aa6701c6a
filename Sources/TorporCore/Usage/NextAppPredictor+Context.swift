extension NextAppPredictor {
  /// What the experts know of the moves that were like the one to come.
  struct Context {
    /// The app in front, which cannot come next.
    private let front: Int
    /// Sums by which frequencies become chances, the front left out.
    private var allTimeSum: Float
    private var sums: SIMD4<Float>
    /// What followed before: slot and weight by expert, `Expert.followers` first.
    private var evidence: [Evidence] = []
    private var evidenceSum = SIMD4<Float>.zero
    private var hourSum: Float = 0
    private var rankSum: Float = 0

    private struct Evidence {
      let slot: UInt8
      var weight: SIMD4<Float>
    }

    /// How many earlier moves like this one are looked at; our choice, for the time that it takes.
    private static let matchesMax = 48
    /// What is left of a match's weight behind a newer one: followers, recent, pairs, skips.
    private static let keep = SIMD4<Float>(0.995, 0.9, 0.98, 0.99)
    /// How much the hours beside this one count.
    private static let besideWeight: Float = 0.6

    init(_ predictor: NextAppPredictor) {
      front = Int(predictor.recent[0])
      let known = Float(predictor.recent.count - 1)
      sums = predictor.frequencySum - predictor.frequency[front]
      allTimeSum = sums[0] + known * NextAppPredictor.frequencyPrior
      sums += SIMD4(repeating: 1)
      evidence.reserveCapacity(2 * Context.matchesMax)
      collectFollowers(predictor.sequence)
      collectSkips(predictor.sequence)
      for rank in 1..<predictor.recent.count {
        rankSum += predictor.rankCounts[rank]
        hourSum += Context.hourWeight(predictor, Int(predictor.recent[rank]))
      }
    }

    private mutating func collectFollowers(_ sequence: AppSequence) {
      let now = sequence.count - 1
      let before = now > sequence.oldest ? sequence[now - 1] : UInt8.max
      var weight = SIMD4<Float>(1, 1, 1, 0)
      sequence.forEachEarlier(sameAs: now, atMost: Context.matchesMax) { number in
        let isPair = number > sequence.oldest && sequence[number - 1] == before
        var given = weight
        given[2] = isPair ? weight[2] : 0
        evidence.append(Evidence(slot: sequence[number + 1], weight: given))
        evidenceSum += given
        weight[0] *= Context.keep[0]
        weight[1] *= Context.keep[1]
        if isPair { weight[2] *= Context.keep[2] }
      }
    }

    private mutating func collectSkips(_ sequence: AppSequence) {
      let now = sequence.count - 1
      guard now > sequence.oldest else { return }
      var weight: Float = 1
      sequence.forEachEarlier(sameAs: now - 1, atMost: Context.matchesMax) { number in
        let slot = sequence[number + 2]
        if Int(slot) != front {
          evidence.append(Evidence(slot: slot, weight: SIMD4(0, 0, 0, weight)))
          evidenceSum[3] += weight
        }
        weight *= Context.keep[3]
      }
    }

    private static func hourWeight(_ predictor: NextAppPredictor, _ slot: Int) -> Float {
      let hour = predictor.lastHour
      let before = (hour == 0 ? 23 : hour - 1) * NextAppPredictor.slotCount
      let after = (hour == 23 ? 0 : hour + 1) * NextAppPredictor.slotCount
      let beside = predictor.hours[before + slot] + predictor.hours[after + slot]
      return predictor.hours[hour * NextAppPredictor.slotCount + slot] + besideWeight * beside
    }

    /// The chance that each expert gives one slot.
    func chances(of slot: UInt8, rank: Int, in predictor: NextAppPredictor) -> [Float] {
      var given = SIMD4<Float>.zero
      for item in evidence where item.slot == slot { given += item.weight }
      return chances(of: slot, rank: rank, evidence: given, in: predictor)
    }

    private func chances(
      of slot: UInt8,
      rank: Int,
      evidence given: SIMD4<Float>,
      in predictor: NextAppPredictor
    ) -> [Float] {
      var chances = [Float](repeating: 0, count: Expert.count)
      let frequency = predictor.frequency[Int(slot)]
      let allTime = (frequency[0] + NextAppPredictor.frequencyPrior) / allTimeSum
      chances[0] = allTime
      for horizon in 1..<4 { chances[horizon] = (frequency[horizon] + allTime) / sums[horizon] }
      let plain = chances[1]
      let prior = NextAppPredictor.followersPrior
      let followers = (given[0] + prior * plain) / (evidenceSum[0] + prior)
      chances[Expert.followers] = followers
      chances[Expert.recentFollowers] = (given[1] + prior * plain) / (evidenceSum[1] + prior)
      let pairPrior = NextAppPredictor.pairPrior
      chances[Expert.pairFollowers] =
        (given[2] + pairPrior * followers) / (evidenceSum[2] + pairPrior)
      chances[Expert.skipFollowers] = (given[3] + prior * plain) / (evidenceSum[3] + prior)
      let hourPrior = NextAppPredictor.hourPrior
      let inHour = Context.hourWeight(predictor, Int(slot))
      chances[Expert.hour] = (inHour + hourPrior * plain) / (hourSum + hourPrior)
      chances[Expert.rank] = predictor.rankCounts[rank] / rankSum
      return chances
    }

    /// The mixed chance of each slot of `recent`: the same sum as over `chances`, factored by expert.
    func mixedChances(in predictor: NextAppPredictor) -> [Float] {
      let weights = predictor.weights
      let prior = NextAppPredictor.followersPrior
      let pairPrior = NextAppPredictor.pairPrior
      let hourPrior = NextAppPredictor.hourPrior
      let pairShare = weights[Expert.pairFollowers] / (evidenceSum[2] + pairPrior)
      let followersShare =
        (weights[Expert.followers] + pairShare * pairPrior) / (evidenceSum[0] + prior)
      let recentShare = weights[Expert.recentFollowers] / (evidenceSum[1] + prior)
      let skipShare = weights[Expert.skipFollowers] / (evidenceSum[3] + prior)
      let hourShare = weights[Expert.hour] / (hourSum + hourPrior)
      let rankShare = weights[Expert.rank] / rankSum
      let evidenceShare = SIMD4(followersShare, recentShare, pairShare, skipShare)

      var byFrequency = SIMD4<Float>(0, weights[1], weights[2], weights[3]) / sums
      let byAllTime = weights[0] + byFrequency.sum()
      let byPlain = (followersShare + recentShare + skipShare) * prior + hourShare * hourPrior
      byFrequency[1] += byPlain / sums[1]
      let allTimeShare = (byAllTime + byPlain / sums[1]) / allTimeSum
      byFrequency[0] = allTimeShare
      let constant = allTimeShare * NextAppPredictor.frequencyPrior

      var mixed = [Float](repeating: 0, count: NextAppPredictor.slotCount)
      for item in evidence { mixed[Int(item.slot)] += (item.weight * evidenceShare).sum() }
      return predictor.recent.indices.map { rank in
        guard rank > 0 else { return 0 }
        let slot = Int(predictor.recent[rank])
        let plain = (predictor.frequency[slot] * byFrequency).sum() + constant
        let inHour = Context.hourWeight(predictor, slot) * hourShare
        return mixed[slot] + plain + inHour + predictor.rankCounts[rank] * rankShare
      }
    }
  }
}
