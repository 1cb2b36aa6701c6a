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

  @Test(
    "ends with what is behind the first mark in it",
    arguments: [
      ("size=\"42\" size=\"7\"", "size=\"", "42\" size=\"7\""), ("aab", "ab", ""),
      ("aab", "a", "ab"),
      ("ab", "", "ab"), ("", "", ""), ("e\u{301}x", "e", "\u{301}x"), ("ab", "ba", nil),
      ("a", "ab", nil), ("", "a", nil),
    ]
  )
  func behind(text: String, mark: String, rest: String?) {
    #expect(text.text(behind: mark).map { String($0) } == rest)
    #expect(text.dropFirst(0).text(behind: mark.dropLast(0)).map { String($0) } == rest)
  }
}
