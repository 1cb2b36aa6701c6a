internal import Glibc
internal import TorporPosix

/// Which pages of a process stand in swap, as `/proc/PID/pagemap` says.
struct PageMap: ~Copyable {
  private let file: Descriptor
  private let pageBytes: UInt64
  private var entries: [UInt64]

  /// `nil` where the process is gone or may not be looked at; `bytesMax`: of memory, of one question.
  init?(of processID: Int32, procRoot: String, bytesMax: UInt64) {
    do throws(SystemError) {
      file = try Files.open("\(procRoot)/\(processID)/pagemap", O_RDONLY)
    } catch {
      return nil
    }
    pageBytes = UInt64(sysconf(Int32(_SC_PAGESIZE)))
    entries = [UInt64](repeating: 0, count: Int(bytesMax / pageBytes) + 1)
  }

  /// How much of that memory stands in swap, in bytes; what cannot be read does not.
  ///
  /// Pages that stand in memory as well, until their process touches them, count.
  mutating func swappedBytes(at address: UInt64, length: UInt64) -> UInt64 {
    let (number, size) = (file.rawValue, MemoryLayout<UInt64>.size)
    let count = min(Int(length / pageBytes), entries.count)
    let offset = off_t(address / pageBytes) * off_t(size)
    let read = entries.withUnsafeMutableBytes {
      pread(number, $0.baseAddress, count * size, offset)
    }
    guard read > 0 else { return 0 }
    return entries[..<(read / size)].reduce(0) { sum, entry in
      entry & PageMap.isSwapped != 0 ? sum + pageBytes : sum
    }
  }

  /// Bit 62 of an entry (Documentation/admin-guide/mm/pagemap.rst).
  private static let isSwapped: UInt64 = 1 << 62
}
