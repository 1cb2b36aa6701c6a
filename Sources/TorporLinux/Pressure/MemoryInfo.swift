internal import TorporPosix

/// How much memory there is, from `/proc/meminfo`.
struct MemoryInfo: Hashable {
  /// Bytes that could be given out without swapping (`MemAvailable`).
  private(set) var availableBytes: Int64
  private(set) var totalBytes: Int64
  /// Bytes that stand in swap and in memory as well (`SwapCached`).
  var cachedSwapBytes: Int64 = 0
  /// Bytes that are kept of files (`Active(file)`, `Inactive(file)`).
  var fileCacheBytes: Int64 = 0

  /// Reads the file; `nil` where it does not tell.
  static func read(procRoot: String) -> MemoryInfo? {
    (try? Files.read(procRoot + "/meminfo")).flatMap { parse($0) }
  }

  static func parse(_ text: String) -> MemoryInfo? {
    var available: Int64?
    var total: Int64?
    var info = MemoryInfo(availableBytes: 0, totalBytes: 0)
    // By bytes, and five of some fifty lines: this is read at each start and at each report.
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      // MemTotal:       24682128 kB
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      switch String(Substring(line[..<colon])) {
      case "MemAvailable": available = bytes(in: line[colon...])
      case "MemTotal": total = bytes(in: line[colon...])
      case "SwapCached": info.cachedSwapBytes = bytes(in: line[colon...]) ?? 0
      case "Active(file)", "Inactive(file)":
        info.fileCacheBytes += bytes(in: line[colon...]) ?? 0
      default: break
      }
    }
    guard let available, let total else { return nil }
    info.availableBytes = available
    info.totalBytes = total
    return info
  }

  /// The number of a line in bytes; the file has kibibytes.
  private static func bytes(in line: Substring.UTF8View) -> Int64? {
    let digits = line.drop { !isDigit($0) }.prefix(while: isDigit)
    return Int64(Substring(digits)).map { $0 * 1024 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
