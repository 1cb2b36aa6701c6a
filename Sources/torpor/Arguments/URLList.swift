/// The URLs of a list: one a line; empty lines and those that begin with `#` are skipped.
enum URLList {
  static func urls(in text: String) -> [String] {
    text.split { $0 == "\n" || $0 == "\r\n" }.map { $0.trimmed }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }
}

extension Substring {
  /// Without spaces and tabs at its ends.
  var trimmed: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(text)
  }
}
