// Two interfaces may describe the same enum, as Varlink has no imports. One of them has the words; the other says
// `# @words INTERFACE`, and its file gets them from there.

extension Interface {
  /// The text of the file with the words of the other interfaces, where they differ.
  func withSharedWords(of others: [Interface]) throws(Mistake) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var isChanged = false
    // From the end, so that the lines before stay where they are.
    for type in types.reversed() {
      guard let source = type.notes["words"] else { continue }
      guard case .type(.words(let own)) = type.kind,
        let other = others.first(where: { $0.name == source })?
          .types.first(where: { $0.name == type.name }),
        case .type(.words(let words)) = other.kind
      else { throw Mistake(line: type.line, text: "\(source) has no words of '\(type.name)'") }
      guard own != words else { continue }
      let first = type.line - 1
      guard let last = lines[first...].firstIndex(where: { $0.hasSuffix(")") }) else { continue }
      lines.replaceSubrange(
        first...last,
        with: ["type \(type.name) ("] + Self.wrapped(words) + [")"]
      )
      isChanged = true
    }
    return isChanged ? lines.joined(separator: "\n") : nil
  }

  private static let columns = 97

  private static func wrapped(_ words: [String]) -> [String] {
    var lines: [String] = []
    for (index, word) in words.enumerated() {
      let text = index == words.count - 1 ? word : word + ","
      if let last = lines.last, last.count + 1 + text.count <= columns {
        lines[lines.count - 1] += " " + text
      } else {
        lines.append("  " + text)
      }
    }
    return lines
  }
}
