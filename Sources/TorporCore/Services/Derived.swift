/// State that follows from other state: kept because finding it anew costs too much, and nothing else.
///
/// It is equal to every other and is saved as nothing, so that the compiler can write `==` and `Codable`
/// of the type that holds it. After decoding it is as new; whoever holds it builds it again.
@propertyWrapper
package struct Derived<Value: Sendable>: Sendable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Derived: Hashable {
  package static func == (left: Derived, right: Derived) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// What can be made from nothing, to be built from the rest afterwards.
package protocol Rebuildable: Sendable {
  init()
}

extension Derived: Codable where Value: Rebuildable {
  package init(from decoder: any Decoder) throws { self.init(wrappedValue: Value()) }

  package func encode(to encoder: any Encoder) throws {}
}

extension KeyedDecodingContainer {
  /// Reads nothing: the compiler prefers it to the general method where it writes `init(from:)`.
  package func decode<Value>(_ type: Derived<Value>.Type, forKey key: Key) throws -> Derived<Value>
  where Value: Rebuildable { Derived(wrappedValue: Value()) }
}

extension KeyedEncodingContainer {
  /// Writes nothing, not even the key.
  package mutating func encode<Value>(_ value: Derived<Value>, forKey key: Key) throws
  where Value: Rebuildable {}
}
