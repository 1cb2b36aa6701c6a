import Testing
import TorporRewriting

@Suite("The work on a source", .timeLimit(.minutes(2)))
struct WorkTests {
  /// What was quadratic once, or could be: a piece that is repeated, between a beginning and an end.
  struct Source: Sendable, CustomTestStringConvertible {
    let first: String
    let piece: String
    let last: String

    init(_ piece: String) { self.init("", piece, "") }

    init(_ first: String, _ piece: String, _ last: String) {
      (self.first, self.piece, self.last) = (first, piece, last)
    }

    var testDescription: String { first + piece + "…" + last }

    func bytes(_ count: Int) -> [UInt8] {
      let pieces = Array(repeating: piece, count: count / piece.utf8.count)
      return Array((first + pieces.joined() + last).utf8)
    }
  }

  static let sources = [
    Source("("), Source("{"), Source("#"), Source("\"#"), Source("/"), Source("(/a "),
    Source("/\\"),
    Source("\"\\("), Source("##\"\"\"#"), Source("#selector("), Source("", "#selector(a", ")"),
    Source("Selector(\"a\") "), Source("Selector("), Source("class a "), Source("class a:b "),
    Source("class a{"), Source("class A { ", "func a() -> ", "}"),
    Source("class A { func a(_ b: ", "(", ")) {} }"),
    Source("class A { ", "func b() {} ; x(#selector(b)) ; ", "}"), Source("@objc "),
    Source("@objc @a public "),
    Source("@objc protocol P {} "), Source("#if "), Source("#if (", "(", ""),
    Source("#if os(macOS)\n"),
    Source("#if os(iOS)\n#else\n#endif\n"), Source("Timer, "),
    Source("enum A { ", "case a, Timer\n", "}"),
    Source("extension ", "A.", ""), Source("class A<"), Source("import a."), Source("`"),
    Source("/* "),
  ]

  private func steps(_ bytes: [UInt8]) -> Int {
    let steps = StepCount()
    _ = SourceRewriting(bytes, counting: steps).result(moduleTypeNames: [])
    return steps.value
  }

  @Test("grows as the source does, and no faster", arguments: sources)
  func linear(source: Source) {
    let (small, large) = (source.bytes(8_192), source.bytes(32_768))
    let (few, many) = (steps(small), steps(large))
    #expect(many <= 5 * few, "\(few) steps for \(small.count) bytes, \(many) for \(large.count)")
    #expect(many <= 150 * large.count, "\(many) steps for \(large.count) bytes")
  }

  @Test("on types that inherit from each other, on deep types and deep parentheses ends")
  func chains() {
    let chain = (1...5_000).map {
      "class A\($0): A\($0 - 1) { func applicationDidBecomeActiv(_ a: UIApplication) {} }\n"
    }
    let source = SourceDeclarations(
      of: TokenizedSource("class A0: UIApplicationDelegate {}" + chain.joined())
    )
    #expect(DelegateCheck([source]).findings().count == 5_000)
    let deep = String(repeating: "struct A { ", count: 5_000)
    #expect(SourceDeclarations(of: TokenizedSource(deep)).parts.count == 5_000)
  }
}
