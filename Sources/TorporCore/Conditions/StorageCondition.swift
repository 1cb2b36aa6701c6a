import TorporModel

extension ConditionContext {
  /// The disk space that is always kept free, in bytes.
  ///
  /// 100 MB, our choice: enough to save state and the journal.
  package static let storageReserveBytes: Int64 = 100_000_000

  /// Returns whether that much disk space is free; an unmeasured disk counts as having room.
  func storage(atLeast bytes: Int64 = storageReserveBytes) -> Condition {
    Condition(.storage, holds: conditions.storageFreeBytes.map { $0 >= bytes } ?? true)
  }
}
