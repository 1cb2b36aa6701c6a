import Testing

@testable import PushLink

@Suite("The time between two beats")
struct KeepAliveTests {
  private func after(_ beats: String, isMobile: Bool = false) -> KeepAlive {
    var keepAlive = KeepAlive()
    for beat in beats { beat == "." ? keepAlive.succeeded(isMobile: isMobile) : keepAlive.failed() }
    return keepAlive
  }

  /// A dot is a beat that was answered, an x one that was not.
  @Test(
    "begins at 4.5 min, grows by a minute after three answers, and settles below what failed",
    arguments: [
      ("", 270), ("..", 270), ("...", 330), ("......", 390), (".....x", 270),
      // 390 s failed, 330 s was good: 20 s below that, for good.
      ("......x", 310), ("......x.........", 310),
      // The shortest is not shortened.
      ("x", 270), ("x...", 330),
      // Three in a row: another network.
      ("......xxx", 270), ("......xxx...", 330),
      ("......x.x.x", 270),
    ]
  )
  func growth(beats: String, seconds: Int) {
    #expect(after(beats).intervalSeconds == seconds)
  }

  @Test("is 15 min at most, 28 on a mobile network")
  func longest() {
    let many = String(repeating: ".", count: 100)
    #expect(after(many).intervalSeconds == 900)
    #expect(after(many, isMobile: true).intervalSeconds == 1680)
  }
}

@Suite("The time until the next attempt")
struct BackoffTests {
  @Test("doubles from a second to five minutes, of which chance takes up to a half")
  func doubles() {
    var (low, high) = (Backoff(), Backoff())
    var (least, most) = (Fixed(value: 1), Fixed(value: .max))
    let pairs = (0..<11).map { _ in (low.next(using: &least), high.next(using: &most)) }
    #expect(
      pairs.map { $0.1 } == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { .seconds($0) }
    )
    #expect(pairs.allSatisfy { $0.0 == $0.1 / 2 })
    low.reset()
    #expect(low.next(using: &least) == .milliseconds(500))
  }
}

/// Chance that always falls the same way.
struct Fixed: RandomNumberGenerator {
  let value: UInt64
  mutating func next() -> UInt64 { value }
}
