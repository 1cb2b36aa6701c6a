import Glibc
import TorporPosix

/// The page into which an app under test writes the moment at which its code ran; see
/// `Benchmarks/Peers/stamp.h`.
struct StampPage: ~Copyable {
  let path: String
  private let file: Descriptor

  /// One event: how many there were, and when the last one's handler began.
  struct Stamp {
    var sequence: UInt64 = 0
    var nanoseconds: Int64 = 0
  }

  /// Nobody stamped within a second.
  struct Silence: Error {}

  init(path: String) throws(SystemError) {
    self.path = path
    file = try Files.open(path, O_RDWR | O_CREAT, mode: 0o600)
    let number = file.rawValue
    // Room for the page, so that the other side can map it whichever comes first.
    _ = ftruncate(number, 4096)
  }

  /// Reads the page; the count lies first and is written last, so the moment belongs to it.
  func read() -> Stamp {
    var stamp = Stamp()
    let number = file.rawValue
    _ = pread(number, &stamp, MemoryLayout<Stamp>.size, 0)
    return stamp
  }

  /// The process that stamped, where it says so.
  func processID() -> Int32 {
    var processID: Int64 = 0
    let number = file.rawValue
    _ = pread(number, &processID, 8, off_t(MemoryLayout<Stamp>.size))
    return Int32(truncatingIfNeeded: processID)
  }

  /// Forgets every event.
  func clear() {
    let zeros = [UInt64](repeating: 0, count: 3)
    let number = file.rawValue
    _ = pwrite(number, zeros, 24, 0)
  }

  /// The moment of the next event after that count.
  ///
  /// - Throws: `Silence` when none comes within a second.
  func next(after sequence: UInt64) throws(Silence) -> Int64 {
    let end = Stopwatch.monotonicNanoseconds() + 1_000_000_000
    while Stopwatch.monotonicNanoseconds() < end {
      let stamp = read()
      if stamp.sequence != sequence { return stamp.nanoseconds }
    }
    throw Silence()
  }
}
