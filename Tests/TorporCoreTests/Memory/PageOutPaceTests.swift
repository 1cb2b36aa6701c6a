import Testing

@testable import TorporCore

@Suite("The pace of writing to swap")
struct PageOutPaceTests {
  /// Passes pieces that take 50 ms each, in which and after which others wait for so many permille.
  private func pass(
    _ count: Int,
    _ pace: inout PageOutPace,
    duringPieces: Int,
    inPauses: Int,
    isOnDisk: Bool = true
  ) {
    for _ in 0..<count {
      let pause = max(pace.pause(after: .milliseconds(50)), .milliseconds(1))
      pace.passed(
        piece: .init(elapsed: .milliseconds(50), stalled: .milliseconds(50) * duringPieces / 1000),
        pause: .init(elapsed: pause, stalled: pause * inPauses / 1000),
        isOnDisk: isOnDisk
      )
    }
  }

  @Test("is a MiB at a time, and as long a pause, while nobody waits")
  func usual() {
    var pace = PageOutPace()
    pass(20, &pace, duringPieces: 50, inPauses: 0)
    #expect(pace.pieceBytes == 1 << 20)
    #expect(pace.pause(after: .milliseconds(3)) == .milliseconds(3))
  }

  @Test("slows down with each look as long as others wait for it, to a trickle")
  func slows() {
    var pace = PageOutPace()
    pass(1, &pace, duringPieces: 400, inPauses: 0)
    #expect(pace.pieceBytes == 512 << 10)
    #expect(pace.pause(after: .milliseconds(3)) == .milliseconds(20))
    pass(20, &pace, duringPieces: 400, inPauses: 0)
    #expect(pace.pieceBytes == 64 << 10)
    #expect(pace.pause(after: .milliseconds(1)) == .milliseconds(640))
    #expect(pace.pause(after: .seconds(5)) == .seconds(1))
  }

  @Test("gets up speed again when nobody waits any more")
  func resumes() {
    var pace = PageOutPace()
    pass(20, &pace, duringPieces: 400, inPauses: 0)
    pass(3, &pace, duringPieces: 0, inPauses: 0)
    #expect(pace.pause(after: .milliseconds(1)) == .milliseconds(320))
    pass(15, &pace, duringPieces: 0, inPauses: 0)
    #expect(pace.pieceBytes == 1 << 20)
  }

  @Test("does not mind what others wait for without it")
  func others() {
    var pace = PageOutPace()
    pass(40, &pace, duringPieces: 600, inPauses: 600)
    #expect(pace.pieceBytes == 1 << 20)
    pass(40, &pace, duringPieces: 800, inPauses: 600)
    #expect(pace.pieceBytes == 64 << 10)
  }

  @Test("slows down for a disk that takes more than its time for a piece")
  func slowDisk() {
    var pace = PageOutPace()
    pass(2, &pace, duringPieces: 0, inPauses: 0, isOnDisk: false)
    #expect(pace.pieceBytes == 256 << 10)
  }
}
