import Glibc
import TorporPosix

/// A folder for what a benchmark makes, gone when the benchmark is.
final class ScratchFolder {
  let path: String

  /// Makes a folder in memory (`/dev/shm`), or on a disk (`/var/tmp`) where the disk is part of what
  /// is measured.
  ///
  /// - Throws: `SystemError` when there is no room.
  init(onDisk: Bool = false) throws(SystemError) {
    let path =
      "\(onDisk ? "/var/tmp" : "/dev/shm")/torpor-bench-\(getpid())-\(Stopwatch.monotonicNanoseconds())"
    try Files.makeFolder(path, mode: 0o700)
    self.path = path
  }

  deinit { ScratchFolder.remove(path) }

  func file(_ name: String) -> String { path + "/" + name }

  private static func remove(_ path: String) {
    for name in Files.names(in: path) {
      let inside = path + "/" + name
      if Files.isFolder(inside) { remove(inside) } else { unlink(inside) }
    }
    rmdir(path)
  }
}
