/// A value on the heap, shared by copies of whatever holds it until one of them changes it.
///
/// A box for large values that rarely change: lending and copying its owner costs only a reference.
@propertyWrapper
package struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  /// Unchecked, because the compiler cannot see it: `value` is written only by `wrappedValue`, and there only
  /// while a single box holds the storage, so that no other thread can be reading it.
  private final class Storage: @unchecked Sendable {
    /// Not checked for overlapping access at run time: the exclusivity of the box keeps accesses apart.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  package init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  /// The box itself, for reading.
  package var projectedValue: Boxed { self }

  package var wrappedValue: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }

  /// Reads from the value without copying it; see `AppBox.read`.
  @inline(__always)
  func read<Result>(_ look: (borrowing Value) -> Result) -> Result {
    Boxed.lend(&storage.value, to: look)
  }

  @inline(__always)
  private static func lend<Result>(
    _ value: inout Value,
    to look: (borrowing Value) -> Result
  ) -> Result { look(value) }

  package static func == (left: Boxed, right: Boxed) -> Bool {
    left.storage === right.storage || left.storage.value == right.storage.value
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}
