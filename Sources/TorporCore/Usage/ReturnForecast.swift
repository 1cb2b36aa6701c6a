/// How likely each app is to be opened soon, against the others: for who must choose which to keep.
///
/// "Soon" is not the next move: an app that is ended is missed whenever it is next opened. Four plain
/// estimates are multiplied, so that an app must look well in all of them, and no one of them can carry
/// it alone: how much it was used over some weeks, how much today, what usually comes within a few moves
/// of the app in front, and what is used in these hours of the day. Nothing is learned here that is
/// not in the model already; one forecast costs some microseconds.
package struct ReturnForecast: Sendable {
  /// Chances by slot: to be compared with each other, and no more than that.
  private let chances: [Double]
  /// The chance of an app that was never opened.
  package let chanceOfUnknown: Double
  /// The sum over all known apps.
  package let chanceSum: Double

  // Our choices all. On the recorded users a forecast of only the first three keeps a little more with
  // 5 and 8 apps and less with 3; on drawn users it keeps less everywhere (benchmark A4).

  /// What is left of a move's weight behind a newer one: half after 231 moves.
  static let habitKeep = 0.997
  /// When an open counts half, in seconds: 16 hours, so that the same hour yesterday counts a third.
  static let recencyHalfLife: Int64 = 16 * 3600
  /// Opens of that age and more count nothing: they would count less than a thousandth.
  static let recencyMax: Int64 = 10 * recencyHalfLife
  /// How many earlier moves to the app in front are looked at, and how many moves behind each.
  static let matchesMax = 48
  static let movesBehind = 8
  static let matchKeep = 0.98
  /// How many hours from now on.
  static let hoursAhead = 6

  /// The chance of the slot; of one that is not known, the least that any app has.
  package func chance(ofSlot slot: UInt8?) -> Double {
    slot.map { chances[Int($0)] } ?? chanceOfUnknown
  }

  /// Makes a forecast for that moment.
  ///
  /// - Parameters:
  ///   - predictor: what was opened, in which order.
  ///   - recency: the opens of each slot, each counting less the older it is.
  ///   - now: the moment of the question.
  init(_ predictor: NextAppPredictor, recency: [Double], at now: LocalSecond) {
    let known = predictor.recent.map { Int($0) }
    let priorSum = Double(predictor.frequencySum[0]) + Double(known.count) * ReturnForecast.prior
    let recencySum = known.reduce(0) { $0 + recency[$1] }
    let (habit, habitSum) = ReturnForecast.habit(predictor.sequence)
    let (company, companySum) = ReturnForecast.company(predictor.sequence)
    let hour = Int(now.secondOfDay / 3600)
    let hours = (0..<ReturnForecast.hoursAhead).map { (hour + $0) % 24 }
    let hoursSum = hours.reduce(0) { $0 + Double(predictor.hourSums[$1]) }

    func chance(of slot: Int?) -> Double {
      let opened = slot.map { predictor.frequency[$0] } ?? .zero
      let allTime = (Double(opened[0]) + ReturnForecast.prior) / max(1, priorSum)
      // What the finer answers fall back to where they know little.
      let plain = (Double(opened[1]) + allTime) / (Double(predictor.frequencySum[1]) + 1)
      let habitual = ((slot.map { habit[$0] } ?? 0) + allTime) / (habitSum + 1)
      let lately = ((slot.map { recency[$0] } ?? 0) + allTime) / (recencySum + 1)
      let usual = ReturnForecast.chanceOfAny(plain, in: ReturnForecast.movesBehind)
      let beside = ((slot.map { company[$0] } ?? 0) + 3 * usual) / (companySum + 3)
      let counted = hours.reduce(0) { sum, hour in
        sum + (slot.map { Double(predictor.hours[hour * NextAppPredictor.slotCount + $0]) } ?? 0)
      }
      let inHours = (counted + 5 * plain) / (hoursSum + 5)
      // The geometric mean: one app of half the chance everywhere has half the chance.
      return (habitual * lately * beside * inHours).squareRoot().squareRoot()
    }

    chanceOfUnknown = chance(of: nil)
    var chances = [Double](repeating: chanceOfUnknown, count: NextAppPredictor.slotCount)
    for slot in known { chances[slot] = chance(of: slot) }
    self.chances = chances
    chanceSum = known.reduce(0) { $0 + chances[$1] }
  }

  /// What each known app is taken to have been opened beyond what was seen.
  private static let prior = Double(NextAppPredictor.frequencyPrior)

  private static func chanceOfAny(_ chance: Double, in moves: Int) -> Double {
    var none = 1.0
    for _ in 0..<moves { none *= 1 - chance }
    return 1 - none
  }

  /// How often each slot came to the front, newer moves counting more, and the sum.
  private static func habit(_ sequence: AppSequence) -> ([Double], Double) {
    var counts = [Double](repeating: 0, count: NextAppPredictor.slotCount)
    var weight = 1.0
    var sum = 0.0
    for number in stride(from: sequence.count - 1, through: sequence.oldest, by: -1) {
      counts[Int(sequence[number])] += weight
      sum += weight
      weight *= habitKeep
    }
    return (counts, sum)
  }

  /// How often each slot came within a few moves of the app in front, and how often that was there.
  private static func company(_ sequence: AppSequence) -> ([Double], Double) {
    var counts = [Double](repeating: 0, count: NextAppPredictor.slotCount)
    guard sequence.count > 0 else { return (counts, 0) }
    let newest = sequence.count - 1
    // The match in which each slot was counted last.
    var seenIn = [Int](repeating: -1, count: NextAppPredictor.slotCount)
    var weight = 1.0
    var sum = 0.0
    sequence.forEachEarlier(sameAs: newest, atMost: matchesMax) { match in
      for number in (match + 1)...min(match + movesBehind, newest) {
        let slot = Int(sequence[number])
        if seenIn[slot] == match { continue }
        seenIn[slot] = match
        counts[slot] += weight
      }
      sum += weight
      weight *= matchKeep
    }
    return (counts, sum)
  }
}

extension OpenHistory {
  /// The opens up to that moment, each counting half of one 16 hours later.
  func recency(at now: LocalSecond) -> Double {
    var sum = 0.0
    forEachNewest { open in
      let age = max(0, now - open)
      guard age < ReturnForecast.recencyMax else { return false }
      // Halves joined by straight lines: the same bits on every machine, which a logarithm is not.
      let (halvings, rest) = age.quotientAndRemainder(dividingBy: ReturnForecast.recencyHalfLife)
      let share = Double(rest) / Double(ReturnForecast.recencyHalfLife)
      sum += Double(sign: .plus, exponent: -Int(halvings), significand: 1 - share / 2)
      return true
    }
    return sum
  }
}

extension UsageModel {
  /// How likely the known apps are to be opened soon, by what is known at that moment.
  package func returnForecast(at now: LocalSecond) -> ReturnForecast {
    var recency = [Double](repeating: 0, count: NextAppPredictor.slotCount)
    forEachKnown { recency[Int($0.slot)] = $0.history.recency(at: now) }
    return ReturnForecast(predictor, recency: recency, at: now)
  }
}
