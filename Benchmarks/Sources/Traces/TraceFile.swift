import Glibc

/// A recorded trace in the folder given by `--data`, as lines of fields.
struct TraceFile {
  let path: String

  /// Why a trace cannot be read, as a sentence.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    let cause: String

    var description: String {
      "The trace \(path) cannot be read: \(cause); --data names a folder laid out as docs/benchmarks.md says."
    }
  }

  /// The file of that name in the folder; `name` may end in `.gz`.
  init(_ name: String, in folder: String) { path = folder + "/" + name }

  /// Every line after the header, split at commas; quotes around a field are taken off.
  ///
  /// - Throws: `Unreadable` when the file is not there or is not what its name says.
  func rows() throws(Unreadable) -> [[Substring]] {
    try text().split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(TraceFile.unquoted)
    }
  }

  /// The whole file, unpacked.
  ///
  /// - Throws: `Unreadable` when the file is not there or is not what its name says.
  func text() throws(Unreadable) -> String {
    guard access(path, R_OK) == 0 else {
      throw Unreadable(path: path, cause: String(cString: strerror(errno)))
    }
    let command = path.hasSuffix(".gz") ? "gzip -dc -- '\(path)'" : "cat -- '\(path)'"
    guard let pipe = popen(command, "r") else {
      throw Unreadable(path: path, cause: String(cString: strerror(errno)))
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 {
      bytes.append(contentsOf: chunk[..<count])
    }
    guard pclose(pipe) == 0 else { throw Unreadable(path: path, cause: "it cannot be unpacked") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unquoted(_ field: Substring) -> Substring {
    guard field.count >= 2, field.first == "\"", field.last == "\"" else { return field }
    return field.dropFirst().dropLast()
  }
}
