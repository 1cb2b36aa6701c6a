import Testing
import TorporModel

@Suite("A length of time")
struct DurationTests {
  /// Up to there the short way is taken: 2^63 times 512 attoseconds, some 78 minutes.
  private static let shortWayEnd = Int128(1) << 72

  @Test(
    "is in nanoseconds what a division says, whichever way it is computed",
    arguments: [
      0, 1, 511, 512, 999_999_999, 1_000_000_000, 1_000_000_001, shortWayEnd - 1, shortWayEnd,
      shortWayEnd + 999_999_999, shortWayEnd * 1000, Int128(Int64.max) * 1_000_000_000,
      Int128(Int64.max) * 1_000_000_000 + 1_000_000_000, Int128.max,
    ] as [Int128]
  )
  func nanoseconds(attoseconds: Int128) {
    for number in [attoseconds, -attoseconds] {
      let expected = Int64(clamping: number / 1_000_000_000)
      #expect(Duration(attoseconds: number).nanoseconds == expected)
    }
  }
}
