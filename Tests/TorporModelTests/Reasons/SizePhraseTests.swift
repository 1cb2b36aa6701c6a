import Testing

@testable import TorporModel

@Suite("The size of something on a disk")
struct SizePhraseTests {
  @Test(
    "is told in powers of 1000, with one digit after the point below 10",
    arguments: [
      (Int64(0), "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"),
      (9_999, "9.9 kB"), (10_000, "10 kB"), (999_999, "999 kB"), (12_300_000, "12 MB"),
      (1_234_567_890, "1.2 GB"), (2_000_000_000_000, "2.0 TB"), (-5, "0 bytes"),
    ]
  )
  func phrase(bytes: Int64, text: String) { #expect(bytes.sizePhrase == text) }
}
