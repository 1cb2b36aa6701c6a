import Testing
import TorporModel

@Suite("A text")
struct TextSearchTests {
  @Test(
    "holds the parts that it has in it",
    arguments: [
      ("/virtual/net", "/virtual/", true), ("net/virtual/", "/virtual/", true),
      ("a/b/../c", "/../", true), ("a", "a", true), ("", "", true), ("a", "", true),
      ("aab", "ab", true), ("virtual", "/virtual/", false), ("", "a", false), ("ab", "ba", false),
      // A mark that joins the letter before it does not hide that letter.
      ("e\u{301}", "e", true),
    ]
  )
  func parts(text: String, part: String, isThere: Bool) {
    #expect(text.holds(part) == isThere)
    #expect(text.dropFirst(0).holds(part.dropLast(0)) == isThere)
  }
}
