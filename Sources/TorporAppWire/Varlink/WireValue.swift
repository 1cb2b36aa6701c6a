/// What can be a member of a message.
///
/// The readers and writers that scripts/generate makes use these alone; a type that they cannot make conforms
/// by hand. Without `Codable`, for the reasons of `ParameterReader`.
package protocol WireValue {
  /// Reads the value.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to what is wrong.
  init(_ element: WireElement) throws(WireError)

  /// The value as it stands in the message.
  var json: JSON { get }

  /// Reads a list of such values.
  ///
  /// - Throws: as `init`.
  static func list(_ element: WireElement) throws(WireError) -> [Self]

  /// A list of such values as it stands in the message.
  static func json(_ list: [Self]) -> JSON
}

/// A value of a message with the way to it.
package struct WireElement {
  package let json: JSON
  /// What stands before the key in the name of a parameter: empty, or with a dot at its end.
  let path: String
  let key: String
  /// Whether unknown members are an error, as in a call.
  let isStrict: Bool

  /// Makes the value of a key.
  package init(json: JSON, path: String, key: String, isStrict: Bool) {
    self.json = json
    self.path = path
    self.key = key
    self.isStrict = isStrict
  }

  /// What is thrown where the value is wrong.
  package var invalid: WireError { .invalidParameter(parameter: path + key) }

  /// An element of the list that this is.
  package func element(_ json: JSON, at index: Int) -> WireElement {
    WireElement(json: json, path: "\(path)\(key).", key: String(index), isStrict: isStrict)
  }
}

extension WireValue {
  package static func list(_ element: WireElement) throws(WireError) -> [Self] {
    guard let elements = element.json.elements else { throw element.invalid }
    var list: [Self] = []
    list.reserveCapacity(elements.count)
    for (index, json) in elements.enumerated() {
      list.append(try Self(element.element(json, at: index)))
    }
    return list
  }

  package static func json(_ list: [Self]) -> JSON { .array(list.map(\.json)) }
}

extension Array: WireValue where Element: WireValue {
  package init(_ element: WireElement) throws(WireError) { self = try Element.list(element) }

  package var json: JSON { Element.json(self) }
}

/// An enum of words.
package protocol WireWord: WireValue, RawRepresentable<String> {}

extension WireWord {
  package init(_ element: WireElement) throws(WireError) {
    guard let word = element.json.text.flatMap(Self.init(rawValue:)) else { throw element.invalid }
    self = word
  }

  package var json: JSON { .string(rawValue) }
}

/// What stands in a message as an object.
package protocol WireObject: WireValue {
  /// The names of its members.
  static var keys: [String] { get }

  /// Reads the members.
  ///
  /// - Throws: as `WireValue.init`.
  init(_ message: ParameterReader) throws(WireError)

  /// The members in the order of the description; one without a value is left out.
  var members: [(key: String, value: JSON?)] { get }
}

extension WireObject {
  package init(_ element: WireElement) throws(WireError) {
    try self.init(ParameterReader(element, keys: Self.keys))
  }

  package var json: JSON { .object(optional: members) }
}
