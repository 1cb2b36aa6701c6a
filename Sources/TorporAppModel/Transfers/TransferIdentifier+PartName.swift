extension TransferIdentifier {
  /// Returns the name of the file to which a download is written until it is complete, beside its
  /// destination: `.NAME.torpor-N`, hidden, and one for each transfer.
  package func partName(of name: String) -> String {
    var part = ""
    for character in name {
      guard part.utf8.count + character.utf8.count <= Self.partNameBytesMax else { break }
      part.append(character)
    }
    return ".\(part).torpor-\(rawValue)"
  }

  /// The maximum length of the original name in it: 200 bytes; the rest of the 255 bytes of a name
  /// (`NAME_MAX`) is for the added parts.
  package static let partNameBytesMax = 200
}
