/// Text of others made safe for HTML and SVG: it stands for itself in text and in quoted attributes, and control
/// characters are shown as escapes, since XML forbids most of them and some turn the direction of a line.
package enum Markup {
  package static func text(_ text: some StringProtocol) -> String {
    // Lines of a title stay lines.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let safe = lines.map { Printable.line($0) }.joined(separator: "\n")
    var result = ""
    for scalar in safe.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // XML has no such characters.
      case "\u{fffe}", "\u{ffff}": result += Printable.escape(scalar.value)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
