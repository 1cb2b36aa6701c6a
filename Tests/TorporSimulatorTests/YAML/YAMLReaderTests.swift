import Testing

@testable import TorporSimulator

@Suite("A YAML file")
struct YAMLReaderTests {
  @Test("is read as it is written, whatever the style")
  func styles() throws {
    let text = """
      # A comment.
      plain: 5s
      quoted: ["a: b", 'it''s', "\\u00e4\\n"]
      folded: >
        two
        lines
      literal: |-
        two
        lines
      nothing:
      flow: {a: [], b: {}}
      """
    #expect(
      try read(text)
        == """
        {plain: 5s, quoted: ["a: b", "it's", "ä
        "], folded: "two lines
        ", literal: "two
        lines", nothing: , flow: {a: [], b: {}}}
        """
    )
  }

  @Test("may have nothing but comments", arguments: ["", "# nothing\n", "\n\n"])
  func empty(text: String) throws {
    #expect(try YAMLReader.read(text) == nil)
  }

  @Test("may have one document between markers")
  func markers() throws {
    #expect(try read("%YAML 1.1\n---\na: b\n...\n") == "{a: b}")
  }

  @Test("has aliases that stand for what their latest anchor names")
  func aliases() throws {
    #expect(
      try read("[&a [x, &b y], *a, *b, &b z, *b, {*b : *a}]")
        == "[[x, y], [x, y], y, z, z, {z: [x, y]}]"
    )
  }

  @Test("has the place of each value, in characters")
  func marks() throws {
    let root = try #require(try YAMLReader.read("ä: [b,\n  c]\n"))
    #expect(root.mark == YAMLMark(line: 1, column: 1))
    let list = try #require(root["ä"])
    #expect(list.mark == YAMLMark(line: 1, column: 4))
    #expect(
      list.sequence?.map(\.mark) == [YAMLMark(line: 1, column: 5), YAMLMark(line: 2, column: 3)]
    )
  }

  @Test("may have 64 levels")
  func levels() throws {
    #expect(try YAMLReader.read(nested(64)) != nil)
    #expect(error(nested(65)) == "1:65: lists and maps lie more than 64 deep in one another")
  }

  @Test("has no more levels by way of aliases")
  func levelsOfAliases() {
    let text = "- &a \(nested(40))\n- \(nested(30, around: "*a"))\n"
    #expect(error(text) == "2:33: lists and maps lie more than 64 deep in one another")
  }

  @Test("may have 100,000 values")
  func values() throws {
    func list(_ count: Int) -> String {
      "[" + [String](repeating: "1", count: count).joined(separator: ",") + "]"
    }
    #expect(try YAMLReader.read(list(99_999))?.sequence?.count == 99_999)
    #expect(error(list(100_000)) == "1:200000: more than 100000 values; make several files of it")
  }

  @Test("is refused where a few lines of aliases stand for more than memory holds")
  func aliasesOfAliases() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for line in 1...20 {
      let aliases = [String](repeating: "*a\(line - 1)", count: 9).joined(separator: ", ")
      text += "a\(line): &a\(line) [\(aliases)]\n"
    }
    #expect(error(text) == "5:10: the aliases up to '*a3' stand for more than 256 KiB; use fewer")
  }

  @Test("is refused where aliases repeat a long text too often")
  func aliasesOfTexts() {
    let long = String(repeating: "x", count: 100_000)
    #expect(error("- &long \(long)\n- *long\n- *long\n") == nil)
    #expect(
      error("- &long \(long)\n- *long\n- *long\n- *long\n")
        == "4:3: the aliases up to '*long' stand for more than 256 KiB; use fewer"
    )
  }

  static let mistakes: [(text: String, error: String)] = [
    (
      "a: [1,\nb: 2",
      "3:1: not YAML: did not find expected ',' or ']' while parsing a flow"
        + " sequence that begins at line 1"
    ),
    ("a: b: c", "1:5: not YAML: mapping values are not allowed in this context"),
    (
      "a: \"b",
      "1:6: not YAML: found unexpected end of stream while scanning a quoted scalar"
    ),
    (
      "a:\n\tb: 1",
      "2:1: not YAML: found character that cannot start any token while scanning for"
        + " the next token"
    ),
    ("a: b\nä: \u{1}", "2:4: not YAML: control characters are not allowed"),
    (
      "a: *b",
      "1:4: the alias '*b' has no anchor; write '&b' before the value that it stands for,"
        + " above this line"
    ),
    (
      "&a [*a]",
      "1:5: the alias '*a' has no anchor; write '&a' before the value that it stands for,"
        + " above this line"
    ),
    ("a: 1\nb: 2\n\"a\": 3", "3:1: the key 'a' is already in line 1; remove one of the two"),
    (
      "a: 1\n---\nb: 2",
      "2:1: a second document begins here, and a scenario has one; remove '---',"
        + " or make two files"
    ),
  ]

  @Test("that is wrong is refused with the place and what is wrong", arguments: mistakes)
  func mistake(text: String, sentence: String) {
    #expect(error(text) == sentence)
  }

  /// So many lists in one another.
  private func nested(_ levels: Int, around inner: String = "") -> String {
    String(repeating: "[", count: levels) + inner + String(repeating: "]", count: levels)
  }

  private func error(_ text: String) -> String? {
    do throws(YAMLError) {
      _ = try YAMLReader.read(text)
      return nil
    } catch {
      return "\(error.mark.line):\(error.mark.column): \(error.sentence)"
    }
  }

  private func read(_ text: String) throws -> String {
    shown(try #require(try YAMLReader.read(text)))
  }

  /// The node on one line; what is not plain, in quotes.
  private func shown(_ node: YAMLNode) -> String {
    switch node {
    case .scalar(let scalar, _): scalar.isPlain ? scalar.text : "\"\(scalar.text)\""
    case .sequence(let items, _): "[" + items.map(shown).joined(separator: ", ") + "]"
    case .mapping(let pairs, _):
      "{" + pairs.map { "\(shown($0.key)): \(shown($0.value))" }.joined(separator: ", ") + "}"
    }
  }
}
