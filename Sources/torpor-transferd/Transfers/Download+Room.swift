import TorporModel

// The space that a file needs on its disk.

extension Download {
  /// Returns the space that remains free on a disk for other programs: 64 MiB, but at most a twentieth of a small disk.
  ///
  /// 64 MiB is our choice; `mke2fs` reserves a twentieth for the same purpose (mke2fs(8), `-m`: 5%).
  static func reserveBytes(ofDisk totalBytes: Int64) -> Int64 {
    min(64 << 20, totalBytes / 20)
  }

  /// Checks whether the missing bytes fit: when the length is known, and before they are requested again.
  ///
  /// - Throws: `TransferFailure`: `.diskFull` for a disk that may have space later, `.cannotWriteToFile` for one that
  ///   is too small for the file.
  func checkRoom(_ folder: TransferFolder) throws(TransferFailure) {
    guard let disk = folder.file.disk else { return }
    let reserve = Download.reserveBytes(ofDisk: disk.totalBytes)
    if let total = row.totalBytes, total > disk.totalBytes - reserve {
      throw TransferFailure(
        .cannotWriteToFile,
        "the file has \(total) bytes, and the disk of \(folder.file.path) has room for "
          + "\(disk.totalBytes - reserve) in all"
      )
    }
    // If the length of the file is unknown, the next piece must fit.
    let rest = row.totalBytes.map { $0 - offset } ?? Download.smallBytesMax
    guard rest > 0, disk.freeBytes - reserve < rest else { return }
    throw TransferFailure(
      .diskFull,
      "the disk of \(folder.file.path) has \(disk.freeBytes) bytes free, and \(rest) and a reserve of "
        + "\(reserve) are needed"
    )
  }
}
