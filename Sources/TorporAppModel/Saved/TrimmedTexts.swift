/// What stands in a saved value for texts that are not given away.
///
/// Trimming goes by type: numbers, flags, moments and the words of the vocabulary are kept, and every other text gets
/// a pseudonym (docs/decisions/0055). The parts of an identifier between dots get one each, so that what begins with
/// an identifier still does; pseudonyms are in the order of what they stand for. First all texts are collected, then
/// they are replaced.
package struct TrimmedTexts: Sendable {
  /// Parts of texts that were found.
  private var parts: Set<String> = []
  /// The pseudonym of each part; `nil`: they are still collected.
  private var pseudonyms: [String: String]?
  /// Beginnings of identifiers that the system itself gives, which are kept.
  private let keptPrefixes: [String]
  /// The member that is written.
  var key: StaticString = ""

  /// The longest text that can be an identifier of an app, in bytes.
  private static let identifierBytesMax = 155

  /// Members with a fraction that say nothing of where anybody is: radii and accuracies.
  ///
  /// Every other becomes 0.
  private static let keptFractions: Set<String> = [
    "accuracyMetres", "desiredAccuracyMetres", "distanceFilterMetres", "distanceMetres",
    "horizontalAccuracyMetres", "radiusMetres",
  ]

  package init(keepingPrefixes prefixes: [String]) { keptPrefixes = prefixes }

  /// Ends the collection: from now on every text that was found has its pseudonym.
  package mutating func giveNames() {
    let sorted = parts.sorted()
    // As many digits as the last one has, so that their order is that of their numbers.
    let width = max(4, String(sorted.count).count)
    var names: [String: String] = [:]
    for (index, part) in sorted.enumerated() {
      let digits = String(index + 1)
      names[part] = "n" + String(repeating: "0", count: width - digits.count) + digits
    }
    pseudonyms = names
  }

  /// The text as it is written; while texts are collected, the text itself.
  mutating func text(for text: String) -> String {
    if text.isEmpty || keptPrefixes.contains(where: text.hasPrefix) { return text }
    guard let pseudonyms else {
      parts.formUnion(Self.parts(of: text))
      parts.insert(text)
      return text
    }
    func name(_ part: String) -> String { pseudonyms[part] ?? "n" }
    let names = Self.parts(of: text).map { $0.isEmpty || $0 == "*" ? $0 : name($0) }
    let whole = names.joined(separator: ".")
    return whole.utf8.count <= Self.identifierBytesMax ? whole : name(text)
  }

  /// The pseudonym of a text that was collected; `nil`: it is in no value.
  package func pseudonym(of text: String) -> String? {
    guard let pseudonyms, pseudonyms[text] != nil else { return nil }
    var copy = self
    return copy.text(for: text)
  }

  func number(for number: Double) -> Double {
    Self.keptFractions.contains(key.description) ? number : 0
  }

  /// The parts of an identifier; any other text is one part.
  private static func parts(of text: String) -> [String] {
    let isIdentifier = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "*"):
        true
      default: false
      }
    }
    guard isIdentifier else { return [text] }
    return text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
