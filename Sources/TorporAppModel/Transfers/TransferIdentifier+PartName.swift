extension TransferIdentifier {
  /// How the file is called that a download is written to until it is whole, beside the place where it goes:
  /// `.NAME.torpor-N`, hidden, and one for each transfer.
  package func partName(of name: String) -> String {
    var part = ""
    for character in name {
      guard part.utf8.count + character.utf8.count <= Self.partNameBytesMax else { break }
      part.append(character)
    }
    return ".\(part).torpor-\(rawValue)"
  }

  /// 200 bytes; the rest of the 255 that a name may have (`NAME_MAX`) is for our own part.
  package static let partNameBytesMax = 200
}
