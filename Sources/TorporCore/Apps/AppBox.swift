import TorporModel

/// An app's record on the heap, shared by copies of the device until one of them changes it.
///
/// A record is about a kilobyte with a dozen references. The driver works on a copy of the device at
/// every turn, and the table moves its elements; with the box, either costs one reference for each
/// app. It is a value nevertheless: a change of one copy is never visible in another.
struct AppBox: Hashable, Sendable {
  /// Unchecked, because the compiler cannot verify it: `record` is written only by `AppBox.change`,
  /// and there only while a single box holds the storage, so that no other thread can be reading it;
  /// the closure passed to `AppBox.read` cannot write.
  private final class Storage: @unchecked Sendable {
    /// Not checked for overlapping access at run time: `AppBox` reads and writes it inside calls
    /// that the exclusivity of the box itself already keeps apart.
    @exclusivity(unchecked) var record: AppRecord

    init(_ record: AppRecord) { self.record = record }
  }

  private var storage: Storage

  init(_ record: AppRecord) { storage = Storage(record) }

  var record: AppRecord { storage.record }

  var process: ProcessLifecycle { storage.record.process }

  var identifier: AppIdentifier { storage.record.identifier }

  /// Reads from the record without copying it.
  @inline(__always)
  func read<Result>(_ look: (borrowing AppRecord) -> Result) -> Result {
    AppBox.lend(&storage.record, to: look)
  }

  /// The compiler lends the content of a variable with exclusive access; of a variable that others
  /// might change meanwhile, it would make a copy first.
  @inline(__always)
  private static func lend<Result>(
    _ record: inout AppRecord,
    to look: (borrowing AppRecord) -> Result
  ) -> Result { look(record) }

  /// Changes the record in place; copies it first if another box shares it.
  mutating func change(_ body: (inout AppRecord) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.record) }
    body(&storage.record)
  }

  static func == (left: AppBox, right: AppBox) -> Bool {
    left.storage === right.storage || left.storage.record == right.storage.record
  }

  func hash(into hasher: inout Hasher) { hasher.combine(storage.record) }
}
