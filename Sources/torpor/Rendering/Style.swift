import TorporText

/// Colours of the terminal, or none; widths are computed before colours are put on.
///
/// What is written passes through `safe(_:)`, the one place between text of others and the terminal:
/// it lets through no escape sequence but those that this style made, which it knows by their seal.
struct Style: Hashable {
  /// What a piece of text is, for the eye.
  enum Role: Hashable {
    case plain, heading, faint, good, quiet, bad

    /// The parameters of the escape sequence "Select Graphic Rendition" (ECMA-48).
    fileprivate var code: String? {
      switch self {
      case .plain: nil
      case .heading: "1"
      case .faint: "2"
      case .good: "32"
      case .quiet: "36"
      case .bad: "31"
      }
    }
  }

  let isColored: Bool
  /// What stands in front of each escape sequence of this style until it is written.
  ///
  /// It must not be known outside of this process: a name that contains it could paint the terminal.
  private let seal: String

  init(isColored: Bool, seal: String = "") {
    self.isColored = isColored
    self.seal = seal
  }

  static let plain = Style(isColored: false)

  /// The text, with the colour of its role where there is colour.
  func paint(_ text: String, _ role: Role) -> String {
    guard isColored, let code = role.code, !text.isEmpty else { return text }
    return "\(seal)\u{1b}[\(code)m\(text)\(seal)\u{1b}[0m"
  }

  /// A line as a terminal may get it: colours of this style, and every other control character shown
  /// as an escape.
  func safe(_ line: String) -> String {
    guard isColored, !seal.isEmpty else { return Printable.line(line) }
    let pieces = Style.pieces(of: line, separatedBy: seal)
    return pieces.dropFirst().reduce(Printable.line(pieces.first ?? "")) { written, piece in
      let end = piece.unicodeScalars.firstIndex(of: "m").map(piece.unicodeScalars.index(after:))
      let (code, text) = (piece[..<(end ?? piece.startIndex)], piece[(end ?? piece.startIndex)...])
      return written + code + Printable.line(text)
    }
  }

  /// How many columns a text takes when it is written: its colours take none.
  func width(of text: String) -> Int { visible(text).count }

  /// What is seen of a text without its colours.
  func visible(_ text: String) -> String {
    guard isColored, !seal.isEmpty else { return Printable.line(text) }
    let pieces = Style.pieces(of: text, separatedBy: seal)
    return pieces.dropFirst().reduce(Printable.line(pieces.first ?? "")) { seen, piece in
      seen + Printable.line(String(piece.drop { $0 != "m" }.dropFirst()))
    }
  }

  /// The text between the separators, compared scalar by scalar, for a mark in front of the seal must
  /// not hide it.
  private static func pieces(of line: String, separatedBy separator: String) -> [String] {
    let mark = Array(separator.unicodeScalars)
    var pieces: [String] = []
    var piece = String.UnicodeScalarView()
    var rest = line.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == mark.first, rest.starts(with: mark) {
        pieces.append(String(piece))
        piece = String.UnicodeScalarView()
        rest = rest.dropFirst(mark.count)
      } else {
        piece.append(scalar)
        rest = rest.dropFirst()
      }
    }
    return pieces + [String(piece)]
  }
}
