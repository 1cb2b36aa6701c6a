extension SwiftLexer {
  // MARK: Strings

  /// A string, of one line or several, raw with as many number signs; the place is at its quote.
  ///
  /// It is a token for each piece between interpolations. What is interpolated is lexed as any source, between tokens
  /// for its parentheses.
  mutating func lexString(poundCount: Int) {
    let isMultiline =
      isAt(place, "\"\"\"") && !(poundCount > 0 && closesOnItsLine(from: place + 2, poundCount))
    var first = place - poundCount
    place += isMultiline ? 3 : 1
    while let byte = at(place) {
      // One that is not closed; the compiler says so.
      if byte == 0x0a || byte == 0x0d, !isMultiline { break }
      if closesString(isMultiline, poundCount) {
        place += (isMultiline ? 3 : 1) + poundCount
        break
      }
      guard byte == UInt8(ascii: "\\"), hasPounds(place + 1, poundCount) else {
        place += 1
        continue
      }
      place += 1 + poundCount
      guard at(place) == UInt8(ascii: "("), interpolationCount < Self.interpolationsMax else {
        // An escaped quote or backslash; the end of a line is not part of it.
        if let next = at(place), next != 0x0a, next != 0x0d { place += 1 }
        continue
      }
      add(.string, from: first)
      place += 1
      add(.sign, from: place - 1)
      interpolationCount += 1
      lex(untilParenthesis: true)
      interpolationCount -= 1
      guard at(place) == UInt8(ascii: ")") else { return }
      place += 1
      add(.sign, from: place - 1)
      first = place
    }
    // Nothing is behind an interpolation at the end of an unclosed string.
    if place > first { add(.string, from: first) }
  }

  /// Whether a raw string that begins with three quotes is one of a single line, as `#"""#`, which is a quote.
  ///
  /// The compiler decides so where the closing sign is on the line.
  private func closesOnItsLine(from third: Int, _ poundCount: Int) -> Bool {
    var offset = third
    while let byte = at(offset), byte != 0x0a, byte != 0x0d {
      if byte == UInt8(ascii: "\""), hasPounds(offset + 1, poundCount) { return true }
      offset += 1
    }
    return false
  }

  private func closesString(_ isMultiline: Bool, _ poundCount: Int) -> Bool {
    isMultiline
      ? isAt(place, "\"\"\"") && hasPounds(place + 3, poundCount)
      : at(place) == UInt8(ascii: "\"") && hasPounds(place + 1, poundCount)
  }

  private func hasPounds(_ offset: Int, _ count: Int) -> Bool {
    (0..<count).allSatisfy { at(offset + $0) == UInt8(ascii: "#") }
  }

  // MARK: Regular expressions

  /// Whether the slash here begins a regular expression: nothing that could be divided is before it, and it ends on its
  /// line.
  func beginsRegex() -> Bool {
    guard !isAt(place, "//"), !isAt(place, "/*") else { return false }
    if let before = place > 0 ? bytes[place - 1] : nil {
      let isOpen = [0x20, 0x09, 0x0a, 0x0d].contains(before) || "([{,;:".utf8.contains(before)
      guard isOpen else { return false }
    }
    guard let next = at(place + 1), ![0x20, 0x09, 0x0a, 0x0d].contains(next) else { return false }
    return bareRegexEnd() != nil
  }

  /// Where the regular expression of one line that begins here ends.
  private func bareRegexEnd() -> Int? {
    var offset = place + 1
    var depth = 0
    var isInClass = false
    while let byte = at(offset), byte != 0x0a, byte != 0x0d {
      switch byte {
      case UInt8(ascii: "\\"): offset += 1
      case UInt8(ascii: "/"):
        return bytes[offset - 1] == 0x20 || bytes[offset - 1] == 0x09 ? nil : offset + 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case _ where isInClass: break
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        // An operator in parentheses, as in reduce(1, /).
        if depth == 0 { return nil }
        depth -= 1
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// The place is at the slash.
  mutating func lexRegex(poundCount: Int) {
    let first = place - poundCount
    if poundCount == 0 {
      place = bareRegexEnd() ?? place + 1
      add(.regex, from: first)
      return
    }
    let isMultiline = isMultilineRegex()
    place += 1
    while let byte = at(place) {
      if byte == 0x0a, !isMultiline { break }
      if byte == UInt8(ascii: "\\") {
        place += at(place + 1) == 0x0a ? 1 : 2
        continue
      }
      place += 1
      if byte == UInt8(ascii: "/"), hasPounds(place, poundCount) {
        place += poundCount
        break
      }
    }
    place = min(place, bytes.count)
    add(.regex, from: first)
  }

  /// Whether nothing is behind the slash on its line.
  private func isMultilineRegex() -> Bool {
    var offset = place + 1
    while let byte = at(offset), byte == 0x20 || byte == 0x09 || byte == 0x0d { offset += 1 }
    return at(offset) == 0x0a
  }
}
