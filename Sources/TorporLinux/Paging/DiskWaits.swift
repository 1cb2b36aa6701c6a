internal import Glibc
internal import TorporCore
internal import TorporPosix

/// How long tasks have waited for memory and for disks since the machine was started, and what is on its
/// way to the disks, as the kernel counts it for the whole machine.
struct DiskWaits: Hashable, Sendable {
  var memoryMicroseconds: Int64 = 0
  var diskMicroseconds: Int64 = 0

  /// Reads the pressure figures; zero where the kernel has none.
  static func read(procRoot: String) -> DiskWaits {
    func someTotal(_ name: String) -> Int64 {
      (try? Files.read("\(procRoot)/pressure/\(name)")).flatMap {
        PressureLine.parse($0, .some)?.totalMicroseconds
      } ?? 0
    }
    return DiskWaits(
      memoryMicroseconds: someTotal("memory"),
      diskMicroseconds: someTotal("io")
    )
  }

  /// How long any process has waited since then; one that waits for memory from a disk is counted once.
  func stalled(since before: DiskWaits) -> Duration {
    .microseconds(
      max(
        0,
        memoryMicroseconds - before.memoryMicroseconds,
        diskMicroseconds - before.diskMicroseconds
      )
    )
  }

  /// What is on its way to the disks, in bytes; zero where the kernel does not say.
  static func bytesUnderWay(procRoot: String) -> Int64 {
    let pages = (try? Files.read(procRoot + "/vmstat")).flatMap {
      MemoryCounters.value("nr_writeback", in: $0)
    }
    return (pages ?? 0) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
