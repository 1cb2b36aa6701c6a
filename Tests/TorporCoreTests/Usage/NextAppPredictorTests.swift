import Testing

@testable import TorporCore

@Suite("The predictor of the next app")
struct NextAppPredictorTests {
  private func moment(_ number: Int) -> LocalSecond { LocalSecond(Int64(number) * 700) }

  @Test("learns what follows what")
  func followers() {
    var predictor = NextAppPredictor()
    for round in 0..<60 {
      for (place, slot) in [UInt8(0), 1, 0, 2, 3].enumerated() {
        predictor.noteOpened(slot, at: moment(round * 5 + place))
      }
    }
    // In front is 3, after which 0 always came.
    #expect(predictor.mostLikely(1) == [0])
    predictor.noteOpened(0, at: moment(300))
    predictor.noteOpened(1, at: moment(301))
    #expect(predictor.mostLikely(1) == [0])
    predictor.noteOpened(0, at: moment(302))
    // After 1 and 0 came 2; after 3 and 0 came 1.
    #expect(predictor.mostLikely(1) == [2])
  }

  @Test("follows a user who changes")
  func change() {
    var predictor = NextAppPredictor()
    for number in 0..<400 { predictor.noteOpened(UInt8(number % 2), at: moment(number)) }
    for number in 400..<500 { predictor.noteOpened(UInt8(2 + number % 2), at: moment(number)) }
    #expect(predictor.mostLikely(1) == [2])
    #expect(predictor.recent.first == 3)
  }

  @Test("takes the same app again for no move")
  func sameAgain() {
    var predictor = NextAppPredictor()
    for number in 0..<10 { predictor.noteOpened(UInt8(number % 3), at: moment(number)) }
    let before = predictor
    predictor.noteOpened(0, at: moment(11))
    #expect(predictor == before)
  }

  @Test("says nothing where it knows no other app")
  func nothingKnown() {
    var predictor = NextAppPredictor()
    #expect(predictor.ranking() == [] && predictor.mostLikely(5) == [])
    predictor.noteOpened(7, at: moment(0))
    #expect(predictor.ranking() == [] && predictor.mostLikely(5) == [])
    predictor.forget(7)
    #expect(predictor.ranking() == [])
    predictor.noteOpened(8, at: moment(1))
    predictor.noteOpened(7, at: moment(2))
    #expect(predictor.ranking() == [8] && predictor.mostLikely(0) == [])
  }

  @Test(
    "gives chances that are the weighted ones of its experts and sum to 1",
    arguments: UInt64(0)..<6
  )
  func mixture(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var predictor = NextAppPredictor()
    for number in 0..<2300 {
      let slot = UInt8(
        Int.random(in: 0..<30, using: &random) * Int.random(in: 0..<30, using: &random) / 30
      )
      predictor.noteOpened(slot, at: moment(number))
      guard number % 97 == 0, predictor.recent.count > 1 else { continue }
      if number % 291 == 0 { predictor.forget(predictor.recent[0]) }
      let scores = predictor.scores()
      for (rank, slot) in predictor.recent.enumerated().dropFirst() {
        let context = NextAppPredictor.SlotContext(predictor, of: Int(slot))
        let chances = context.chances(rank: rank, in: predictor)
        let sum = zip(chances, predictor.weights).reduce(0) { $0 + $1.0 * $1.1 }
        #expect(abs(sum - scores[rank]) < 1e-4)
      }
      // The expert of ranks keeps a little for ranks that no app has yet.
      let total = scores.reduce(0, +)
      #expect(0.5 < total && total < 1.01, "\(total)")
      #expect(predictor.weights.allSatisfy { $0 > 0 })
      #expect(predictor.mostLikely(5) == Array(predictor.ranking().prefix(5)))
      #expect(Set(predictor.ranking()) == Set(predictor.recent.dropFirst()))
    }
  }

  @Test("guesses better than the most used app where there are habits", arguments: UInt64(0)..<3)
  func betterThanFrequency(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let favourite = (0..<20).map { _ in UInt8.random(in: 0..<20, using: &random) }
    var predictor = NextAppPredictor()
    var counts = [Int](repeating: 0, count: 20)
    var front: UInt8 = 0
    var hits = 0
    var hitsOfMostUsed = 0
    for number in 0..<1500 {
      let usual = favourite[Int(front)]
      let isUsual = usual != front && Int.random(in: 0..<10, using: &random) < 6
      var next = isUsual ? usual : UInt8.random(in: 0..<20, using: &random)
      if next == front { next = (next + 1) % 20 }
      if number > 1000 {
        if predictor.mostLikely(1) == [next] { hits += 1 }
        let others = (0..<20).filter { $0 != Int(front) }
        if others.max(by: { counts[$0] < counts[$1] }) == Int(next) { hitsOfMostUsed += 1 }
      }
      predictor.noteOpened(next, at: moment(number))
      counts[Int(next)] += 1
      front = next
    }
    #expect(hits > 200)
    #expect(hits > hitsOfMostUsed)
  }

  @Test("holds less than 64 KiB with all slots known and all moves remembered")
  func size() {
    var predictor = NextAppPredictor()
    for number in 0..<3 * NextAppPredictor.movesKept {
      predictor.noteOpened(UInt8(number % NextAppPredictor.slotCount), at: moment(number))
    }
    #expect(predictor.recent.count == NextAppPredictor.slotCount)
    #expect(predictor.byteCount < 64 * 1024)
  }
}
