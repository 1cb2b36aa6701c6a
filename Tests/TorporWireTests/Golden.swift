import FoundationEssentials

/// Messages of an earlier build, which a later one must write byte for byte.
enum Golden {
  /// The messages of a file in `Tests/Golden`, one a line, that are not among those that were written now.
  ///
  /// With `TORPOR_UPDATE_GOLDEN=1` the file is written anew, for samples that have grown: the difference must
  /// then be additions alone.
  static func messages(_ name: String, missingIn written: [String]) throws -> [String] {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    if ProcessInfo.processInfo.environment["TORPOR_UPDATE_GOLDEN"] != nil {
      let text = written.joined(separator: "\n") + "\n"
      try text.write(toFile: "/\(tests)/Golden/\(name).txt", atomically: true, encoding: .utf8)
    }
    let written = Set(written)
    return try String(contentsOfFile: "/\(tests)/Golden/\(name).txt", encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !written.contains($0) }
  }
}
