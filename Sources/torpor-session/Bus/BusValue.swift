/// One value of a D-Bus message.
///
/// sd-bus does the marshalling; parts use this type. Arrays and dictionaries have the signature of their elements, so
/// that empty ones can also be written.
indirect enum BusValue: Hashable {
  case boolean(Bool)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  case descriptor(BusDescriptor)
  /// `ay`, as one block rather than a value for each byte.
  case bytes([UInt8])
  case array([BusValue], of: String)
  /// A dictionary; `of`: the signature of one entry without its braces, such as `sv`.
  case dictionary([BusEntry], of: String)
  case structure([BusValue])
  case variant(BusValue)
}

/// One entry of a dictionary.
struct BusEntry: Hashable {
  var key: BusValue
  var value: BusValue
}

// MARK: Making values

extension BusValue {
  /// Returns a dictionary of texts to values of any type (`a{sv}`), which most services accept as options.
  static func options(_ entries: KeyValuePairs<String, BusValue>) -> BusValue {
    .dictionary(
      entries.map { BusEntry(key: .string($0.key), value: .variant($0.value)) },
      of: "sv"
    )
  }

  /// Returns an array of texts (`as`).
  static func strings(_ texts: [String]) -> BusValue { .array(texts.map(BusValue.string), of: "s") }

  /// The signature of the value's type in D-Bus notation.
  var signature: String {
    switch self {
    case .boolean: "b"
    case .byte: "y"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .bytes: "ay"
    case .array(_, let element): "a" + element
    case .dictionary(_, let entry): "a{\(entry)}"
    case .structure(let members): "(" + members.map(\.signature).joined() + ")"
    case .variant: "v"
    }
  }
}

// MARK: Reading values

// A service may send values that differ from its documentation; a value of another type is read as missing.
extension BusValue {
  /// The value in a variant, however deep; otherwise the value itself.
  var plain: BusValue {
    if case .variant(let value) = self { value.plain } else { self }
  }

  var flag: Bool? {
    if case .boolean(let flag) = plain { flag } else { nil }
  }

  /// The text of a string, an object path or a signature.
  var text: String? {
    switch plain {
    case .string(let text), .objectPath(let text), .signature(let text): text
    default: nil
    }
  }

  /// An integer of any width; `nil` also for a `uint64` beyond 63 bits.
  var integer: Int64? {
    switch plain {
    case .byte(let value): Int64(value)
    case .int16(let value): Int64(value)
    case .uint16(let value): Int64(value)
    case .int32(let value): Int64(value)
    case .uint32(let value): Int64(value)
    case .int64(let value): value
    case .uint64(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// A number, integer or not.
  var number: Double? {
    if case .double(let value) = plain { value } else { integer.map(Double.init) }
  }

  /// The members of an array or of a structure; empty for anything else.
  var elements: [BusValue] {
    switch plain {
    case .array(let elements, _), .structure(let elements): elements
    default: []
    }
  }

  /// The texts of an array, without members of other types.
  var texts: [String] { elements.compactMap(\.text) }

  /// The bytes of an `ay`.
  var data: [UInt8]? {
    if case .bytes(let bytes) = plain { bytes } else { nil }
  }

  /// The entries of a dictionary; empty for anything else.
  var entries: [BusEntry] {
    if case .dictionary(let entries, _) = plain { entries } else { [] }
  }

  /// The entries of a dictionary with text keys, with variants opened; a later one wins.
  var members: [String: BusValue] {
    var members: [String: BusValue] = [:]
    for entry in entries {
      if let key = entry.key.text { members[key] = entry.value.plain }
    }
    return members
  }

  /// The value of a text key of a dictionary.
  subscript(key: String) -> BusValue? {
    entries.first { $0.key.text == key }?.value.plain
  }
}
