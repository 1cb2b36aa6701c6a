import TorporModel

// The room that a file needs on the disk that it goes to.

extension Download {
  /// What stays free on a disk for other programs: 64 MiB, but no more than a twentieth of a small disk.
  ///
  /// 64 MiB are our choice; a twentieth is what `mke2fs` keeps for the same purpose (mke2fs(8), `-m`: 5%).
  static func reserveBytes(ofDisk totalBytes: Int64) -> Int64 {
    min(64 << 20, totalBytes / 20)
  }

  /// Looks whether what is missing fits: when its length is known, and before it is asked for again.
  ///
  /// - Throws: `TransferFailure`: `.diskFull` for a disk that may have room later, `.cannotWriteToFile` for
  ///   one that is too small for the file.
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
    // Of a file of unknown length the next piece must fit.
    let rest = row.totalBytes.map { $0 - offset } ?? Download.smallBytesMax
    guard rest > 0, disk.freeBytes - reserve < rest else { return }
    throw TransferFailure(
      .diskFull,
      "the disk of \(folder.file.path) has \(disk.freeBytes) bytes free, and \(rest) and a reserve of "
        + "\(reserve) are needed"
    )
  }
}
