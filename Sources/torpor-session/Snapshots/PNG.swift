import CZlib

/// The file format of pictures (W3C, "Portable Network Graphics", third edition), as far as our pictures need it.
enum PNG {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  /// zlib's default level: a picture of 480 x 360 takes some milliseconds.
  private static let effort: Int32 = 6
  /// Each byte is the difference from the one above it: windows have large plain areas.
  private static let filterUp: UInt8 = 2

  /// Returns the bytes of a file; `nil` if there is not enough memory.
  static func encode(_ picture: Picture) -> [UInt8]? {
    guard let pixels = compress(filtered(picture)) else { return nil }
    // Eight bits for each of three colours, one method for everything else, not interlaced.
    let head = big(picture.width) + big(picture.height) + [8, 2, 0, 0, 0]
    return signature + chunk("IHDR", head) + chunk("IDAT", pixels) + chunk("IEND", [])
  }

  private static func filtered(_ picture: Picture) -> [UInt8] {
    let length = picture.width * 3
    var lines: [UInt8] = []
    lines.reserveCapacity((length + 1) * picture.height)
    for start in stride(from: 0, to: picture.bytes.count, by: length) {
      lines.append(filterUp)
      for at in start..<start + length {
        lines.append(picture.bytes[at] &- (start == 0 ? 0 : picture.bytes[at - length]))
      }
    }
    return lines
  }

  private static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    let bound = compressBound(uLong(bytes.count))
    var length = bound
    var status = Z_OK
    let made = [UInt8](unsafeUninitializedCapacity: Int(bound)) { buffer, count in
      status = compress2(buffer.baseAddress, &length, bytes, uLong(bytes.count), effort)
      count = status == Z_OK ? Int(length) : 0
    }
    return status == Z_OK ? made : nil
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return big(content.count) + named + big(Int(crc32(0, named, uInt(named.count))))
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
