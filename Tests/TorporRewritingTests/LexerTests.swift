import Testing
import TorporRewriting

/// The texts of all tokens.
private func tokens(_ text: String) -> [String] {
  let source = TokenizedSource(text)
  return source.tokens.indices.map { source.text($0) }
}

/// The kinds of all tokens.
private func kinds(_ text: String) -> [Token.Kind] { TokenizedSource(text).tokens.map(\.kind) }

/// The same numbers each time: SplitMix64.
private struct RepeatableGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Swift source")
struct LexerTests {
  @Test("is words, signs, operators and numbers, without blanks and comments")
  func plain() {
    #expect(
      tokens("let x = a.b[0]! + 1.5 // c\n") == [
        "let", "x", "=", "a", ".", "b", "[", "0", "]", "!", "+", "1.5",
      ]
    )
    #expect(tokens("0..<9") == ["0", ".", ".", "<", "9"])
    #expect(tokens("1.description") == ["1", ".", "description"])
    #expect(tokens("`class` größe $0 _") == ["`class`", "größe", "$0", "_"])
    #expect(tokens("a/*c*/+b") == ["a", "+", "b"])
    #expect(tokens("x+/* c */y") == ["x", "+", "y"])
  }

  @Test("knows which token begins a line")
  func lines() {
    let source = TokenizedSource("a b\n/* x\n */ c /* y\n */ d\n\te")
    #expect(source.tokens.map(\.beginsLine) == [true, false, true, true, true])
  }

  @Test("has lines that a carriage return ends")
  func carriageReturns() {
    let source = TokenizedSource("a // @objc\rb /*\r*/ c \"d\re")
    #expect(source.tokens.indices.map { source.text($0) } == ["a", "b", "c", "\"d", "e"])
    #expect(source.tokens.map(\.beginsLine) == [true, true, true, false, true])
  }

  @Test("has comments in comments")
  func nestedComments() {
    #expect(tokens("a /* x /* @objc */ y */ b") == ["a", "b"])
    #expect(tokens("a /* x /* y */ @objc") == ["a"])
    #expect(tokens("a // x /* y\nb */ c") == ["a", "b", "*/", "c"])
  }

  @Test(
    "has strings in which nothing is meant",
    arguments: [
      #""@objc // \" /* ""#, ##"#"a " \( @objc"#"##, "\"\"", #""\\""#,
      "\"\"\"\n @objc \"a\" \\\"\"\" #if os(iOS)\n \"\"\"", "##\"a\"# \\#(b)\"##",
      "#\"\"\"\n\"\"\" \\(x)\n\"\"\"#", "#\"\"\"#", "##\"\"\"\"##", "#\"\"\"a\"#",
    ]
  )
  func strings(text: String) {
    #expect(tokens("a \(text) b") == ["a", text, "b"])
    #expect(kinds("a \(text) b") == [.identifier, .string, .identifier])
  }

  @Test("has source in the interpolations of strings")
  func interpolations() {
    #expect(
      tokens(#"f("a \(x + "b \(y)") c")"#) == [
        "f", "(", #""a \"#, "(", "x", "+", #""b \"#, "(", "y", ")", #"""#, ")", #" c""#, ")",
      ]
    )
    #expect(tokens(##"#"a \#(x) \(y)"#"##) == [##"#"a \#"##, "(", "x", ")", ##" \(y)"#"##])
    #expect(tokens("\"\"\"\n \\(f(\")\"))\n\"\"\" z").suffix(2) == ["\n\"\"\"", "z"])
  }

  @Test("ends a string that is not closed with its line")
  func unclosed() {
    #expect(tokens("\"abc\nd") == ["\"abc", "d"])
    #expect(tokens("\"abc\\\nd") == ["\"abc\\", "d"])
    #expect(tokens("\"\"\"\nabc") == ["\"\"\"\nabc"])
    #expect(tokens("#\"\"\"a\n\"#\nb") == ["#\"\"\"a\n\"#\nb"])
  }

  @Test(
    "has regular expressions",
    arguments: [
      "/a\"b/", #"/a\/"(c)/"#, "#/a/b\"/#", "#/\n a \" / \n/#", "##/a/#b/##", #"/[)"]\)/"#,
    ]
  )
  func regexes(text: String) {
    #expect(tokens("let r = \(text) x") == ["let", "r", "=", text, "x"])
    #expect(kinds("f(\(text))")[2] == .regex)
  }

  @Test(
    "divides where nothing else can be meant",
    arguments: ["a / b / c", "a/b/c", "reduce(1, /)", "f(/, /)", "x = a /\n b", "x / \"/\" "]
  )
  func divisions(text: String) {
    #expect(!kinds(text).contains(.regex))
  }

  @Test("has words with a number sign, and a first line for the shell")
  func pounds() {
    #expect(tokens("#if DEBUG\n#endif") == ["#if", "DEBUG", "#endif"])
    #expect(tokens("#!/usr/bin/swift \"\nlet") == ["let"])
    #expect(tokens("\u{feff}import A") == ["import", "A"])
    #expect(tokens("## #a ##") == ["#", "#", "#a", "#", "#"])
  }

  @Test("is taken to its end, whatever it is")
  func anything() {
    var generator = RepeatableGenerator(state: 1)
    let pieces = [
      "\"", "\"\"\"", "#", "\\(", ")", "(", "/", "/*", "*/", "//", "\n", "`", "a", "@objc", "\\",
      "{",
      "}", "#if ", "#else", "#endif", "os(iOS)", "os(macOS)", "!", "&&", "case ", "enum A ", "\r",
      "é", "\u{0}", "#selector(", "1.",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...30, using: &generator))
        .map { _ in pieces.randomElement(using: &generator)! }.joined()
      let source = TokenizedSource(text)
      var end = 0
      for token in source.tokens {
        #expect(token.range.lowerBound >= end && !token.range.isEmpty, "\(text.debugDescription)")
        end = token.range.upperBound
      }
      #expect(end <= source.bytes.count)
      _ = SourceRewriting(source.bytes).result(moduleTypeNames: [])
    }
    let deep = String(repeating: "\"\\(", count: 100_000)
    #expect(!TokenizedSource(deep).tokens.isEmpty)
  }
}
