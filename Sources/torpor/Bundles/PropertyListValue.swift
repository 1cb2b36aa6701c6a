import FoundationEssentials

/// A value of a property list whose shape nobody vouches for.
indirect enum PropertyListValue: Hashable, Decodable {
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
  /// A date or raw bytes; no key that is read here has one.
  case other

  init(from decoder: any Decoder) throws {
    if let values = try? decoder.container(keyedBy: Key.self) {
      var dictionary: [String: PropertyListValue] = [:]
      for key in values.allKeys {
        dictionary[key.stringValue] = try values.decode(PropertyListValue.self, forKey: key)
      }
      self = .dictionary(dictionary)
    } else if var values = try? decoder.unkeyedContainer() {
      var array: [PropertyListValue] = []
      while !values.isAtEnd { array.append(try values.decode(PropertyListValue.self)) }
      self = .array(array)
    } else {
      self = try PropertyListValue.single(decoder.singleValueContainer())
    }
  }

  private static func single(
    _ container: any SingleValueDecodingContainer
  ) throws -> PropertyListValue {
    if let flag = try? container.decode(Bool.self) { return .flag(flag) }
    if let text = try? container.decode(String.self) { return .text(text) }
    if let integer = try? container.decode(Int64.self) { return .integer(integer) }
    if let number = try? container.decode(Double.self) { return .number(number) }
    return .other
  }

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

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension PropertyListValue {
  /// Reads a property list, XML or binary.
  ///
  /// - Throws: `ManifestMistake` where the bytes are none, or its outermost value is no dictionary.
  static func dictionary(
    _ bytes: [UInt8],
    file: String
  ) throws(ManifestMistake) -> [String: PropertyListValue] {
    let allowed = "It must be a property list, XML or binary, with a dictionary in it."
    let value: PropertyListValue
    do {
      value = try PropertyListDecoder().decode(PropertyListValue.self, from: Data(bytes))
    } catch {
      throw ManifestMistake(
        file: file,
        key: nil,
        found: "is no property list\(Self.place(of: error))",
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

  /// Where the parser stopped, as far as it says.
  private static func place(of error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error,
      let cause = (context.underlyingError as? CocoaError)?.userInfo["NSDebugDescription"]
    else { return "" }
    return " (\(cause))"
  }
}
