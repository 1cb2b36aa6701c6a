/// Writes any `Encodable` value of an app as JSON, the same bytes for equal values.
///
/// The keys of every object are sorted by their bytes, integers of 64 bits are exact, and nothing
/// depends on the order in which a type writes its keys. A `Dictionary` whose keys are not strings
/// or integers, and a `Set`, come in the order of their hashes, which differs from run to run; values
/// whose bytes count must not hold one.
package enum WireEncoder {
  /// The value as JSON text.
  ///
  /// - Throws: `EncodingError.invalidValue` for a number that is not finite, and what the value's
  ///   own `encode(to:)` throws.
  package static func encode(_ value: some Encodable) throws -> [UInt8] {
    var printer = JSONPrinter()
    try node(for: value).print(into: &printer)
    return printer.bytes
  }

  /// The value as a JSON value with sorted keys.
  ///
  /// - Throws: as `encode(_:)`.
  package static func json(_ value: some Encodable) throws -> JSON {
    try node(for: value).json
  }

  private static func node(for value: some Encodable) throws -> EncodedValue {
    let node = EncodingNode()
    try value.encode(to: node)
    return node.value
  }
}

/// What an encoder was given: a value without parts, or a container that may still grow.
enum EncodedValue {
  case leaf(JSON)
  case container(EncodingNode)

  func print(into printer: inout JSONPrinter) {
    switch self {
    case .leaf(let value): printer.print(value)
    case .container(let node): node.print(into: &printer)
    }
  }

  package var json: JSON {
    switch self {
    case .leaf(let value): value
    case .container(let node): node.json
    }
  }
}

/// The encoder of one value: one object for all of its roles, so that a container costs one
/// allocation.
///
/// `codingPath` is empty on purpose: encoding fails only for numbers that are not finite, and keeping
/// the path would cost more than the encoding.
final class EncodingNode: Encoder {
  private enum Shape {
    case undecided, leaf, array, object
  }

  private var shape = Shape.undecided
  private var leaf = JSON.null
  private var keys: [String] = []
  private var values: [EncodedValue] = []

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { values.count }

  /// What the node stands for; a value that wrote nothing is an empty object, as in Foundation.
  var value: EncodedValue {
    if case .leaf = shape { .leaf(leaf) } else { .container(self) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    become(.object)
    return KeyedEncodingContainer(KeyedEncoding(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    become(.array)
    return UnkeyedEncoding(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncoding(node: self)
  }

  func set(_ value: JSON) {
    become(.leaf)
    leaf = value
  }

  func set(_ value: some Encodable) throws {
    try value.encode(to: self)
  }

  func append(_ value: EncodedValue) {
    values.append(value)
  }

  /// Adds a member; the last value of a key wins, as in other encoders.
  func append(_ value: EncodedValue, key: String) {
    if let index = keys.firstIndex(of: key) {
      values[index] = value
    } else {
      keys.append(key)
      values.append(value)
    }
  }

  /// Encodes a value with an encoder of its own.
  static func encode(_ value: some Encodable) throws -> EncodedValue {
    let node = EncodingNode()
    try value.encode(to: node)
    return node.value
  }

  /// A value that asks for two kinds of container is wrong in itself, so it does not go on.
  private func become(_ new: Shape) {
    switch (shape, new) {
    case (.undecided, _), (.object, .object), (.array, .array): shape = new
    default: preconditionFailure("A value asked its encoder for a \(new) and had a \(shape)")
    }
  }
}

// MARK: Output

extension EncodingNode {
  func print(into printer: inout JSONPrinter) {
    switch shape {
    case .leaf: printer.print(leaf)
    case .array:
      printer.printByte("[")
      for index in values.indices {
        if index > 0 { printer.printByte(",") }
        values[index].print(into: &printer)
      }
      printer.printByte("]")
    case .object, .undecided:
      printer.printByte("{")
      // One key, as of an enum, or keys that came in order need no list of their places.
      if (1..<max(1, keys.count)).allSatisfy({ !precedes($0, $0 - 1) }) {
        for index in keys.indices { printMember(index, isFirst: index == 0, into: &printer) }
      } else {
        for (position, index) in sortedIndices.enumerated() {
          printMember(index, isFirst: position == 0, into: &printer)
        }
      }
      printer.printByte("}")
    }
  }

  private func printMember(_ index: Int, isFirst: Bool, into printer: inout JSONPrinter) {
    if !isFirst { printer.printByte(",") }
    printer.print(keys[index])
    printer.printByte(":")
    values[index].print(into: &printer)
  }

  package var json: JSON {
    switch shape {
    case .leaf: leaf
    case .array: .array(values.map(\.json))
    case .object, .undecided:
      .object(sortedIndices.map { JSON.Member(keys[$0], values[$0].json) })
    }
  }

  /// The members in the order of their keys' bytes, which no version of Unicode changes.
  private var sortedIndices: [Int] {
    var indices = Array(keys.indices)
    guard indices.count <= Self.insertedMax else { return indices.sorted(by: precedes) }
    // By insertion: objects have few keys, and most types write them in an order that is near.
    for end in indices.indices.dropFirst() {
      var place = end
      while place > 0, precedes(indices[place], indices[place - 1]) {
        indices.swapAt(place, place - 1)
        place -= 1
      }
    }
    return indices
  }

  /// Keys up to which sorting by insertion is the faster way (our choice).
  private static let insertedMax = 16

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    keys[left].utf8.lexicographicallyPrecedes(keys[right].utf8)
  }
}
