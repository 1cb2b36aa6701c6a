extension NextAppPredictor {
  /// What the experts know of the moves that were like the one to come.
  struct Context {
    /// The app in front, which cannot come next.
    private let front: Int
    /// Sums by which frequencies become chances, the front left out.
    private var allTimeSum: Float
    private var sums: SIMD4<Float>
    /// What followed before, by slot: the weights of followers, recent ones, pairs and skips.
    private var evidence: [SIMD4<Float>] = []
    /// The same of the one slot that is asked for; there is none by slot then.
    private var given = SIMD4<Float>.zero
    private var evidenceSum = SIMD4<Float>.zero
    private var hourSum: Float = 0

    /// How many earlier moves like this one are looked at; our choice, for the time that it takes.
    private static let matchesMax = 48
    /// What is left of a match's weight behind a newer one: followers, recent, pairs, skips.
    private static let keep = SIMD4<Float>(0.98, 0.85, 0.98, 0.98)
    /// How much the hours beside this one count.
    private static let besideWeight: Float = 0.6

    /// What is known of every slot.
    init(_ predictor: NextAppPredictor) {
      self.init(sumsOf: predictor)
      evidence = [SIMD4<Float>](repeating: .zero, count: slotCount)
      let front = front
      var sum = SIMD4<Float>.zero
      evidence.withUnsafeMutableBufferPointer { evidence in
        sum = Context.collectFollowers(predictor.sequence) { evidence[$0] += $1 }
        sum[3] += Context.collectSkips(predictor.sequence, over: front) {
          evidence[$0][3] += $1
        }
      }
      evidenceSum = sum
    }

    /// What is known of one slot.
    @inline(__always)
    init(_ predictor: NextAppPredictor, of wanted: Int) {
      self.init(sumsOf: predictor)
      var given = SIMD4<Float>.zero
      var sum = Context.collectFollowers(predictor.sequence) { slot, weight in
        if slot == wanted { given += weight }
      }
      sum[3] += Context.collectSkips(predictor.sequence, over: front) { slot, weight in
        if slot == wanted { given[3] += weight }
      }
      self.given = given
      evidenceSum = sum
    }

    @inline(__always)
    private init(sumsOf predictor: NextAppPredictor) {
      front = Int(predictor.recent[0])
      let known = Float(predictor.recent.count - 1)
      sums = predictor.frequencySum - predictor.frequency[front]
      allTimeSum = sums[0] + known * NextAppPredictor.frequencyPrior
      sums += SIMD4(repeating: 1)
      let (hour, before, after) = Context.hours(around: predictor.lastHour)
      let beside = predictor.hourSums[before] + predictor.hourSums[after]
      hourSum = predictor.hourSums[hour] + Context.besideWeight * beside
      hourSum -= Context.hourWeight(predictor.hours, around: hour, of: front)
    }

    /// Adds the weights of what came next at moments like this one; returns the sum of all.
    @inline(__always)
    private static func collectFollowers(
      _ sequence: AppSequence,
      _ add: (_ slot: Int, _ weight: SIMD4<Float>) -> Void
    ) -> SIMD4<Float> {
      // Of slots that are known, all moves may have been dropped.
      guard sequence.count > 0 else { return .zero }
      let now = sequence.count - 1
      let before = now > sequence.oldest ? sequence[now - 1] : UInt8.max
      var weight = SIMD4<Float>(1, 1, 1, 0)
      var sum = SIMD4<Float>.zero
      let usualKeep = Context.keep
      sequence.forEachEarlier(sameAs: now, atMost: Context.matchesMax) { number in
        var given = weight
        var keep = usualKeep
        if number == sequence.oldest || sequence[number - 1] != before {
          given[2] = 0
          keep[2] = 1
        }
        add(Int(sequence[number + 1]), given)
        sum += given
        weight *= keep
      }
      return sum
    }

    /// Adds the weights of what came two moves after the app before this one; returns the sum of all.
    @inline(__always)
    private static func collectSkips(
      _ sequence: AppSequence,
      over front: Int,
      _ add: (_ slot: Int, _ weight: Float) -> Void
    ) -> Float {
      let now = sequence.count - 1
      guard now > sequence.oldest else { return 0 }
      var weight: Float = 1
      var sum: Float = 0
      let keep = Context.keep[3]
      sequence.forEachEarlier(sameAs: now - 1, atMost: Context.matchesMax) { number in
        let slot = Int(sequence[number + 2])
        if slot != front {
          add(slot, weight)
          sum += weight
        }
        weight *= keep
      }
      return sum
    }

    private static func hours(around hour: Int) -> (hour: Int, before: Int, after: Int) {
      (hour, hour == 0 ? 23 : hour - 1, hour == 23 ? 0 : hour + 1)
    }

    private static func hourWeight(_ hours: [Float], around hour: Int, of slot: Int) -> Float {
      let (hour, before, after) = Context.hours(around: hour)
      let beside = hours[before * slotCount + slot] + hours[after * slotCount + slot]
      return hours[hour * slotCount + slot] + besideWeight * beside
    }

    /// The chance that each expert gives the slot that is asked for.
    @inline(__always)
    func chances(of slot: Int, rank: Int, in predictor: NextAppPredictor) -> [Float] {
      var chances = [Float](repeating: 0, count: Expert.count)
      let frequency = predictor.frequency[slot]
      let allTime = (frequency[0] + NextAppPredictor.frequencyPrior) / allTimeSum
      chances[0] = allTime
      for horizon in 1..<4 { chances[horizon] = (frequency[horizon] + allTime) / sums[horizon] }
      let plain = chances[1]
      let prior = NextAppPredictor.followersPrior
      let followers = (given[0] + prior * plain) / (evidenceSum[0] + prior)
      chances[Expert.followers] = followers
      chances[Expert.recentFollowers] = (given[1] + prior * plain) / (evidenceSum[1] + prior)
      let pairPrior = NextAppPredictor.pairPrior
      let pairs = (given[2] + pairPrior * followers) / (evidenceSum[2] + pairPrior)
      chances[Expert.pairFollowers] = pairs
      chances[Expert.skipFollowers] = (given[3] + prior * plain) / (evidenceSum[3] + prior)
      let hourPrior = NextAppPredictor.hourPrior
      let inHour = Context.hourWeight(predictor.hours, around: predictor.lastHour, of: slot)
      chances[Expert.hour] = (inHour + hourPrior * plain) / (hourSum + hourPrior)
      chances[Expert.rank] = predictor.rankCounts[rank] / predictor.rankSum
      return chances
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
      let hour = weights[Expert.hour] / (hourSum + hourPrior)
      let plain = ((followers + recent + skips) * prior + hour * hourPrior) / sums[1]
      var frequency = SIMD4<Float>(0, weights[1], weights[2], weights[3]) / sums
      frequency[1] += plain
      frequency[0] = (weights[0] + frequency.sum()) / allTimeSum
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
      let (hour, before, after) = Context.hours(around: predictor.lastHour)
      let rows = (hour * slotCount, before * slotCount, after * slotCount)
      let besideWeight = Context.besideWeight
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
