/// Colours of the terminal, or none; widths are computed before colours are put on.
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

  static let plain = Style(isColored: false)

  /// The text, with the colour of its role where there is colour.
  func paint(_ text: String, _ role: Role) -> String {
    guard isColored, let code = role.code, !text.isEmpty else { return text }
    return "\u{1b}[\(code)m\(text)\u{1b}[0m"
  }
}
