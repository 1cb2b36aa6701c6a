import Testing
import TorporText

@testable import torpor

@Suite("Text of others")
struct PrintableTests {
  @Test(
    "is put on one line without anything that a terminal obeys",
    arguments: [
      ("ls -l", "ls -l"), ("a\nb\tc\r", "a\\nb\\tc\\r"), ("\u{1b}[2J", "\\x1b[2J"),
      ("Grüße 你好 🙂", "Grüße 你好 🙂"), ("a\u{202e}b", "a\\u{202e}b"), ("\u{7}\u{9b}", "\\x07\\x9b"),
    ]
  )
  func line(text: String, safe: String) {
    #expect(Printable.line(text) == safe)
  }

  @Test("is cut where it is too long, with a mark")
  func cut() {
    #expect(Printable.cut("abcdef", to: 6) == "abcdef")
    #expect(Printable.cut("abcdef", to: 4) == "abc…")
    #expect(Printable.cut("abcdef", to: 1) == "a")
    #expect(Printable.cut("abcdef", to: 0).isEmpty)
  }
}

@Suite("What a job printed")
struct PrintableOutputTests {
  private func shown(_ chunks: [[UInt8]]) -> String {
    var output = PrintableOutput()
    var bytes = chunks.flatMap { output.filter($0) }
    bytes += output.finish()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "keeps text, lines and colours, and shows every other control character and byte",
    arguments: [
      ("ok\n\tGrüße 🙂\r\n", "ok\n\tGrüße 🙂\r\n"),
      ("\u{1b}[1;31mred\u{1b}[0m", "\u{1b}[1;31mred\u{1b}[0m"),
      ("\u{1b}[2J\u{1b}]0;title\u{7}", "\\x1b[2J\\x1b]0;title\\x07"),
      ("\u{0}\u{8}\u{7f}", "\\x00\\x08\\x7f"),
      ("\u{9b}31m", "\\xc2\\x9b31m"), ("\u{1b}", "\\x1b"), ("\u{1b}[", "\\x1b\\x5b"),
    ]
  )
  func text(printed: String, expected: String) {
    #expect(shown([Array(printed.utf8)]) == expected)
  }

  @Test("shows bytes that are no text, one by one")
  func binary() {
    #expect(shown([[0xff, 0x41, 0xc3, 0x28, 0xe2, 0x82]]) == "\\xffA\\xc3(\\xe2\\x82")
    // An overlong form, a half of a pair, and a code point beyond Unicode.
    #expect(shown([[0xc0, 0xaf]]) == "\\xc0\\xaf")
    #expect(shown([[0xed, 0xa0, 0x80]]) == "\\xed\\xa0\\x80")
    #expect(shown([[0xf4, 0x90, 0x80, 0x80]]) == "\\xf4\\x90\\x80\\x80")
  }

  @Test("comes out the same however it is cut into chunks")
  func chunks() {
    let all = Array("a\u{1b}[38;5;1mü🙂\u{1b}[0m\u{1b}[2Jz\u{7}".utf8) + [0xff, 0xe2, 0x82]
    let whole = shown([all])
    for first in 0...all.count {
      for second in first...all.count {
        let chunks = [all[..<first], all[first..<second], all[second...]].map(Array.init)
        #expect(shown(chunks) == whole, "cut at \(first) and \(second)")
      }
    }
    #expect(shown(all.map { [$0] }) == whole)
  }

  @Test("holds back no endless colour")
  func endless() {
    let digits = [UInt8](repeating: UInt8(ascii: "1"), count: 100)
    var output = PrintableOutput()
    #expect(output.filter([0x1b, UInt8(ascii: "[")] + digits).count > digits.count)
  }
}

@Suite("The last lines of what a job printed")
struct OutputTailTests {
  private func tail(_ lines: Int, _ pieces: [String]) -> (text: String, isFull: Bool) {
    var tail = OutputTail(lines: lines)
    for piece in pieces.reversed() where !tail.isFull { tail.prepend(Array(piece.utf8)) }
    return (String(decoding: tail.bytes, as: UTF8.self), tail.isFull)
  }

  @Test(
    "are counted from the end, over the edges of pieces",
    arguments: [
      (2, ["a\nb\nc\n"], "b\nc\n", true), (2, ["a\nb\nc"], "b\nc", true),
      (2, ["a\nb", "b\nc\n"], "bb\nc\n", true), (9, ["a\n", "b\n"], "a\nb\n", false),
      (1, ["a\n\n"], "\n", true), (0, ["a\n"], "", true), (1, ["a\n", "\n"], "\n", true),
      (1, [], "", false),
    ]
  )
  func lines(count: Int, pieces: [String], text: String, isFull: Bool) {
    let tail = tail(count, pieces)
    #expect(tail.text == text)
    #expect(tail.isFull == isFull)
  }
}

@Suite("The marks between runs")
struct RunMarkTests {
  private let text = """
    --- run 1 began 2026-11-21T20:00:00Z ---
    hello
    --- run
    --- run 2 began ---
    --- run of the mill
    --- run 12 began 2026-11-21T21:00:00Z ---
    --- the --on-failure command began 2026-11-21T21:00:03Z ---
    --- the --on-failure command began ---
    Name:
    """
  private let kept = """
    hello
    --- run
    --- run 2 began ---
    --- run of the mill
    --- the --on-failure command began ---
    Name:
    """

  @Test("are taken out, and nothing else, however the output is cut")
  func cuts() {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var filter = RunMarkFilter()
      let all =
        filter.filter(Array(bytes[..<cut])) + filter.filter(Array(bytes[cut...])) + filter.finish()
      #expect(String(decoding: all, as: UTF8.self) == kept, "cut at \(cut)")
    }
  }

  @Test("hold nothing back that can be none")
  func prompt() {
    var filter = RunMarkFilter()
    #expect(filter.filter(Array("Name: ".utf8)) == Array("Name: ".utf8))
    #expect(filter.filter(Array("x\n--- r".utf8)) == Array("x\n".utf8))
    #expect(filter.filter(Array("x".utf8)) == Array("--- rx".utf8))
    let long = Array("\n--- run ".utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 200)
    #expect(filter.filter(long) == long)
  }
}
