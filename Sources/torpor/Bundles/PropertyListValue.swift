/// A value of a property list of unknown shape.
indirect enum PropertyListValue: Hashable {
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
  /// A date, raw bytes, or what only archives have; no key that is read here has one.
  case other

  /// The value with its kind, for messages: "the string 'a'".
  var description: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let number): "the number \(number)"
    case .number(let number): "the number \(number)"
    case .text(let text): "the string '\(text)'"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .other: "a date or data"
    }
  }
}

extension PropertyListValue {
  /// How many arrays and dictionaries may stand inside each other.
  ///
  /// An Info.plist has some five. Our choice.
  static let depthMax = 64
  /// How many values a list may hold, each counted as often as it is referred to.
  ///
  /// In a binary list two references for each of 30 arrays make a thousand million values of 200
  /// bytes. A large Info.plist has some thousand. Our choice.
  static let valuesMax = 100_000

  /// Reads a property list, XML or binary.
  ///
  /// The readers are our own: Foundation's, with its coders around it, takes minutes for lists that are
  /// deep or refer to themselves, and ends the program where they are deeper still.
  ///
  /// - Throws: `ManifestMistake` where the bytes are none, or its outermost value is no dictionary.
  static func dictionary(
    _ bytes: [UInt8],
    file: String
  ) throws(ManifestMistake) -> [String: PropertyListValue] {
    let allowed = "It must be a property list, XML or binary, with a dictionary in it."
    let value: PropertyListValue
    do throws(PropertyListFault) {
      if bytes.starts(with: "bplist0".utf8) {
        var reader = try BinaryPropertyList(bytes)
        value = try reader.value()
      } else {
        var reader = XMLPropertyList(bytes)
        value = try reader.value()
      }
    } catch {
      throw ManifestMistake(
        file: file,
        key: nil,
        found: "is not a property list (\(error.cause))",
        allowed: allowed
      )
    }
    guard case .dictionary(let dictionary) = value else {
      throw ManifestMistake(
        file: file,
        key: nil,
        found: "holds \(value.description)",
        allowed: allowed
      )
    }
    return dictionary
  }
}

/// Why bytes are no property list, and where; a clause.
struct PropertyListFault: Error {
  let cause: String

  init(_ cause: String) { self.cause = cause }

  static let tooDeep = PropertyListFault(
    "more than \(PropertyListValue.depthMax) arrays and dictionaries inside each other"
  )
  static let tooMany = PropertyListFault("more than \(PropertyListValue.valuesMax) values")
}
