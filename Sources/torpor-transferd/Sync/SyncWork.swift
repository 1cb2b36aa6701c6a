import TorporModel

/// A task for the sync thread.
enum SyncWork: Sendable {
  /// Write a running download's bytes to the disk.
  case sync(TransferIdentifier, OpenFile, bytes: Int64)
  /// Check a complete file, write it to the disk, and give it its name.
  case finish(TransferIdentifier, Finish)

  /// A complete file and its destination.
  struct Finish: Sendable {
    let file: OpenFile
    let folder: OpenFile
    let root: String?
    let freshName: String
    let name: String
    let replaces: Bool
    /// The digest that it must have, in lower-case hexadecimal digits.
    let sha256: String?
    /// The permission bits that it does not get; `nil`: those of this process.
    let umask: UInt32?
  }
}

/// A result of the sync thread.
enum SyncResult: Sendable {
  case synced(TransferIdentifier, bytes: Int64)
  case finished(TransferIdentifier, name: String)
  case failed(TransferIdentifier, TransferFailure)
}
