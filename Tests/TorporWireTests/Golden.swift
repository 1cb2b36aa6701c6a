import FoundationEssentials

/// Messages of an earlier build, which a later one must write byte for byte.
enum Golden {
  /// The messages of a file in `Tests/Golden`, one a line, that are not among those that were written now.
  static func messages(_ name: String, missingIn written: [String]) throws -> [String] {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let written = Set(written)
    return try String(contentsOfFile: "/\(tests)/Golden/\(name).txt", encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !written.contains($0) }
  }
}
