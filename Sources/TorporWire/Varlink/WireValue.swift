/// What can be a member of a message.
///
/// The readers and writers that scripts/generate makes use these alone; a type that they cannot make conforms
/// by hand. Without `Codable`, for the reasons of `ParameterReader`.
protocol WireValue {
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
struct WireElement {
  let json: JSON
  /// What stands before the key in the name of a parameter: empty, or with a dot at its end.
  let path: String
  let key: String
  /// Whether members that nobody asks for are an error, as in a call.
  let isStrict: Bool

  /// What is thrown where the value is wrong.
  var invalid: WireError { .invalidParameter(parameter: path + key) }

  /// An element of the list that this is.
  func element(_ json: JSON, at index: Int) -> WireElement {
    WireElement(json: json, path: "\(path)\(key).", key: String(index), isStrict: isStrict)
  }
}

extension WireValue {
  static func list(_ element: WireElement) throws(WireError) -> [Self] {
    guard let elements = element.json.elements else { throw element.invalid }
    var list: [Self] = []
    list.reserveCapacity(elements.count)
    for (index, json) in elements.enumerated() {
      list.append(try Self(element.element(json, at: index)))
    }
    return list
  }

  static func json(_ list: [Self]) -> JSON { .array(list.map(\.json)) }
}

extension Array: WireValue where Element: WireValue {
  init(_ element: WireElement) throws(WireError) { self = try Element.list(element) }

  var json: JSON { Element.json(self) }
}

/// An enum of words.
protocol WireWord: WireValue, RawRepresentable<String> {}

extension WireWord {
  init(_ element: WireElement) throws(WireError) {
    guard let word = element.json.text.flatMap(Self.init(rawValue:)) else { throw element.invalid }
    self = word
  }

  var json: JSON { .string(rawValue) }
}

/// What stands in a message as an object.
protocol WireObject: WireValue {
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
  init(_ element: WireElement) throws(WireError) {
    try self.init(ParameterReader(element, keys: Self.keys))
  }

  var json: JSON { .object(optional: members) }
}
