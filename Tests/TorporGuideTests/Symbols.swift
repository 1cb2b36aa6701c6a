/// The public symbols of the client library, as its source texts declare them: `Type`, `Type.member` and
/// `Type.function(labels:)`.
///
/// A scanner for the way these files are written, in which a declaration begins its line, and not for Swift.
struct Symbols {
  private(set) var names: Set<String> = []
  /// Other names of types.
  private var aliases: [String: String] = [:]

  func contains(_ symbol: String) -> Bool {
    if names.contains(symbol) { return true }
    guard let dot = symbol.firstIndex(of: "."), let original = aliases[String(symbol[..<dot])]
    else { return aliases[symbol] != nil }
    return names.contains(original + symbol[dot...])
  }

  /// Adds what a source text declares.
  mutating func add(_ source: String) {
    /// The types that are open, with the indentation of their declarations.
    var types: [(indentation: Int, name: String, isProtocol: Bool, isEnum: Bool)] = []
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (number, line) in lines.enumerated() {
      let indentation = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indentation)
      guard !text.isEmpty, !text.hasPrefix("//") else { continue }
      while let last = types.last, indentation <= last.indentation { types.removeLast() }
      var words = text.split(separator: " ").map(String.init)
      let isPublic = words.first == "public"
      let modifiers: Set = [
        "public", "static", "final", "mutating", "indirect", "nonmutating", "weak", "convenience",
      ]
      words.removeAll { modifiers.contains($0) || $0.hasPrefix("@") }
      let owner = types.map(\.name).joined(separator: ".")
      func note(_ member: String) { names.insert(owner.isEmpty ? member : owner + "." + member) }
      if isPublic, words.first?.hasPrefix("init(") == true {
        note("init" + Self.labels(lines[number...]))
      }
      guard words.count > 1 else { continue }
      let name = String(words[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
      switch words[0] {
      case "class", "struct", "enum", "protocol", "extension":
        if isPublic { note(name) }
        types.append((indentation, name, words[0] == "protocol", words[0] == "enum"))
      case "typealias" where isPublic:
        note(name)
        if words.count > 3 { aliases[name] = words[3].replacing("TorporAppModel.", with: "") }
      case "case" where types.last?.isEnum == true:
        for word in text.dropFirst(5).split(separator: ",") {
          note(String(word.drop { " `".contains($0) }.prefix { $0.isLetter || $0.isNumber }))
        }
      case "var" where isPublic || types.last?.isProtocol == true,
        "let" where isPublic:
        note(String(name.prefix { $0 != "." }))
        let quoted = words[1].split(separator: "`", omittingEmptySubsequences: false)
        if quoted.count == 3 { note(String(quoted[1])) }
      case "func" where isPublic || types.last?.isProtocol == true:
        note(name + Self.labels(lines[number...]))
      default: break
      }
    }
  }

  /// The labels of the parameters of the declaration that begins there: `(_:with:)`.
  private static func labels(_ lines: ArraySlice<String>) -> String {
    var depth = 0
    var labels = ""
    var word = ""
    var isInLabel = false
    for character in lines.joined(separator: "\n") {
      switch character {
      case "(", "[", "{":
        depth += 1
        if depth == 1 { isInLabel = true }
      case ")", "]", "}":
        depth -= 1
        if depth == 0 { return "(" + labels + ")" }
      case ":" where depth == 1 && isInLabel:
        labels += (word.split(separator: " ").first.map(String.init) ?? "_") + ":"
        (word, isInLabel) = ("", false)
      case "," where depth == 1: (word, isInLabel) = ("", true)
      default: if depth == 1, isInLabel { word.append(character == "\n" ? " " : character) }
      }
    }
    return "()"
  }
}
