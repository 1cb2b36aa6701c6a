/// Cuts Swift source into tokens.
///
/// It never fails: what is no Swift becomes tokens of some kind, and the compiler says what is wrong with it.
struct SwiftLexer {
  let bytes: [UInt8]
  var place = 0
  private(set) var tokens: [Token] = []
  private var beginsLine = true
  /// How many interpolations the place is in.
  var interpolationCount = 0
  /// How many are told apart; in deeper ones nothing is found.
  ///
  /// Source written by people has two or three.
  static let interpolationsMax = 64
  private let steps: StepCount?

  init(_ bytes: [UInt8], counting steps: StepCount? = nil) {
    self.bytes = bytes
    self.steps = steps
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
    if at(place) == UInt8(ascii: "#"), at(place + 1) == UInt8(ascii: "!") { skipLine() }
  }

  mutating func lexAll() { lex(untilParenthesis: false) }

  /// Lexes to the end; or, in an interpolation, up to the parenthesis that closes it, which is not taken.
  mutating func lex(untilParenthesis: Bool) {
    var depth = 0
    while true {
      skipTrivia()
      guard let byte = at(place) else { return }
      if untilParenthesis {
        if byte == UInt8(ascii: ")"), depth == 0 { return }
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
      }
      lexOne(byte)
    }
  }

  private mutating func lexOne(_ byte: UInt8) {
    let first = place
    switch byte {
    case UInt8(ascii: "\""): lexString(poundCount: 0)
    case UInt8(ascii: "#"): lexPound()
    case UInt8(ascii: "`"):
      place += 1
      while let next = at(place), next != 0x0a, next != UInt8(ascii: "`") { place += 1 }
      if at(place) == UInt8(ascii: "`") { place += 1 }
      add(.identifier, from: first)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while let next = at(place), next.isWordByte || isFraction(next) { place += 1 }
      add(.number, from: first)
    case _ where byte.isWordByte:
      while let next = at(place), next.isWordByte { place += 1 }
      add(.identifier, from: first)
    case UInt8(ascii: "/") where beginsRegex(): lexRegex(poundCount: 0)
    case _ where byte.isOperatorByte:
      while let next = at(place), next.isOperatorByte, !beginsComment(place) { place += 1 }
      add(.operation, from: first)
    default:
      place += 1
      add(.sign, from: first)
    }
  }

  /// A point within a number; `1.description` and `0..<9` have none.
  private func isFraction(_ byte: UInt8) -> Bool {
    guard byte == UInt8(ascii: "."), let next = at(place + 1) else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
  }

  private mutating func lexPound() {
    var poundCount = 0
    while at(place + poundCount) == UInt8(ascii: "#") { poundCount += 1 }
    switch at(place + poundCount) {
    case UInt8(ascii: "\""):
      place += poundCount
      lexString(poundCount: poundCount)
    case UInt8(ascii: "/"):
      place += poundCount
      lexRegex(poundCount: poundCount)
    default:
      // Each is a token, the last one with its word.
      for _ in 1..<poundCount {
        place += 1
        add(.pound, from: place - 1)
      }
      let last = place
      place += 1
      while let next = at(place), next.isWordByte { place += 1 }
      add(.pound, from: last)
    }
  }

  mutating func add(_ kind: Token.Kind, from first: Int) {
    tokens.append(Token(kind: kind, range: first..<place, beginsLine: beginsLine))
    beginsLine = false
  }

  func at(_ offset: Int) -> UInt8? {
    steps?.add(1)
    return offset < bytes.count ? bytes[offset] : nil
  }

  func isAt(_ offset: Int, _ text: StaticString) -> Bool {
    steps?.add(1)
    let count = text.utf8CodeUnitCount
    guard offset + count <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[offset..<(offset + count)].elementsEqual($0) }
  }

  // MARK: Trivia

  private func beginsComment(_ offset: Int) -> Bool { isAt(offset, "//") || isAt(offset, "/*") }

  private mutating func skipTrivia() {
    while let byte = at(place) {
      if byte == 0x0a || byte == 0x0d {
        beginsLine = true
        place += 1
      } else if byte == 0x20 || byte == 0x09 || byte == 0x0b || byte == 0x0c || byte == 0 {
        place += 1
      } else if isAt(place, "//") {
        skipLine()
      } else if isAt(place, "/*") {
        skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipLine() {
    while let byte = at(place), byte != 0x0a, byte != 0x0d { place += 1 }
  }

  /// Comments of this kind stand in each other.
  private mutating func skipComment() {
    var depth = 0
    while place < bytes.count {
      if isAt(place, "/*") {
        depth += 1
        place += 2
      } else if isAt(place, "*/") {
        depth -= 1
        place += 2
        if depth == 0 { return }
      } else {
        if bytes[place] == 0x0a || bytes[place] == 0x0d { beginsLine = true }
        place += 1
      }
    }
  }
}

extension UInt8 {
  /// A byte of a word: ASCII's letters and digits, `_`, `$`, and all of what is not ASCII.
  var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xff:
      true
    default: false
    }
  }

  /// A byte of an operator; `?`, `!` and `.` are signs of their own here.
  var isOperatorByte: Bool {
    switch self {
    case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
      UInt8(ascii: "/"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
