/// The members of an object while a value writes them.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  // Shape: one method for each requirement of KeyedEncodingContainerProtocol.
  let node: EncodingNode

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) { put(.null, key) }
  mutating func encode(_ value: Bool, forKey key: Key) { put(.bool(value), key) }
  mutating func encode(_ value: String, forKey key: Key) { put(.string(value), key) }
  mutating func encode(_ value: Double, forKey key: Key) throws { put(try .finite(value), key) }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    put(try .finite(Double(value)), key)
  }
  mutating func encode(_ value: Int, forKey key: Key) { put(.integer(Int64(value)), key) }
  mutating func encode(_ value: Int8, forKey key: Key) { put(.integer(Int64(value)), key) }
  mutating func encode(_ value: Int16, forKey key: Key) { put(.integer(Int64(value)), key) }
  mutating func encode(_ value: Int32, forKey key: Key) { put(.integer(Int64(value)), key) }
  mutating func encode(_ value: Int64, forKey key: Key) { put(.integer(value), key) }
  mutating func encode(_ value: UInt, forKey key: Key) { put(JSON(UInt64(value)), key) }
  mutating func encode(_ value: UInt8, forKey key: Key) { put(.integer(Int64(value)), key) }
  mutating func encode(_ value: UInt16, forKey key: Key) { put(.integer(Int64(value)), key) }
  mutating func encode(_ value: UInt32, forKey key: Key) { put(.integer(Int64(value)), key) }
  mutating func encode(_ value: UInt64, forKey key: Key) { put(JSON(value), key) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    node.append(try EncodingNode.encode(value), key: key.stringValue)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    child(key).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    let child = EncodingNode()
    node.append(.container(child), key: "super")
    return child
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder { child(key) }

  private func put(_ value: JSON, _ key: Key) {
    node.append(.leaf(value), key: key.stringValue)
  }

  private func child(_ key: Key) -> EncodingNode {
    let child = EncodingNode()
    node.append(.container(child), key: key.stringValue)
    return child
  }
}

/// The elements of an array while a value writes them.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
  // Shape: one method for each requirement of UnkeyedEncodingContainer.
  let node: EncodingNode

  var codingPath: [any CodingKey] { [] }
  var count: Int { node.count }

  mutating func encodeNil() { put(.null) }
  mutating func encode(_ value: Bool) { put(.bool(value)) }
  mutating func encode(_ value: String) { put(.string(value)) }
  mutating func encode(_ value: Double) throws { put(try .finite(value)) }
  mutating func encode(_ value: Float) throws { put(try .finite(Double(value))) }
  mutating func encode(_ value: Int) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int8) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int16) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int32) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int64) { put(.integer(value)) }
  mutating func encode(_ value: UInt) { put(JSON(UInt64(value))) }
  mutating func encode(_ value: UInt8) { put(.integer(Int64(value))) }
  mutating func encode(_ value: UInt16) { put(.integer(Int64(value))) }
  mutating func encode(_ value: UInt32) { put(.integer(Int64(value))) }
  mutating func encode(_ value: UInt64) { put(JSON(value)) }

  mutating func encode<T: Encodable>(_ value: T) throws {
    node.append(try EncodingNode.encode(value))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    child().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    child().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { child() }

  private func put(_ value: JSON) { node.append(.leaf(value)) }

  private func child() -> EncodingNode {
    let child = EncodingNode()
    node.append(.container(child))
    return child
  }
}

/// A value without parts while it is written.
struct SingleValueEncoding: SingleValueEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { node.set(.null) }
  mutating func encode(_ value: Bool) { node.set(.bool(value)) }
  mutating func encode(_ value: String) { node.set(.string(value)) }
  mutating func encode(_ value: Double) throws { node.set(try .finite(value)) }
  mutating func encode(_ value: Float) throws { node.set(try .finite(Double(value))) }
  mutating func encode(_ value: Int) { node.set(.integer(Int64(value))) }
  mutating func encode(_ value: Int8) { node.set(.integer(Int64(value))) }
  mutating func encode(_ value: Int16) { node.set(.integer(Int64(value))) }
  mutating func encode(_ value: Int32) { node.set(.integer(Int64(value))) }
  mutating func encode(_ value: Int64) { node.set(.integer(value)) }
  mutating func encode(_ value: UInt) { node.set(JSON(UInt64(value))) }
  mutating func encode(_ value: UInt8) { node.set(.integer(Int64(value))) }
  mutating func encode(_ value: UInt16) { node.set(.integer(Int64(value))) }
  mutating func encode(_ value: UInt32) { node.set(.integer(Int64(value))) }
  mutating func encode(_ value: UInt64) { node.set(JSON(value)) }
  mutating func encode<T: Encodable>(_ value: T) throws { try node.set(value) }
}

extension JSON {
  /// The number, which JSON can hold only when it is finite.
  fileprivate static func finite(_ number: Double) throws -> JSON {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number,
        EncodingError.Context(codingPath: [], debugDescription: "JSON has no \(number)")
      )
    }
    return .number(number)
  }
}
