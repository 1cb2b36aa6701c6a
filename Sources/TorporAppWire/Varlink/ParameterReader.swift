import TorporAppModel

/// Reads the members of an object of a message, and names what is wrong by the way to it:
/// `region.radiusMetres`.
///
/// Without `Codable`: its containers make the runtime look up conformances and build types when the first
/// message comes, which every app would pay for at its start (some 0.2 MiB of resident pages, measured; the
/// client's whole budget is 1.5 MiB).
package struct ParameterReader {
  private let members: [JSON.Member]
  /// What stands before the key in the name of a parameter: empty, or with a dot at its end.
  private let path: String
  /// Whether unknown members are an error, as in a call, or of a newer peer.
  private let isStrict: Bool

  /// The parameters of a call, which may have no others than those.
  ///
  /// - Throws: `WireError.invalidParameter` naming one that is unknown.
  package init(call parameters: JSON, keys: [String]) throws(WireError) {
    members = parameters.members
    path = ""
    isStrict = true
    if let stray = members.first(where: { !keys.contains($0.key) }) { throw invalid(stray.key) }
  }

  /// The members of an object within a message.
  ///
  /// - Throws: `WireError.invalidParameter` where it is none, or has others in a call.
  package init(_ element: WireElement, keys: [String]) throws(WireError) {
    guard case .object(let members) = element.json else { throw element.invalid }
    self.members = members
    path = element.path + element.key + "."
    isStrict = element.isStrict
    if isStrict, let stray = members.first(where: { !keys.contains($0.key) }) {
      throw invalid(stray.key)
    }
  }

  /// The members of a reply, an event or an error; a newer system may send more than this version knows.
  package init(reply json: JSON) {
    members = json.members
    path = ""
    isStrict = false
  }

  /// The value of a key; `nil` where there is none, or null.
  package subscript(key: String) -> JSON? {
    guard let value = members.first(where: { $0.key == key })?.value, value != .null else {
      return nil
    }
    return value
  }

  /// What is thrown for a member that is wrong.
  package func invalid(_ key: String) -> WireError { .invalidParameter(parameter: path + key) }

  /// Refuses members that say something about another case.
  ///
  /// - Throws: `WireError.invalidParameter` naming the first that is there.
  package func refuse(_ keys: [String]) throws(WireError) {
    if let stray = keys.first(where: { self[$0] != nil }) { throw invalid(stray) }
  }

  /// Refuses, in a call, what the case that was read does not have.
  ///
  /// - Throws: `WireError.invalidParameter` naming the first that is there.
  package func refuse(allBut keys: @autoclosure () -> [String]) throws(WireError) {
    guard isStrict else { return }
    let keys = keys()
    if let stray = members.first(where: { !keys.contains($0.key) }) { throw invalid(stray.key) }
  }

  // MARK: Objects

  /// The one of those keys that has a value.
  ///
  /// - Throws: `WireError.invalidParameter` naming the object where none of them has one, or several have.
  package func only(of keys: [String]) throws(WireError) -> String {
    let there = members.filter { $0.value != .null && keys.contains($0.key) }
    guard there.count == 1 else { throw .invalidParameter(parameter: String(path.dropLast())) }
    return there[0].key
  }

  /// The value of a key, which is an object with such members.
  package func object(_ key: String, keys: [String]) throws(WireError) -> ParameterReader {
    guard let json = self[key] else { throw invalid(key) }
    let element = WireElement(json: json, path: path, key: key, isStrict: isStrict)
    return try ParameterReader(element, keys: keys)
  }

  // MARK: Values

  package func optional<Value: WireValue>(_ key: String) throws(WireError) -> Value? {
    guard let json = self[key] else { return nil }
    return try Value(WireElement(json: json, path: path, key: key, isStrict: isStrict))
  }

  package func value<Value: WireValue>(_ key: String) throws(WireError) -> Value {
    guard let value: Value = try optional(key) else { throw invalid(key) }
    return value
  }

  // MARK: Numbers within a range

  package func optional<Value: WireValue & Comparable>(
    _ key: String,
    in range: ClosedRange<Value>
  ) throws(WireError) -> Value? {
    guard let value: Value = try optional(key) else { return nil }
    guard range.contains(value) else { throw invalid(key) }
    return value
  }

  package func value<Value: WireValue & Comparable>(
    _ key: String,
    in range: ClosedRange<Value>
  ) throws(WireError) -> Value {
    guard let value = try optional(key, in: range) else { throw invalid(key) }
    return value
  }

  package func optional(
    _ key: String,
    microseconds range: ClosedRange<Int64>
  ) throws(WireError) -> Duration? {
    try optional(key, in: range).map { Duration(wireMicroseconds: $0) }
  }

  package func value(_ key: String, microseconds range: ClosedRange<Int64>) throws(WireError)
    -> Duration
  {
    guard let length = try optional(key, microseconds: range) else { throw invalid(key) }
    return length
  }

  // MARK: Texts of a length, in bytes, without a byte 0

  package func optional(_ key: String, bytes range: ClosedRange<Int>) throws(WireError) -> String? {
    guard let text: String = try optional(key) else { return nil }
    guard text.isWithin(range) else { throw invalid(key) }
    return text
  }

  package func value(_ key: String, bytes range: ClosedRange<Int>) throws(WireError) -> String {
    guard let text = try optional(key, bytes: range) else { throw invalid(key) }
    return text
  }

  // MARK: Lists with so many elements

  package func optional<Value: WireValue>(
    _ key: String,
    count range: ClosedRange<Int>
  ) throws(WireError) -> [Value]? {
    if let count = self[key]?.elements?.count, !range.contains(count) { throw invalid(key) }
    return try optional(key)
  }

  package func value<Value: WireValue>(
    _ key: String,
    count range: ClosedRange<Int>
  ) throws(WireError) -> [Value] {
    guard let values: [Value] = try optional(key, count: range) else { throw invalid(key) }
    return values
  }

  /// A list of numbers within a range each; a wrong one is named by its place.
  @inlinable package func value<Value: WireValue & Comparable>(
    _ key: String,
    in range: ClosedRange<Value>,
    count: ClosedRange<Int>
  ) throws(WireError) -> [Value] {
    let values: [Value] = try value(key, count: count)
    if let index = values.firstIndex(where: { !range.contains($0) }) {
      throw invalid("\(key).\(index)")
    }
    return values
  }

  /// A list of texts of a length each; a wrong one is named by its place.
  package func value(
    _ key: String,
    count: ClosedRange<Int>,
    bytes: ClosedRange<Int>
  ) throws(WireError) -> [String] {
    guard let texts = try optional(key, count: count, bytes: bytes) else { throw invalid(key) }
    return texts
  }

  /// A list of texts of a length each; a wrong one is named by its place.
  package func optional(
    _ key: String,
    count range: ClosedRange<Int>,
    bytes: ClosedRange<Int>
  ) throws(WireError) -> [String]? {
    guard let texts: [String] = try optional(key, count: range) else { return nil }
    if let index = texts.firstIndex(where: { !$0.isWithin(bytes) }) {
      throw invalid("\(key).\(index)")
    }
    return texts
  }
}

extension String {
  fileprivate func isWithin(_ bytes: ClosedRange<Int>) -> Bool {
    bytes.contains(utf8.count) && !utf8.contains(0)
  }
}

extension JSON {
  /// The members, where this is an object.
  package var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// An object of the members that have a value.
  package static func object(optional members: [(key: String, value: JSON?)]) -> JSON {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }
}
