/// Reads any `Decodable` value of an app from JSON; keys that it does not know are skipped.
package enum WireDecoder {
  /// Reads a value from JSON text.
  ///
  /// - Throws: `JSONSyntaxError` where the bytes are no JSON; `DecodingError` where it does not
  ///   describe such a value, with the path to the fault.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: [UInt8]
  ) throws -> Value {
    try decode(type, from: try JSON(parsing: bytes))
  }

  /// Reads a value from a JSON value.
  ///
  /// - Throws: `DecodingError`, with the path to the fault.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from json: JSON
  ) throws -> Value {
    try Value(from: DecodingNode(json))
  }
}

/// The decoder of one value.
///
/// Its path is kept as links to the values around it and spelled out only
/// for an error.
final class DecodingNode: Decoder {
  let json: JSON
  private let parent: DecodingNode?
  private let step: PathStep?
  /// Where the last key was found; types ask for the same key again, or for one that follows soon.
  private var cursor = 0

  init(_ json: JSON) {
    self.json = json
    self.parent = nil
    self.step = nil
  }

  init(_ json: JSON, inside parent: DecodingNode, at step: PathStep) {
    self.json = json
    self.parent = parent
    self.step = step
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var codingPath: [any CodingKey] {
    guard let step else { return [] }
    return (parent?.codingPath ?? []) + [step]
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = json else { throw mismatch("an object") }
    return KeyedDecodingContainer(KeyedDecoding(node: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw mismatch("an array") }
    return UnkeyedDecoding(node: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleValueDecoding(node: self)
  }

  /// The value of a key, looked for from the place where the last one was.
  func value(of key: String, in members: [JSON.Member]) -> JSON? {
    var index = cursor
    for _ in members.indices {
      if index >= members.count { index = 0 }
      if members[index].key == key {
        cursor = index
        return members[index].value
      }
      index += 1
    }
    return nil
  }

  /// The error for a value of the wrong kind.
  func mismatch(_ expected: String, _ found: JSON? = nil, at step: PathStep? = nil) -> DecodingError
  {
    DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath + (step.map { [$0] } ?? []),
        debugDescription: "expected \(expected), found \((found ?? json).kind)"
      )
    )
  }
}

/// One step of the way to a value.
enum PathStep: CodingKey {
  case key(String)
  case index(Int)

  init?(stringValue: String) { self = .key(stringValue) }
  init?(intValue: Int) { self = .index(intValue) }

  var stringValue: String {
    switch self {
    case .key(let key): key
    case .index(let index): String(index)
    }
  }

  var intValue: Int? {
    if case .index(let index) = self { index } else { nil }
  }
}
