import Testing

@testable import torpor_transferd

@Suite("A place that is kept for nothing")
struct IdlenessTests {
  @Test("is one over which next to nothing comes, however often")
  func trickle() {
    var idleness = Idleness()
    for moved in 1...10 { idleness.look(moved: Int64(moved), bytesPerSecondMax: nil) }
    #expect(idleness.length == ProgressMeter.interval * 10)
    idleness.look(moved: Idleness.usefulBytes + 1, bytesPerSecondMax: nil)
    #expect(idleness.length == .zero)
  }

  @Test("is not one whose owner has set the pace")
  func limited() {
    var idleness = Idleness()
    for look in 1...10 { idleness.look(moved: Int64(look) * 600, bytesPerSecondMax: 1000) }
    #expect(idleness.length == .zero)
  }

  @Test("is kept twice as long after each time that it was given up")
  func turns() {
    let turns = [0, 1, 2, 3, 99].map { Idleness.turn(afterGivingWay: $0) }
    #expect(turns == [5, 10, 20, 40, 5120].map { .seconds($0) })
  }
}

@Suite("The silence of a connection")
struct SilenceTests {
  @Test("is counted from the first look that finds what the one before has found")
  func counted() {
    var silence = Silence()
    silence.look(moved: 0)
    #expect(silence.length == .zero)
    silence.look(moved: 0)
    silence.look(moved: 0)
    #expect(silence.length == ProgressMeter.interval * 2)
  }

  @Test("is ended by a single byte")
  func ended() {
    var silence = Silence()
    for _ in 0..<100 { silence.look(moved: 7) }
    silence.look(moved: 8)
    #expect(silence.length == .zero)
  }

  @Test("does not begin before the request is sent")
  func notBegun() {
    var silence = Silence()
    for _ in 0..<100 { silence.look(moved: nil) }
    silence.look(moved: 0)
    #expect(silence.length == .zero)
  }
}
