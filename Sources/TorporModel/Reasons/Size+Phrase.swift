extension Int64 {
  /// The number of bytes as disk sizes are usually written: in powers of 1000, with one decimal below 10.
  package var sizePhrase: String {
    let bytes = Swift.max(0, self)
    guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var (unit, size) = ("kB", Int64(1000))
    for (larger, factor) in [
      ("MB", Int64(1_000_000)), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
    ]
    where bytes >= factor {
      (unit, size) = (larger, factor)
    }
    let tenths = bytes / (size / 10)
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)"
  }
}
