import Foundation

/// The texts of the repository that these tests read.
enum Repository {
  static let root = String(#filePath.dropLast("/Tests/TorporGuideTests/Repository.swift".count))

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  /// The files below a folder whose names end so, sorted.
  static func files(below folder: String, _ ending: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: root + "/" + folder)?.allObjects ?? []
    return all.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted()
      .map { folder + "/" + $0 }
  }
}
