/// What is wrong in a file that describes an app: which file, which key, what was found, what is
/// allowed.
struct ManifestMistake: Error, Hashable {
  let file: String
  /// `nil` where the file as a whole is wrong.
  let key: String?
  /// As a clause that stands after the key: "is missing", "is 'a b'".
  let found: String
  /// What to write instead, as a sentence.
  let allowed: String

  /// The mistake for people.
  var sentence: String {
    let subject = key.map { "\(file): \($0)" } ?? file
    return "\(subject) \(found). \(allowed)"
  }
}
