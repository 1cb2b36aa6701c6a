/// A picture in memory: three bytes for each pixel, red first, in rows from the top.
struct Picture: Hashable, Sendable {
  let width: Int
  let height: Int
  let bytes: [UInt8]

  /// The longer side of a stored picture, in pixels: 480.
  ///
  /// Four cards side by side on a screen of 1,920 pixels. Our choice.
  static let sideMax = 480

  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 3, "\(bytes.count) bytes for \(width) x \(height)")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Scales down to the size of a card; each pixel is the mean of those that it represents.
  init(_ image: WindowImage, bytes source: UnsafeRawBufferPointer) {
    let longer = max(image.width, image.height)
    func scaled(_ side: Int) -> Int {
      longer <= Picture.sideMax ? side : max(1, side * Picture.sideMax / longer)
    }
    let (width, height) = (scaled(image.width), scaled(image.height))
    let made = [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
      var columns = (0...width).map { $0 * image.width / width }
      columns.withUnsafeMutableBufferPointer { columns in
        for y in 0..<height {
          let rows = y * image.height / height..<(y + 1) * image.height / height
          for x in 0..<width {
            let mean = image.mean(source, columns[x]..<columns[x + 1], rows)
            let at = (y * width + x) * 3
            (buffer[at], buffer[at + 1], buffer[at + 2]) = mean
          }
        }
      }
      count = width * height * 3
    }
    self.init(width: width, height: height, bytes: made)
  }
}

/// The pixels of a window as a server sends them: four bytes for each, one of which is ignored.
struct WindowImage: Hashable, Sendable {
  let width: Int
  let height: Int
  let bytesPerLine: Int
  /// Whether blue is first.
  let isLittleEndian: Bool

  /// Makes an image; `nil`: it has another format, or fewer bytes than it needs.
  init?(
    width: Int,
    height: Int,
    depth: Int,
    bitsPerPixel: Int,
    isLittleEndian: Bool,
    byteCount: Int
  ) {
    // Current servers have 24 bits of colour, or 32 with transparency.
    guard depth == 24 || depth == 32, bitsPerPixel == 32, width > 0, height > 0,
      byteCount >= width * height * 4
    else { return nil }
    self.width = width
    self.height = height
    self.isLittleEndian = isLittleEndian
    // Lines of four bytes a pixel need no padding.
    bytesPerLine = width * 4
  }

  fileprivate func mean(
    _ source: UnsafeRawBufferPointer,
    _ columns: Range<Int>,
    _ rows: Range<Int>
  ) -> (UInt8, UInt8, UInt8) {
    var (red, green, blue) = (0, 0, 0)
    // In memory order: BGRX, or XRGB.
    let (first, step) = isLittleEndian ? (2, -1) : (1, 1)
    for row in rows {
      for column in columns {
        let at = row * bytesPerLine + column * 4 + first
        red += Int(source[at])
        green += Int(source[at + step])
        blue += Int(source[at + 2 * step])
      }
    }
    let count = rows.count * columns.count
    return (UInt8(red / count), UInt8(green / count), UInt8(blue / count))
  }
}
