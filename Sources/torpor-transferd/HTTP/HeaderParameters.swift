/// The parameters of a field's value: `attachment; filename="a b.txt"; size=3`.
enum HeaderParameters {
  /// Parses the parameters after the first semicolon, by lower-case name; the first with a given name counts.
  static func parse(_ value: String) -> [String: String] {
    var parameters: [String: String] = [:]
    for part in split(value).dropFirst() {
      guard let sign = part.firstIndex(of: "=") else { continue }
      let name = trimmed(part[..<sign]).lowercased()
      let text = trimmed(part[part.index(after: sign)...])
      if parameters[name] == nil { parameters[name] = unquoted(text) }
    }
    return parameters
  }

  /// Splits at semicolons outside quotes.
  private static func split(_ value: String) -> [Substring] {
    var isQuoted = false
    var isEscaped = false
    return value.split(omittingEmptySubsequences: false) { character in
      defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      return character == ";" && !isQuoted
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var rest = text.drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }

  /// Returns the text without its quotes and without the escapes in them.
  static func unquoted(_ text: Substring) -> String {
    guard text.hasPrefix("\"") else { return String(text) }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst() {
      if isEscaped {
        result.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        break
      } else {
        result.append(character)
      }
    }
    return result
  }
}
