import TorporModel

/// What the sync thread is asked to do.
enum SyncWork: Sendable {
  /// Bring a running download's bytes to the disk.
  case sync(TransferIdentifier, OpenFile, bytes: Int64)
  /// Check a whole file, bring it to the disk, and give it its name.
  case finish(TransferIdentifier, Finish)

  /// A whole file and what is to become of it.
  struct Finish: Sendable {
    let file: OpenFile
    let folder: OpenFile
    let root: String?
    let freshName: String
    let name: String
    let replaces: Bool
    /// The digest that it must have, in lower-case hexadecimal digits.
    let sha256: String?
    /// The bits that it does not get; `nil`: those of this process.
    let umask: UInt32?
  }
}

/// What the sync thread has done.
enum SyncResult: Sendable {
  case synced(TransferIdentifier, bytes: Int64)
  case finished(TransferIdentifier, name: String)
  case failed(TransferIdentifier, TransferFailure)
}
