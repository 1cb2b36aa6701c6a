import TorporModel

/// One job's record on the heap, shared by copies of the device until one of them changes it.
///
/// As `AppBox`: ten thousand jobs are copied with every turn that touches one of them, at the cost of a
/// reference each.
struct JobBox: Hashable, Sendable {
  /// Unchecked, because the compiler cannot see it: `record` is written only by `JobBox.change`, and
  /// there only while a single box holds the storage, so that no other thread can be reading it.
  private final class Storage: @unchecked Sendable {
    var record: JobRecord

    init(_ record: JobRecord) { self.record = record }
  }

  private var storage: Storage

  init(_ record: JobRecord) { storage = Storage(record) }

  var record: JobRecord { storage.record }

  /// The number alone, for the search.
  var number: UInt64 { storage.record.job.rawValue }

  /// Changes the record in place; copies it first if another box shares it.
  mutating func change(_ body: (inout JobRecord) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.record) }
    body(&storage.record)
  }

  static func == (left: JobBox, right: JobBox) -> Bool {
    left.storage === right.storage || left.storage.record == right.storage.record
  }

  func hash(into hasher: inout Hasher) { hasher.combine(storage.record) }
}
