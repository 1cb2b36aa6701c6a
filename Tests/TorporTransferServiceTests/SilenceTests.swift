import Testing

@testable import torpor_transferd

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
