import TorporCore
import TorporModel

/// Where the simulated kernel writes memory of frozen groups to.
struct SimulatedSwap {
  /// How much there is, in bytes; 0: none.
  private(set) var totalBytes: Int64 = 0
  private var written: [LaunchIdentifier: Int64] = [:]
  /// What of it stands in memory as well, since it was read back.
  private var copied: [LaunchIdentifier: Int64] = [:]
  /// What others than apps have written.
  private var othersBytes: Int64 = 0

  /// What a daemon reads of it.
  var state: SwapState? {
    guard totalBytes > 0 else { return nil }
    return SwapState(freeBytes: freeBytes, totalBytes: totalBytes)
  }

  private var freeBytes: Int64 { max(0, totalBytes - othersBytes - written.values.reduce(0, +)) }

  /// What of a process stands here, in bytes.
  func written(of launch: LaunchIdentifier) -> Int64 { written[launch] ?? 0 }

  /// What of a process stands only here, in bytes.
  func missing(of launch: LaunchIdentifier) -> Int64 { written(of: launch) - (copied[launch] ?? 0) }

  /// Copies memory of a process back, and says how much that was.
  mutating func readBack(_ bytes: Int64, of launch: LaunchIdentifier) -> Int64 {
    let read = min(max(0, bytes), missing(of: launch))
    if read > 0 { copied[launch, default: 0] += read }
    return read
  }

  /// Takes memory of a process, as far as there is room, and says how much that was.
  mutating func write(_ bytes: Int64, of launch: LaunchIdentifier) -> Int64 {
    let taken = min(max(0, bytes), freeBytes)
    if taken > 0 { written[launch, default: 0] += taken }
    return taken
  }

  /// Others write that much more, or take it back.
  mutating func takeForOthers(_ bytes: Int64) {
    othersBytes = min(max(0, othersBytes + bytes), totalBytes)
  }

  /// The process touches its memory again, or has ended.
  mutating func giveBack(_ launch: LaunchIdentifier) {
    written[launch] = nil
    copied[launch] = nil
  }

  /// Everything goes back to memory, and there is so much room from now on.
  mutating func replace(totalBytes: Int64) {
    self.totalBytes = totalBytes
    othersBytes = 0
    written.removeAll()
    copied.removeAll()
  }
}
