internal import TorporPosix

/// How much memory there is, from `/proc/meminfo`.
struct MemoryInfo: Hashable {
  /// Bytes that could be given out without swapping (`MemAvailable`).
  let availableBytes: Int64
  let totalBytes: Int64
  /// Bytes that stand in swap and in memory as well (`SwapCached`).
  var cachedSwapBytes: Int64 = 0
  /// Bytes that are kept of files (`Active(file)`, `Inactive(file)`).
  var fileCacheBytes: Int64 = 0

  /// Reads the file; `nil` where it does not tell.
  static func read(procRoot: String) -> MemoryInfo? {
    (try? Files.read(procRoot + "/meminfo")).flatMap { parse($0) }
  }

  static func parse(_ text: String) -> MemoryInfo? {
    var values: [Substring: Int64] = [:]
    for line in text.split(separator: "\n") {
      // MemTotal:       24682128 kB
      let fields = line.split(whereSeparator: { $0 == " " || $0 == ":" })
      guard fields.count > 1, let kibibytes = Int64(fields[1]) else { continue }
      values[fields[0]] = kibibytes * 1024
    }
    guard let available = values["MemAvailable"], let total = values["MemTotal"] else {
      return nil
    }
    return MemoryInfo(
      availableBytes: available,
      totalBytes: total,
      cachedSwapBytes: values["SwapCached"] ?? 0,
      fileCacheBytes: (values["Active(file)"] ?? 0) + (values["Inactive(file)"] ?? 0)
    )
  }
}
