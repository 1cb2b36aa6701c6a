import Glibc
import Testing

/// Whole files as bytes: a journal's file and log are copied as a killed daemon leaves them.
enum FileContent {
  /// Reads up to 4 MiB, more than any journal of a test has.
  static func bytes(of path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "rb"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 22)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
  }

  /// Writes a file; `inPlace`: over one that is there, which stays the same file.
  static func write(_ bytes: [UInt8], to path: String, inPlace: Bool = false) throws {
    let file = try #require(fopen(path, inPlace ? "r+b" : "wb"))
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    fclose(file)
  }
}
