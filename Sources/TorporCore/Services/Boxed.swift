/// A value on the heap, shared by copies of whatever holds it until one of them changes it.
///
/// For what is large and seldom changes: what holds it is lent and copied at the cost of a reference.
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

  package var wrappedValue: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }

  package static func == (left: Boxed, right: Boxed) -> Bool {
    left.storage === right.storage || left.storage.value == right.storage.value
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}
