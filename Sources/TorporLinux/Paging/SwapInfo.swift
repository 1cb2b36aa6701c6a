package import TorporCore
internal import TorporPosix

/// Where the kernel writes memory to, from `/proc/swaps`.
package enum SwapInfo {
  /// Reads the file; `nil` where there is no swap.
  package static func read(procRoot: String) -> SwapState? {
    (try? Files.read(path(procRoot))).flatMap { parse($0) }
  }

  static func path(_ procRoot: String) -> String { procRoot + "/swaps" }

  /// Takes the text apart; sizes are in kibibytes, and a name holds no spaces (the kernel writes `\040`).
  static func parse(_ text: String) -> SwapState? {
    var state = SwapState(freeBytes: 0, totalBytes: 0)
    for line in text.split(separator: "\n").dropFirst() {
      // /dev/zram0    partition    4194300    1024    100
      let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard fields.count > 3, let size = Int64(fields[2]), let used = Int64(fields[3]) else {
        continue
      }
      state.totalBytes += size * 1024
      state.freeBytes += max(0, size - used) * 1024
    }
    return state.totalBytes > 0 ? state : nil
  }
}
