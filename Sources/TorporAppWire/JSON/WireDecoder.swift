/// Reads any `Decodable` value from JSON.
package enum WireDecoder {
  /// What happens to a key that the value does not know.
  package enum UnknownKeys: Sendable {
    /// It is skipped, so that an older reader understands a newer writer.
    case ignored
    /// It is an error that names it, so that no request is half understood.
    case refused
  }

  /// Reads a value from JSON text.
  ///
  /// - Throws: `JSONSyntaxError` where the bytes are no JSON; `DecodingError` where it does not
  ///   describe such a value, with the path to the fault.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: [UInt8],
    unknownKeys: UnknownKeys = .ignored
  ) throws -> Value {
    try decode(type, from: try JSON(parsing: bytes), unknownKeys: unknownKeys)
  }

  /// Reads a value from a JSON value.
  ///
  /// - Throws: `DecodingError`, with the path to the fault.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from json: JSON,
    unknownKeys: UnknownKeys = .ignored
  ) throws -> Value {
    try Value(from: DecodingNode(json, unknownKeys: unknownKeys))
  }
}

/// The decoder of one value.
///
/// Its path is kept as links to the values around it and spelled out only
/// for an error.
final class DecodingNode: Decoder {
  let json: JSON
  let unknownKeys: WireDecoder.UnknownKeys
  private let parent: DecodingNode?
  private let step: PathStep?
  /// Where the last key was found; types ask for the same key again, or for one that follows soon.
  private var cursor = 0

  init(_ json: JSON, unknownKeys: WireDecoder.UnknownKeys) {
    self.json = json
    self.unknownKeys = unknownKeys
    self.parent = nil
    self.step = nil
  }

  init(_ json: JSON, inside parent: DecodingNode, at step: PathStep) {
    self.json = json
    self.unknownKeys = parent.unknownKeys
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
    if case .refused = unknownKeys {
      for member in members where Key(stringValue: member.key) == nil {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: codingPath + [PathStep.key(member.key)],
            debugDescription: "nothing has this name here"
          )
        )
      }
    }
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
