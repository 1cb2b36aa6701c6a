internal import Glibc
internal import Synchronization
internal import TorporCore
internal import TorporPosix

/// One order to read memory back, as the thread does it that may wait for the disk.
///
/// Made on the loop's thread and read there when the pipe speaks; `run` is for the other. Between them stands `state`,
/// guarded by its mutex. The descriptors belong to the reader, which keeps them until the result is there.
final class ReadBackWork: MemoryWork {
  private struct State {
    var isStopped = false
    var readBytes: UInt64?
  }

  private let targets: [PageOutWork.Target]
  private let order: ReadBackOrder
  private let procRoot: String
  private let endsPipe: Int32
  private let state = Mutex(State())

  init(
    _ order: ReadBackOrder,
    _ targets: [PageOutWork.Target],
    procRoot: String,
    endsPipe: Int32
  ) {
    self.order = order
    self.targets = targets
    self.procRoot = procRoot
    self.endsPipe = endsPipe
  }

  /// Has the thread end before its next piece.
  func stop() { state.withLock { $0.isStopped = true } }

  /// What it has read, in bytes, once it is over.
  var readBytes: UInt64? { state.withLock { $0.readBytes } }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The thread's work: piece by piece, until all is there, the order is filled, memory is no longer ample, or it is
  /// stopped.
  func run() {
    ProcessMemory.useIdleDisk()
    var read: UInt64 = 0
    for target in targets {
      guard readBack(target, &read) else { break }
    }
    state.withLock { $0.readBytes = read }
    var byte: UInt8 = 1
    _ = write(endsPipe, &byte, 1)
  }

  /// Goes through one process; whether the order continues.
  private func readBack(_ target: PageOutWork.Target, _ read: inout UInt64) -> Bool {
    let pieceBytes = ReadBackWork.pieceBytes
    guard var map = PageMap(of: target.processID, procRoot: procRoot, bytesMax: pieceBytes) else {
      return true
    }
    for range in MemoryRanges.pageable(of: target.processID, procRoot: procRoot)
    where range.upperBound - range.lowerBound <= ReadBackWork.mappingBytesMax {
      var address = range.lowerBound
      while address < range.upperBound {
        if isStopped { return false }
        let length = min(pieceBytes, range.upperBound - address)
        let swapped = map.swappedBytes(at: address, length: length)
        if swapped > 0 {
          guard read + swapped <= UInt64(max(0, order.bytesMax)), isMemoryAmple else {
            return false
          }
          let begun = ContinuousClock.now
          do throws(SystemError) {
            try ProcessMemory.readBack(processHandle: target.handle, at: address, length: length)
            read += swapped
          } catch {
            // This kernel or a guard of it forbids it: the next piece would fare no better.
            if error.code != ENOMEM, error.code != EINVAL, error.code != ESRCH { return false }
            if error.code == ESRCH { return true }
          }
          leaveDisk(since: begun)
        }
        address += length
      }
    }
    return true
  }

  private var isMemoryAmple: Bool {
    guard let memory = MemoryInfo.read(procRoot: procRoot) else { return false }
    return memory.availableBytes >= memory.totalBytes / 1000 * Int64(order.availablePermilleMin)
  }

  /// Leaves the disk to others for as long as a piece has taken, and never for less than a moment.
  private func leaveDisk(since begun: ContinuousClock.Instant) {
    let taken = ContinuousClock.now - begun
    let pause = min(max(taken, ReadBackWork.pauseMin), ReadBackWork.pauseMax)
    usleep(useconds_t(pause.components.attoseconds / 1_000_000_000_000))
  }

  /// 1 MiB, as what is written at a time; our choice.
  private static let pieceBytes: UInt64 = 1 << 20
  /// 5 ms, hence 200 MiB/s at most, so that a thaw within an order finds a short queue; our choice.
  private static let pauseMin = Duration.milliseconds(5)
  private static let pauseMax = Duration.milliseconds(100)
  /// Larger mappings are reservations: to look through 64 GiB takes some 60 ms; our choice.
  private static let mappingBytesMax: UInt64 = 64 << 30
}
