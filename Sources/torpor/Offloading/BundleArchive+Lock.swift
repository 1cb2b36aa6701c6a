import Glibc
import TorporModel
import TorporPosix
import TorporText

// One process at a time works on a bundle.

extension BundleArchive {
  /// How often, and in which distance, the lock is tried: 600 times 50 ms are 30 s.
  ///
  /// A bundle of 1 GB is unpacked within; our choice.
  private static let looksMax = 600
  private static let lookPauseMicroseconds: UInt32 = 50_000

  /// Waits until nobody else works on the bundle.
  func takeLock() throws(CommandFailure) -> Descriptor {
    try places.demandOwnParent()
    var looksLeft = Self.looksMax
    while true {
      let folder = try places.wrap { () throws(SystemError) -> Descriptor in
        try Files.makeFolder(places.workFolder, mode: 0o700)
        return try Files.open(places.workFolder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      }
      guard Files.userID(of: folder) == geteuid() else {
        throw .failed(
          "\(places.workFolder) belongs to another user, who works on \(places.name) or has been interrupted. Have that user run `torpor launch` or `torpor offload`."
        )
      }
      while flock(folder.rawValue, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EINTR || errno == EWOULDBLOCK else {
          throw .failed("\(places.workFolder) cannot be locked: \(SystemError.text(of: errno)).")
        }
        looksLeft -= 1
        guard looksLeft > 0, !HeldSignals.arePending else {
          throw .failed(
            "Another process works on \(places.bundle). Try again when it has finished."
          )
        }
        usleep(Self.lookPauseMicroseconds)
      }
      // It is removed with the lock; the next one is another folder.
      var (held, named) = (stat(), stat())
      if fstat(folder.rawValue, &held) == 0, lstat(places.workFolder, &named) == 0,
        held.st_ino == named.st_ino, held.st_dev == named.st_dev
      {
        return folder
      }
    }
  }

  /// What is still in it stays for the next `settle`.
  func giveBack(_ lock: borrowing Descriptor) {
    rmdir(places.rubbish)
    rmdir(places.workFolder)
    flock(lock.rawValue, LOCK_UN)
  }
}
