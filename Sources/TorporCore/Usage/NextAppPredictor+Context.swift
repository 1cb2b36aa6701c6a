extension NextAppPredictor {
  /// Sums by which what was counted becomes chances, the app in front left out: it cannot come next.
  struct Sums {
    let front: Int
    let allTime: Float
    let frequency: SIMD4<Float>
    let hour: Float

    /// How much the hours beside this one count.
    static let besideWeight: Float = 0.6

    @inline(__always)
    init(_ predictor: NextAppPredictor) {
      front = Int(predictor.recent[0])
      let known = Float(predictor.recent.count - 1)
      let counted = predictor.frequencySum - predictor.frequency[front]
      allTime = counted[0] + known * NextAppPredictor.frequencyPrior
      frequency = counted + SIMD4(repeating: 1)
      let (hour, before, after) = Sums.hours(around: predictor.lastHour)
      let beside = predictor.hourSums[before] + predictor.hourSums[after]
      let inHour = predictor.hourSums[hour] + Sums.besideWeight * beside
      self.hour = inHour - Sums.hourWeight(predictor.hours, around: hour, of: front)
    }

    static func hours(around hour: Int) -> (hour: Int, before: Int, after: Int) {
      (hour, hour == 0 ? 23 : hour - 1, hour == 23 ? 0 : hour + 1)
    }

    static func hourWeight(_ hours: [Float], around hour: Int, of slot: Int) -> Float {
      let (hour, before, after) = Sums.hours(around: hour)
      let beside = hours[before * slotCount + slot] + hours[after * slotCount + slot]
      return hours[hour * slotCount + slot] + besideWeight * beside
    }
  }

  /// What the experts know of one slot, at moves that were like the one to come.
  struct SlotContext {
    private let slot: Int
    private let sums: Sums
    /// What followed before: the weights of followers, recent ones, pairs and skips; of the slot, and of all.
    private let evidence: SIMD4<Float>
    private let evidenceSum: SIMD4<Float>

    @inline(__always)
    init(_ predictor: NextAppPredictor, of slot: Int) {
      self.slot = slot
      sums = Sums(predictor)
      var given = SIMD4<Float>.zero
      var sum = predictor.sequence.collectFollowers { follower, weight in
        if follower == slot { given += weight }
      }
      sum[3] += predictor.sequence.collectSkips(over: sums.front) { follower, weight in
        if follower == slot { given[3] += weight }
      }
      evidence = given
      evidenceSum = sum
    }

    /// The chance that each expert gives the slot, which stands at that rank.
    @inline(__always)
    func chances(rank: Int, in predictor: NextAppPredictor) -> [Float] {
      var chances = [Float](repeating: 0, count: Expert.count)
      let frequency = predictor.frequency[slot]
      let allTime = (frequency[0] + NextAppPredictor.frequencyPrior) / sums.allTime
      chances[0] = allTime
      for horizon in 1..<4 {
        chances[horizon] = (frequency[horizon] + allTime) / sums.frequency[horizon]
      }
      let plain = chances[1]
      let prior = NextAppPredictor.followersPrior
      let followers = (evidence[0] + prior * plain) / (evidenceSum[0] + prior)
      chances[Expert.followers] = followers
      chances[Expert.recentFollowers] = (evidence[1] + prior * plain) / (evidenceSum[1] + prior)
      let pairPrior = NextAppPredictor.pairPrior
      let pairs = (evidence[2] + pairPrior * followers) / (evidenceSum[2] + pairPrior)
      chances[Expert.pairFollowers] = pairs
      chances[Expert.skipFollowers] = (evidence[3] + prior * plain) / (evidenceSum[3] + prior)
      let hourPrior = NextAppPredictor.hourPrior
      let inHour = Sums.hourWeight(predictor.hours, around: predictor.lastHour, of: slot)
      chances[Expert.hour] = (inHour + hourPrior * plain) / (sums.hour + hourPrior)
      chances[Expert.rank] = predictor.rankCounts[rank] / predictor.rankSum
      return chances
    }
  }

  /// What the experts know of every slot, at moves that were like the one to come.
  struct Context {
    private let sums: Sums
    /// What followed before, by slot: the weights of followers, recent ones, pairs and skips; and of all slots.
    private var evidence = [SIMD4<Float>](repeating: .zero, count: slotCount)
    private var evidenceSum = SIMD4<Float>.zero

    init(_ predictor: NextAppPredictor) {
      sums = Sums(predictor)
      let front = sums.front
      var sum = SIMD4<Float>.zero
      evidence.withUnsafeMutableBufferPointer { evidence in
        sum = predictor.sequence.collectFollowers { evidence[$0] += $1 }
        sum[3] += predictor.sequence.collectSkips(over: front) { evidence[$0][3] += $1 }
      }
      evidenceSum = sum
    }

    /// The factors of what is counted for a slot in its mixed chance.
    ///
    /// The mixed chance is the sum of `chances` times the weights; what they have in common, such as the
    /// plain frequency that nearly all fall back to, is multiplied out here, once for all slots.
    private struct Factors {
      var frequency: SIMD4<Float>
      let evidence: SIMD4<Float>
      let hour: Float
      let rank: Float
      let constant: Float
    }

    private func factors(_ predictor: NextAppPredictor) -> Factors {
      let weights = predictor.weights
      let prior = NextAppPredictor.followersPrior
      let pairPrior = NextAppPredictor.pairPrior
      let hourPrior = NextAppPredictor.hourPrior
      let pairs = weights[Expert.pairFollowers] / (evidenceSum[2] + pairPrior)
      let followers = (weights[Expert.followers] + pairs * pairPrior) / (evidenceSum[0] + prior)
      let recent = weights[Expert.recentFollowers] / (evidenceSum[1] + prior)
      let skips = weights[Expert.skipFollowers] / (evidenceSum[3] + prior)
      let hour = weights[Expert.hour] / (sums.hour + hourPrior)
      let plain = ((followers + recent + skips) * prior + hour * hourPrior) / sums.frequency[1]
      var frequency = SIMD4<Float>(0, weights[1], weights[2], weights[3]) / sums.frequency
      frequency[1] += plain
      frequency[0] = (weights[0] + frequency.sum()) / sums.allTime
      return Factors(
        frequency: frequency,
        evidence: SIMD4(followers, recent, pairs, skips),
        hour: hour,
        rank: weights[Expert.rank] / predictor.rankSum,
        constant: frequency[0] * NextAppPredictor.frequencyPrior
      )
    }

    /// The mixed chance of each slot of `recent`.
    func mixedChances(in predictor: NextAppPredictor) -> [Float] {
      let factors = factors(predictor)
      let (hour, before, after) = Sums.hours(around: predictor.lastHour)
      let rows = (hour * slotCount, before * slotCount, after * slotCount)
      let besideWeight = Sums.besideWeight
      let recent = predictor.recent
      return [Float](unsafeUninitializedCapacity: recent.count) { mixed, filled in
        // Plain pointers: with the checks of arrays a ranking takes twice the time.
        recent.withUnsafeBufferPointer { recent in
          predictor.hours.withUnsafeBufferPointer { hours in
            predictor.frequency.withUnsafeBufferPointer { frequency in
              predictor.rankCounts.withUnsafeBufferPointer { ranks in
                evidence.withUnsafeBufferPointer { evidence in
                  for rank in recent.indices {
                    let slot = Int(recent[rank])
                    let counted =
                      frequency[slot] * factors.frequency + evidence[slot] * factors.evidence
                    let beside = hours[rows.1 + slot] + hours[rows.2 + slot]
                    let inHour = hours[rows.0 + slot] + besideWeight * beside
                    let other = inHour * factors.hour + ranks[rank] * factors.rank
                    mixed[rank] = counted.sum() + other + factors.constant
                  }
                }
              }
            }
          }
        }
        mixed[0] = 0
        filled = recent.count
      }
    }
  }
}

extension AppSequence {
  /// How many earlier moves like this one are looked at; our choice, for the time that it takes.
  private static let matchesMax = 48
  /// What is left of a match's weight behind a newer one: followers, recent, pairs, skips.
  private static let keep = SIMD4<Float>(0.98, 0.85, 0.98, 0.98)

  /// Adds the weights of what came next at moments like this one; returns the sum of all.
  @inline(__always)
  fileprivate func collectFollowers(
    _ add: (_ slot: Int, _ weight: SIMD4<Float>) -> Void
  ) -> SIMD4<Float> {
    // Of slots that are known, all moves may have been dropped.
    guard count > 0 else { return .zero }
    let now = count - 1
    let before = now > oldest ? self[now - 1] : UInt8.max
    var weight = SIMD4<Float>(1, 1, 1, 0)
    var sum = SIMD4<Float>.zero
    let usualKeep = AppSequence.keep
    forEachEarlier(sameAs: now, atMost: AppSequence.matchesMax) { number in
      var given = weight
      var keep = usualKeep
      if number == oldest || self[number - 1] != before {
        given[2] = 0
        keep[2] = 1
      }
      add(Int(self[number + 1]), given)
      sum += given
      weight *= keep
    }
    return sum
  }

  /// Adds the weights of what came two moves after the app before this one; returns the sum of all.
  @inline(__always)
  fileprivate func collectSkips(
    over front: Int,
    _ add: (_ slot: Int, _ weight: Float) -> Void
  ) -> Float {
    let now = count - 1
    guard now > oldest else { return 0 }
    var weight: Float = 1
    var sum: Float = 0
    let keep = AppSequence.keep[3]
    forEachEarlier(sameAs: now - 1, atMost: AppSequence.matchesMax) { number in
      let slot = Int(self[number + 2])
      if slot != front {
        add(slot, weight)
        sum += weight
      }
      weight *= keep
    }
    return sum
  }
}
