import TorporModel

extension ConditionContext {
  /// What is kept free of the disk whatever wants to run, in bytes.
  ///
  /// 100 MB, our choice: enough to save state and the journal.
  package static let storageReserveBytes: Int64 = 100_000_000

  /// Whether that much of the disk is free; a disk that was not measured has room.
  func storage(atLeast bytes: Int64 = storageReserveBytes) -> Condition {
    Condition(.storage, holds: conditions.storageFreeBytes.map { $0 >= bytes } ?? true)
  }
}
