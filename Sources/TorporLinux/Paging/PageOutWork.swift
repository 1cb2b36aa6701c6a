internal import Glibc
internal import Synchronization
internal import TorporPosix

/// One order to page out, as the thread does it that may wait for the disk.
///
/// Made on the loop's thread and read there when the pipe speaks; `run` is for the other. Between them
/// stands `state`, guarded by its mutex. The descriptors belong to the pager, which keeps them until the
/// result is there.
final class PageOutWork: Sendable {
  /// One process of the group.
  struct Target: Sendable {
    let processID: Int32
    let handle: Int32
  }

  struct Outcome: Sendable {
    var freedBytes: Int64 = 0
    var writtenBytes: Int64 = 0
    var isComplete = false
  }

  private struct State {
    var isStopped = false
    var outcome: Outcome?
  }

  private let targets: [Target]
  private let bytesMax: Int64
  private let procRoot: String
  private let endsPipe: Int32
  private let state = Mutex(State())

  init(
    _ targets: [Target],
    bytesMax: Int64,
    procRoot: String,
    endsPipe: Int32
  ) {
    self.targets = targets
    self.bytesMax = bytesMax
    self.procRoot = procRoot
    self.endsPipe = endsPipe
  }

  /// Has the thread end before its next piece.
  func stop() { state.withLock { $0.isStopped = true } }

  /// What came of it, once it is over.
  var outcome: Outcome? { state.withLock { $0.outcome } }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  // How much address space one call covers: 1 MiB, mostly 2 to 4 ms (measured on a file on a disk), and
  // as long as a thaw may come too late to spare the app its pages. Our choice.
  private static let pieceBytes: UInt64 = 1 << 20
  // After how many pieces the sizes are read again, which costs as much as an empty piece.
  private static let piecesBetweenLooks = 4

  /// The thread's work: piece by piece, until nothing is left, the order is filled, or it is stopped.
  func run() {
    let before = size()
    var outcome = Outcome()
    outcome.isComplete = pageOutAll(from: before)
    let after = size()
    outcome.freedBytes = max(0, before.resident - after.resident)
    outcome.writtenBytes = max(0, after.swapped - before.swapped)
    let result = outcome
    state.withLock { $0.outcome = result }
    var byte: UInt8 = 1
    _ = write(endsPipe, &byte, 1)
  }

  /// Whether the end of the last process was reached.
  private func pageOutAll(from before: Size) -> Bool {
    var pieces = 0
    for target in targets {
      for range in MemoryRanges.pageable(of: target.processID, procRoot: procRoot) {
        var address = range.lowerBound
        while address < range.upperBound {
          if isStopped { return false }
          pieces += 1
          if pieces % PageOutWork.piecesBetweenLooks == 0, isFilled(since: before) { return false }
          let length = min(PageOutWork.pieceBytes, range.upperBound - address)
          do throws(SystemError) {
            try ProcessMemory.pageOut(processHandle: target.handle, at: address, length: length)
          } catch {
            // This kernel or a guard of it forbids it: the next piece would fare no better.
            if error.code == ENOSYS || error.code == EPERM { return true }
            // The process is gone; else this piece is of a kind that stays.
            if error.code == ESRCH { break }
          }
          address += length
        }
      }
    }
    return true
  }

  private func isFilled(since before: Size) -> Bool {
    size().swapped - before.swapped >= bytesMax
  }

  /// What the group has in memory and in swap, in bytes.
  private struct Size {
    var resident: Int64 = 0
    var swapped: Int64 = 0
  }

  private func size() -> Size {
    var size = Size()
    for target in targets {
      guard let text = try? Files.read("\(procRoot)/\(target.processID)/status") else { continue }
      for line in text.split(separator: "\n") {
        if line.hasPrefix("VmRSS:") { size.resident += PageOutWork.bytes(in: line) }
        if line.hasPrefix("VmSwap:") { size.swapped += PageOutWork.bytes(in: line) }
      }
    }
    return size
  }

  /// `VmRSS:     1234 kB`.
  private static func bytes(in line: Substring) -> Int64 {
    let kibibytes = line.split(separator: " ").dropFirst().first.flatMap { Int64($0) }
    return (kibibytes ?? 0) * 1024
  }
}
