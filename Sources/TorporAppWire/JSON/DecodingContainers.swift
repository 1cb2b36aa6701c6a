// The three containers read plain values through the same four functions at the end of this file.

/// The members of an object while a value reads them.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  // Shape: one method for each requirement of KeyedDecodingContainerProtocol.
  let node: DecodingNode
  let members: [JSON.Member]

  var codingPath: [any CodingKey] { node.codingPath }
  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { node.value(of: key.stringValue, in: members) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try node.bool(value(key), step(key))
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try node.string(value(key), step(key))
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try node.double(value(key), step(key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    Float(try node.double(value(key), step(key)))
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try T(from: try child(key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let value = node.value(of: "super", in: members) ?? .null
    return DecodingNode(value, inside: node, at: .key("super"))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }

  private func step(_ key: Key) -> PathStep { .key(key.stringValue) }

  private func value(_ key: Key) throws -> JSON {
    guard let value = node.value(of: key.stringValue, in: members) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: codingPath, debugDescription: "it is missing")
      )
    }
    return value
  }

  private func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type,
    _ key: Key
  ) throws -> Integer {
    try node.integer(type, value(key), step(key))
  }

  private func child(_ key: Key) throws -> DecodingNode {
    DecodingNode(try value(key), inside: node, at: step(key))
  }
}

/// The elements of an array while a value reads them.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
  // Shape: one method for each requirement of UnkeyedDecodingContainer.
  let node: DecodingNode
  let elements: [JSON]
  private(set) var currentIndex = 0

  init(node: DecodingNode, elements: [JSON]) {
    self.node = node
    self.elements = elements
  }

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try peek() == .null else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try take { try $0.bool($1, $2) } }
  mutating func decode(_ type: String.Type) throws -> String {
    try take { try $0.string($1, $2) }
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try take { try $0.double($1, $2) }
  }
  mutating func decode(_ type: Float.Type) throws -> Float {
    try take { Float(try $0.double($1, $2)) }
  }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try take { try T(from: DecodingNode($1, inside: $0, at: $2)) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try take { try DecodingNode($1, inside: $0, at: $2).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try DecodingNode($1, inside: $0, at: $2).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try take { DecodingNode($1, inside: $0, at: $2) }
  }

  private func peek() throws -> JSON {
    guard !isAtEnd else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "expected more than \(elements.count) elements"
        )
      )
    }
    return elements[currentIndex]
  }

  private mutating func take<Value>(
    _ read: (DecodingNode, JSON, PathStep) throws -> Value
  ) throws -> Value {
    let value = try read(node, try peek(), .index(currentIndex))
    currentIndex += 1
    return value
  }

  private mutating func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type
  ) throws -> Integer {
    try take { try $0.integer(type, $1, $2) }
  }
}

/// A value without parts while it is read.
struct SingleValueDecoding: SingleValueDecodingContainer {
  let node: DecodingNode

  var codingPath: [any CodingKey] { node.codingPath }

  func decodeNil() -> Bool { node.json == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try node.bool(node.json, nil) }
  func decode(_ type: String.Type) throws -> String { try node.string(node.json, nil) }
  func decode(_ type: Double.Type) throws -> Double { try node.double(node.json, nil) }
  func decode(_ type: Float.Type) throws -> Float { Float(try node.double(node.json, nil)) }
  func decode(_ type: Int.Type) throws -> Int { try node.integer(type, node.json, nil) }
  func decode(_ type: Int8.Type) throws -> Int8 { try node.integer(type, node.json, nil) }
  func decode(_ type: Int16.Type) throws -> Int16 { try node.integer(type, node.json, nil) }
  func decode(_ type: Int32.Type) throws -> Int32 { try node.integer(type, node.json, nil) }
  func decode(_ type: Int64.Type) throws -> Int64 { try node.integer(type, node.json, nil) }
  func decode(_ type: UInt.Type) throws -> UInt { try node.integer(type, node.json, nil) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try node.integer(type, node.json, nil) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try node.integer(type, node.json, nil) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try node.integer(type, node.json, nil) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try node.integer(type, node.json, nil) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: node) }
}

extension DecodingNode {
  fileprivate func bool(_ value: JSON, _ step: PathStep?) throws -> Bool {
    guard let flag = value.flag else { throw mismatch("true or false", value, at: step) }
    return flag
  }

  fileprivate func string(_ value: JSON, _ step: PathStep?) throws -> String {
    guard let text = value.text else { throw mismatch("a string", value, at: step) }
    return text
  }

  fileprivate func double(_ value: JSON, _ step: PathStep?) throws -> Double {
    guard let number = value.double else { throw mismatch("a number", value, at: step) }
    return number
  }

  fileprivate func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type,
    _ value: JSON,
    _ step: PathStep?
  ) throws -> Integer {
    guard let number = value.integer(as: type) else {
      let range = "an integer from \(Integer.min) to \(Integer.max)"
      throw mismatch(range, value, at: step)
    }
    return number
  }
}
