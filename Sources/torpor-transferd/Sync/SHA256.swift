import CCurl
import TorporPosix

/// The SHA-256 of files, by libcrypto, which uses the processor's own instructions.
enum SHA256 {
  /// The number of bytes that are read at once: 256 KiB fit in the second-level cache.
  ///
  /// Our choice.
  private static let readBytes = 256 << 10

  /// Returns the digest of the whole file as 64 lower-case hexadecimal digits.
  ///
  /// - Throws: `SystemError` when it cannot be read.
  static func digest(of file: OpenFile) throws(SystemError) -> String {
    guard let context = EVP_MD_CTX_new() else {
      throw SystemError(operation: "digest", subject: file.path, code: 12)
    }
    defer { EVP_MD_CTX_free(context) }
    EVP_DigestInit_ex(context, EVP_sha256(), nil)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readBytes, alignment: 64)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while true {
      let count = try file.read(into: buffer, at: offset)
      if count == 0 { break }
      EVP_DigestUpdate(context, buffer.baseAddress, count)
      offset += Int64(count)
    }
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(context, &digest, nil)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }
}
