/// Finds out how values of a type are saved, by reading one from nowhere: what a type asks a decoder for is
/// its shape, with every case of every enumeration and every type beneath it.
final class ShapeRecorder {
  /// The lines of each type that was met.
  private(set) var lines: [String: [String]] = [:]
  private var values: [ObjectIdentifier: Any] = [:]
  private var samples: [ObjectIdentifier: Any] = [:]
  private var underWay: Set<ObjectIdentifier> = []
  /// Names that a case may have; those that a type has are among them.
  private let names: [String]

  init(names: [String]) { self.names = names }

  /// Types of which no value could be had, with why.
  private(set) var failures: [String] = []

  /// Gives values of types that turn down what comes from nowhere: this one, and all that it holds.
  func provide(_ value: Any) {
    let key = ObjectIdentifier(Swift.type(of: value))
    if samples[key] == nil { samples[key] = value }
    for child in Mirror(reflecting: value).children { provide(child.value) }
  }

  /// A line for each type and, indented, for each of its members.
  var text: String {
    lines.keys.sorted().map { name in
      ([name] + (lines[name] ?? []).map { "  \($0)" }).joined(separator: "\n") + "\n"
    }.joined()
  }

  /// A value of the type, whose shape is recorded on the way.
  func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    let key = ObjectIdentifier(type)
    if let leaf = ShapeRecorder.leaf(type) { return leaf }
    let name = ShapeRecorder.name(of: type)
    if let known = values[key] as? Value { return known }
    guard underWay.insert(key).inserted else { throw Trouble(text: "\(name) holds itself") }
    defer { underWay.remove(key) }
    var asked = Asked()
    var found = attempt(type, Answers(), &asked)
    if !asked.cases.isEmpty {
      // Once for each case: what it carries is asked for only then.
      for name in asked.cases {
        let one = attempt(type, Answers(choice: name), &asked)
        if case .failure = found { found = one }
      }
    } else if asked.isOneText, case .failure = found {
      let accepted = names.filter { name in
        guard case .success(let value) = attempt(type, Answers(text: name), &asked) else {
          return false
        }
        if case .failure = found { found = .success(value) }
        return true
      }
      if case .success(let value) = found, Mirror(reflecting: value).displayStyle == .enum {
        asked.lines = accepted.sorted().map { "\"\($0)\"" }
      }
    } else if asked.isOneNumber {
      var accepted: [Int] = []
      for number in 0..<64 {
        guard case .success(let value) = attempt(type, Answers(number: number), &asked) else {
          continue
        }
        accepted.append(number)
        if case .failure = found { found = .success(value) }
      }
      if case .success(let value) = found, Mirror(reflecting: value).displayStyle == .enum {
        asked.lines = accepted.map(String.init)
      }
    }
    if !name.hasPrefix("Array<"), !name.hasPrefix("Optional<"), !name.hasPrefix("Dictionary<") {
      lines[name] = asked.lines
    }
    switch found {
    case .success(let value):
      values[key] = value
      return value
    case .failure(let error):
      if let sample = samples[key] as? Value {
        values[key] = sample
        return sample
      }
      failures.append("\(name): \(error)")
      throw error
    }
  }

  private func attempt<Value: Decodable>(
    _ type: Value.Type,
    _ answers: Answers,
    _ asked: inout Asked
  ) -> Result<Value, any Error> {
    let node = ShapeNode(self, answers, asked)
    defer { asked = node.asked }
    return Result { try Value(from: node) }
  }

  /// The names of the case keys that the type knows.
  func cases<Key: CodingKey>(of type: Key.Type) -> [Key] {
    names.compactMap { Key(stringValue: $0) }
  }

  static func name(of type: Any.Type) -> String {
    var name = String(reflecting: type)
    for module in ["TorporCore.", "TorporModel.", "Swift."] {
      name = name.replacing(module, with: "")
    }
    // A private type is named with where it lies in memory.
    while let start = name.firstRange(of: "(unknown context at "),
      let end = name[start.upperBound...].firstRange(of: ").")
    {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
  }

  static func leaf<Value>(_ type: Value.Type) -> Value? {
    let leaves: [Any] = [
      0, Int8(0), Int16(0), Int32(0), Int64(0), UInt(0), UInt8(0), UInt16(0), UInt32(0), UInt64(0),
      0.0, Float(0), false, "",
    ]
    return leaves.lazy.compactMap { $0 as? Value }.first { Swift.type(of: $0) == type }
  }

  struct Trouble: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }

  /// What a type is told when it asks.
  struct Answers {
    var choice: String?
    var text = ""
    var number = 0
  }

  /// What a type has asked for, over all attempts.
  struct Asked {
    var lines: [String] = []
    var cases: [String] = []
    var isOneText: Bool { lines == ["= String"] }
    var isOneNumber: Bool {
      lines.count == 1 && (lines[0].hasPrefix("= Int") || lines[0].hasPrefix("= UInt"))
    }

    mutating func note(_ line: String) {
      if !lines.contains(line) { lines.append(line) }
    }
  }
}

/// The decoder of one attempt.
final class ShapeNode: Decoder {
  let recorder: ShapeRecorder
  let answers: ShapeRecorder.Answers
  var asked: ShapeRecorder.Asked
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(
    _ recorder: ShapeRecorder,
    _ answers: ShapeRecorder.Answers,
    _ asked: ShapeRecorder.Asked
  ) {
    self.recorder = recorder
    self.answers = answers
    self.asked = asked
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ShapeMembers(node: self, place: ""))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ShapeElements(node: self, place: "") }

  func singleValueContainer() -> any SingleValueDecodingContainer { ShapeValue(node: self) }

  func read<Value: Decodable>(_ type: Value.Type, _ line: String) throws -> Value {
    asked.note(line + ShapeRecorder.name(of: type))
    return try recorder.value(of: type)
  }
}

private struct ShapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: ShapeNode
  let place: String
  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    let keys = node.recorder.cases(of: Key.self)
    node.asked.cases = keys.map(\.stringValue)
    return keys.filter { $0.stringValue == node.answers.choice }
  }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try node.read(type, "\(place)\(key.stringValue): ")
  }

  private func absent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    _ = try node.read(type, "\(place)\(key.stringValue)?: ")
    return nil
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try absent(type, key)
  }

  // Without these the standard library asks for the plain values of optional members.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try absent(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try absent(type, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try absent(type, key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try absent(type, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try absent(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try absent(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try absent(type, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try absent(type, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try absent(type, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try absent(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try absent(type, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try absent(type, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try absent(type, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try absent(type, key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    node.asked.note("\(place)\(key.stringValue)")
    return KeyedDecodingContainer(
      ShapeMembers<Nested>(node: node, place: "\(place)\(key.stringValue).")
    )
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    ShapeElements(node: node, place: "\(place)\(key.stringValue)")
  }

  func superDecoder() -> any Decoder { node }
  func superDecoder(forKey key: Key) -> any Decoder { node }
}

private struct ShapeElements: UnkeyedDecodingContainer {
  let node: ShapeNode
  let place: String
  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var currentIndex = 0
  /// One round of whoever reads until the end.
  var isAtEnd: Bool { currentIndex > 0 }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try node.read(type, "\(place)[\(currentIndex - 1)]: ")
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> {
    currentIndex += 1
    return KeyedDecodingContainer(ShapeMembers<Nested>(node: node, place: "\(place)[]."))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return ShapeElements(node: node, place: "\(place)[]")
  }

  mutating func superDecoder() -> any Decoder { node }
}

private struct ShapeValue: SingleValueDecodingContainer {
  let node: ShapeNode
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try node.read(type, "= ")
    if type == String.self, let text = node.answers.text as? Value { return text }
    let number = node.answers.number
    let numbers: [Any] = [
      number, Int8(number), Int16(number), Int32(number), Int64(number), UInt(number),
      UInt8(number), UInt16(number), UInt32(number), UInt64(number),
    ]
    return numbers.lazy.compactMap { $0 as? Value }.first { Swift.type(of: $0) == type } ?? value
  }
}
