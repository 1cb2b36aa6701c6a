/// State derived from other state, stored only because computing it again costs too much.
///
/// It is equal to every other, so that the compiler can write `==` of the type that holds it, and it is not saved:
/// the reader of that type builds it again.
@propertyWrapper
package struct Derived<Value: Sendable>: Sendable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Derived: Hashable {
  package static func == (left: Derived, right: Derived) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
