import Glibc

/// The conformance scenarios, where they lie beside the checkout.
enum ConformanceFiles {
  /// The paths in order; empty where the folder is not there (then tests skip and say so).
  static let paths: [String] = {
    for root in ["../shared/conformance", "../../shared/conformance"] {
      let found = yamlFiles(in: root)
      if !found.isEmpty { return found }
    }
    print("skipped: no conformance scenarios beside the checkout (../shared/conformance)")
    return []
  }()

  /// The project's own scenarios, which are always there, with those that a real daemon performs too.
  static let own = yamlFiles(in: "Scenarios") + yamlFiles(in: "Scenarios/twin")

  /// The `.yaml` files of a folder, by name.
  static func yamlFiles(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".yaml") { names.append("\(folder)/\(name)") }
    }
    return names.sorted()
  }

  /// The text of a file; `nil` where it cannot be read.
  static func text(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
