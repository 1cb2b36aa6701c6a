/// The allowed word that was probably meant, or `nil` where none is near.
///
/// Near: at most half of the letters differ, and at least one edit is always forgiven.
func suggestion(for word: String, among allowed: [String]) -> String? {
  // One number is as near to another as to any.
  guard Double(word) == nil else { return nil }
  let limit = max(1, word.count / 2)
  var best: (word: String, distance: Int)?
  for candidate in allowed {
    let distance = editDistance(word.lowercased(), candidate.lowercased())
    guard distance <= limit, distance < best?.distance ?? .max else { continue }
    best = (candidate, distance)
  }
  return best?.word
}

/// How many letters must be put in, left out or changed to get from one word to the other.
private func editDistance(_ left: String, _ right: String) -> Int {
  let rightLetters = Array(right)
  var row = Array(0...rightLetters.count)
  for (index, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in rightLetters.indices {
      let replaced = diagonal + (rightLetters[column] == letter ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
    }
  }
  return row[rightLetters.count]
}

/// The sentence for a word that is not among the allowed ones, with the one probably meant.
func notAllowed(_ found: String, as meant: String, allowed: [String]) -> String {
  let near = suggestion(for: found, among: allowed).map { "; did you mean '\($0)'?" } ?? "."
  var names: Set<String> = []
  let allowed = allowed.filter { names.insert($0).inserted }
  return "'\(found)' is not \(meant)\(near) Allowed: \(allowed.joined(separator: ", "))"
}
