/// Finds what a person meant who mistyped a word.
package enum Spelling {
  /// The word that is nearest to what was typed; `nil` where none is near enough.
  ///
  /// A beginning of a word is near to it. Else one letter of each three may be wrong, which lets
  /// "pwoer" be "power" and keeps "at" from being "ac, cool or any"; our choice.
  package static func nearest(to text: String, among words: [String]) -> String? {
    let typed = Array(text.lowercased().utf8)
    guard !typed.isEmpty else { return nil }
    var best: (word: String, distance: Int)?
    for word in words {
      let letters = Array(word.lowercased().utf8)
      let isBeginning =
        typed.count > 1 && letters.count > typed.count && letters.starts(with: typed)
      let distance = isBeginning ? 1 : Spelling.distance(typed, letters)
      let allowed = isBeginning ? 1 : max(typed.count, letters.count) / 3
      if distance <= allowed, distance < best?.distance ?? .max { best = (word, distance) }
    }
    return best?.word
  }

  /// " Did you mean '…'?", or nothing where no word is near.
  package static func hint(for text: String, among words: [String]) -> String {
    hint(nearest(to: text, among: words))
  }

  /// " Did you mean '…'?", or nothing.
  package static func hint(_ word: String?) -> String {
    word.map { " Did you mean '\($0)'?" } ?? ""
  }

  /// How many letters must be changed, put in, left out or swapped with their neighbour (the
  /// "optimal string alignment" of Damerau and Levenshtein).
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var rows = [Array(0...other.count)]
    for (row, letter) in one.enumerated() {
      var current = [row + 1]
      for (column, candidate) in other.enumerated() {
        let replaced = rows[row][column] + (letter == candidate ? 0 : 1)
        var least = min(replaced, rows[row][column + 1] + 1, current[column] + 1)
        let isSwap =
          row > 0 && column > 0 && letter == other[column - 1] && one[row - 1] == candidate
        if isSwap { least = min(least, rows[row - 1][column - 1] + 1) }
        current.append(least)
      }
      rows.append(current)
    }
    return rows[one.count][other.count]
  }
}
