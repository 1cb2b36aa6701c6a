// TorporWire turns bytes into values and values into bytes. It opens no socket, reads no file and
// knows no policy. It has a JSON codec of its own because Foundation's costs 3.6 MiB of resident
// memory and 1.2 ms at the start of a static program (measured), more than the whole budget of an
// app's client (1.5 MiB, 1 ms) and more than half of the daemon's (6 MiB).

/// A JSON text as a value; the members of an object keep the order in which they were written.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A whole number above `Int64.max`; smaller ones are always `.integer`.
  case unsigned(UInt64)
  /// A number with a fraction or an exponent, or one that no 64-bit integer holds; always finite.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// One key of an object with its value.
  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSON

    package init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }
}

extension JSON {
  /// The whole number as JSON, in the one form that each number has.
  package init(_ number: UInt64) {
    if let signed = Int64(exactly: number) {
      self = .integer(signed)
    } else {
      self = .unsigned(number)
    }
  }

  /// The value of the key; `nil` where there is none or where this is no object.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text, where this is a string.
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The truth value, where this is one.
  package var flag: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The elements, where this is an array.
  package var elements: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The number as an integer of that type, where it is whole and fits.
  ///
  /// `1.0` and `1e2` count as whole: JSON knows one kind of number, and some languages print all of
  /// them with a fraction.
  package func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
    switch self {
    case .integer(let number): Integer(exactly: number)
    case .unsigned(let number): Integer(exactly: number)
    case .number(let number): Integer(exactly: number)
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The number as a double, rounded where a large integer asks for it.
  package var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .number(let number): number
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// What kind of value this is, for messages: "a string".
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .unsigned: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
