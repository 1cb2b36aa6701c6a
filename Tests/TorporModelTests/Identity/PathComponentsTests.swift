import Testing
import TorporModel

@Suite("A path")
struct PathComponentsTests {
  @Test(
    "is cut at each slash, also where a combining mark follows it",
    arguments: [
      ("/usr//lib/", ["usr", "lib"]), ("", []), ("a", ["a"]), ("..//\u{301}x", ["..", "\u{301}x"]),
      ("a/\u{301}/..", ["a", "\u{301}", ".."]),
    ]
  )
  func components(path: String, names: [String]) {
    #expect(path.pathComponents.map { String($0) } == names)
  }

  @Test(
    "has a parent and a last component, which are all of it",
    arguments: [
      ("/a", "", "a"), ("a/b/", "a/b", ""), ("a", nil, "a"), ("a/\u{301}b", "a", "\u{301}b"),
    ]
  )
  func ends(path: String, parent: String?, last: String) {
    #expect(path.parentPath.map { String($0) } == parent)
    #expect(path.lastPathComponent == last)
  }

  @Test("is beneath a folder where it begins with the folder and a slash, byte by byte")
  func beneath() {
    #expect("/home/ann/x".path(beneath: "/home/ann") == "x")
    #expect("/home/ann/\u{301}x".path(beneath: "/home/ann") == "\u{301}x")
    #expect("/home/anna".path(beneath: "/home/ann") == nil)
    #expect("/home/ann".path(beneath: "/home/ann") == nil)
    // "é" in one scalar and in two: equal texts, and two folders.
    #expect("/caf\u{E9}/x".path(beneath: "/cafe\u{301}") == nil)
  }

  @Test("from the root begins with a slash, whatever follows")
  func absolute() {
    #expect("/\u{301}a".isAbsolutePath)
    #expect(!"a/".isAbsolutePath)
    #expect("a/\u{301}".containsSlash)
    #expect("a/".endsWithSlash)
    #expect(!"a/\u{301}".endsWithSlash)
  }
}
