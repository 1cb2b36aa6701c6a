import Testing

@testable import TorporAppWire
@testable import TorporWire

@Suite("Bytes as text")
struct Base64Tests {
  @Test(
    "are those of RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ]
  )
  func vectors(text: String, encoded: String) {
    #expect(Base64.text(of: Array(text.utf8)) == encoded)
    #expect(Base64.bytes(of: encoded) == Array(text.utf8))
  }

  @Test("come back whatever they are")
  func roundTrip() {
    for count in 0..<64 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
      #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes)
    }
  }

  @Test(
    "are refused where the text is none of theirs",
    arguments: [
      "Z", "Zg=", "Zg", "Z===", "====", "Zh==", "Zm9=", "Zm9v=", "Zg==Zg==", "Z*==", "é==",
    ]
  )
  func invalid(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }
}
