/// Text of others made safe for a terminal, which obeys control characters.
package enum Printable {
  /// The text on one line: control characters as `\n`, `\t` or `\x1b`, all else as it is.
  package static func line(_ text: some StringProtocol) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": safe += "\\n"
      case "\t": safe += "\\t"
      case "\r": safe += "\\r"
      default:
        if isControl(scalar) {
          safe += escape(scalar.value)
        } else {
          safe.unicodeScalars.append(scalar)
        }
      }
    }
    return safe
  }

  /// Text of at most that many characters; what is longer ends in `…`.
  package static func cut(_ text: String, to count: Int) -> String {
    guard text.count > count else { return text }
    return count > 1 ? text.prefix(count - 1) + "…" : String(text.prefix(max(0, count)))
  }

  /// JSON with every character that a terminal may act on written as `\u001b`, which means the same.
  package static func json(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// Whether a terminal acts on it, it turns the direction of the text around it, or nobody sees it.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0: true
    // Marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
    case 0x061c, 0x200e...0x200f, 0x202a...0x202e, 0x2066...0x2069: true
    // Line and paragraph separators.
    case 0x2028...0x2029: true
    // What has no width: it makes two names look alike. Joiners stay, which scripts and emoji need.
    case 0xad, 0x200b, 0x2060...0x2064, 0xfeff, 0xfff9...0xfffb, 0xe0000...0xe007f: true
    default: false
    }
  }

  /// `\x1b`, or `\u{202e}` beyond one byte.
  package static func escape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return value < 0x100 ? "\\x" + (digits.count < 2 ? "0" : "") + digits : "\\u{\(digits)}"
  }
}

/// What a program printed, made safe for a terminal, chunk by chunk.
///
/// Lines, tabs and colours (`ESC [ … m`) stay as they are. Every other control character and every
/// byte that is no UTF-8 is shown as `\x07`, so that binary data moves no cursor and sets no title.
/// What a chunk cuts in two waits for the next.
package struct PrintableOutput {
  /// The beginning of a character or of a colour whose rest has not come.
  private var rest: [UInt8] = []

  package init() {}

  /// The longest sequence that can still become a colour, in bytes.
  ///
  /// 24-bit colours of both grounds have 38; our choice.
  private static let colorBytesMax = 48

  /// The chunk, made safe.
  package mutating func filter(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let all = rest + bytes
    rest = []
    var safe: [UInt8] = []
    var position = 0
    while position < all.count {
      switch PrintableOutput.piece(all[position...]) {
      case .plain(let count):
        safe += all[position..<position + count]
        position += count
      case .unsafe(let count):
        for byte in all[position..<position + count] {
          safe += Array(Printable.escape(UInt32(byte)).utf8)
        }
        position += count
      case .unfinished:
        rest = Array(all[position...])
        position = all.count
      }
    }
    return safe
  }

  /// What was held back, when nothing follows.
  package mutating func finish() -> [UInt8] {
    defer { rest = [] }
    return rest.flatMap { Array(Printable.escape(UInt32($0)).utf8) }
  }

  private enum Piece {
    case plain(Int), unsafe(Int), unfinished
  }

  private static func piece(_ bytes: ArraySlice<UInt8>) -> Piece {
    guard let first = bytes.first else { return .unfinished }
    switch first {
    case UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return .plain(1)
    case 0x1b: return color(bytes)
    case 0..<0x20, 0x7f: return .unsafe(1)
    case 0..<0x80: return .plain(1)
    default: return character(bytes, count: length(of: first))
    }
  }

  private static func color(_ bytes: ArraySlice<UInt8>) -> Piece {
    let body = bytes.dropFirst()
    guard let bracket = body.first else { return .unfinished }
    guard bracket == UInt8(ascii: "[") else { return .unsafe(1) }
    let parameters = body.dropFirst().prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ";")
        || $0 == UInt8(ascii: ":")
    }
    guard parameters.count + 3 <= colorBytesMax else { return .unsafe(1) }
    guard parameters.endIndex < bytes.endIndex else { return .unfinished }
    return bytes[parameters.endIndex] == UInt8(ascii: "m")
      ? .plain(parameters.count + 3) : .unsafe(1)
  }

  private static func character(_ bytes: ArraySlice<UInt8>, count: Int) -> Piece {
    guard count > 0 else { return .unsafe(1) }
    let follow = bytes.dropFirst().prefix(count - 1)
    guard follow.allSatisfy({ $0 & 0xc0 == 0x80 }) else { return .unsafe(1) }
    guard follow.count == count - 1 else { return .unfinished }
    guard let text = String(validating: bytes.prefix(count), as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return .unsafe(1) }
    return Printable.isControl(scalar) ? .unsafe(count) : .plain(count)
  }

  /// How many bytes a character has that begins so; 0 where none does.
  private static func length(of first: UInt8) -> Int {
    switch first {
    case 0xc2..<0xe0: 2
    case 0xe0..<0xf0: 3
    case 0xf0..<0xf5: 4
    default: 0
    }
  }
}
