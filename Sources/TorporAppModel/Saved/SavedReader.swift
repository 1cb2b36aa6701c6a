/// A reader of canonical JSON, as written by `SavedWriter`: it reads in place, without a tree or a table of keys.
///
/// Members are read in the order of keys, in which they were written. Any other text, such as one with
/// spaces, other escapes or unknown members, makes it fail unless `skipsUnknown`; then the host makes
/// the text canonical and reads again.
package struct SavedReader {
  // Shape: a cursor over text: one method for each kind of token, and the way to a fault.
  private let bytes: [UInt8]
  /// The number of bytes before the next value.
  package private(set) var place = 0
  /// Whether members and elements that are not requested are skipped.
  ///
  /// The text must be known to be canonical.
  private let skipsUnknown: Bool

  package init(_ bytes: [UInt8], skipsUnknown: Bool) {
    self.bytes = bytes
    self.skipsUnknown = skipsUnknown
  }

  /// Whether everything has been read.
  package var isAtEnd: Bool { place == bytes.count }

  // MARK: Objects

  package mutating func beginObject() throws(SavedFailure) {
    guard take("{") else { throw mismatch("an object") }
  }

  /// Moves to the value of a member.
  ///
  /// - Throws: `SavedFailure` if the member is missing.
  package mutating func key(_ key: StaticString) throws(SavedFailure) {
    guard try find(key) else {
      throw SavedFailure("it is missing", at: place, missingKey: key.description)
    }
  }

  /// Moves to the value of a member that may be missing or `null`.
  package mutating func hasKey(_ key: StaticString) throws(SavedFailure) -> Bool {
    guard try find(key) else { return false }
    return !takeNull()
  }

  /// Moves to the value of the next member, with any key; `nil`, after the object, if there is none.
  package mutating func nextKey() throws(SavedFailure) -> String? {
    guard try isAtKey() else {
      try endObject()
      return nil
    }
    _ = take(",")
    let key = try string()
    guard take(":") else { throw notCanonical() }
    return key
  }

  /// Makes the failure for a member that no build may skip.
  package func unknownMember(_ key: String) -> SavedFailure {
    SavedFailure("this build knows no '\(key)'", at: place)
  }

  package mutating func endObject() throws(SavedFailure) {
    while !take("}") {
      guard skipsUnknown, try isAtKey() else { throw notCanonical() }
      try skipMember()
    }
  }

  /// Moves to the payload of the case of that name; `false` if the value is another case.
  package mutating func beginCase(_ name: StaticString) -> Bool {
    let start = place
    guard take("\""), matches(name), take("\""), take(":"), take("{") else {
      place = start
      return false
    }
    return true
  }

  package mutating func endCase() throws(SavedFailure) {
    try endObject()
    try endObject()
  }

  /// Makes the failure for a value that is none of the requested cases.
  package func unknownCase() -> SavedFailure {
    guard byte == UInt8(ascii: "\""),
      let end = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "\""))
    else { return mismatch("the name of a case") }
    let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
    return SavedFailure("there is no case '\(name)'", at: place)
  }

  private mutating func find(_ key: StaticString) throws(SavedFailure) -> Bool {
    while try isAtKey() {
      let start = place
      if byte == UInt8(ascii: ",") { place += 1 }
      let keyStart = place
      if take("\""), matches(key), take("\""), take(":") { return true }
      let isBefore = isKey(at: keyStart + 1, before: key)
      place = start
      guard isBefore else { return false }
      guard skipsUnknown else { throw notCanonical() }
      try skipMember()
    }
    return false
  }

  /// Returns whether a member follows, rather than the end of the object.
  private func isAtKey() throws(SavedFailure) -> Bool {
    if byte == UInt8(ascii: "}") { return false }
    let isFirst = place > 0 && bytes[place - 1] == UInt8(ascii: "{")
    guard byte == UInt8(ascii: isFirst ? "\"" : ",") else { throw notCanonical() }
    return true
  }

  /// Returns whether the key that begins there precedes another one in byte order.
  private func isKey(at start: Int, before other: StaticString) -> Bool {
    var index = start
    for offset in 0..<other.utf8CodeUnitCount {
      guard index < bytes.count, bytes[index] != UInt8(ascii: "\"") else { return true }
      let wanted = other.utf8Start[offset]
      if bytes[index] != wanted { return bytes[index] < wanted }
      index += 1
    }
    return false
  }

  // MARK: Arrays

  package mutating func beginArray() throws(SavedFailure) {
    guard take("[") else { throw mismatch("an array") }
  }

  /// Moves to the next element; `false`, after the array, if there is none.
  package mutating func hasElement() throws(SavedFailure) -> Bool {
    if take("]") { return false }
    let isFirst = place > 0 && bytes[place - 1] == UInt8(ascii: "[")
    guard isFirst || take(",") else { throw notCanonical() }
    return true
  }

  /// Moves to the next element.
  ///
  /// - Throws: `SavedFailure` if there is none.
  package mutating func beginElement() throws(SavedFailure) {
    let start = place
    guard try hasElement() else { throw SavedFailure("expected more elements", at: start) }
  }

  /// Reads the next element.
  package mutating func element<Value: Saved>(
    _ type: Value.Type
  ) throws(SavedFailure) -> Value {
    try beginElement()
    return try Value(from: &self)
  }

  /// Ends an array after its last element was read.
  package mutating func endArray() throws(SavedFailure) {
    while try hasElement() {
      guard skipsUnknown else { throw notCanonical() }
      try skipValue()
    }
  }

  // MARK: Values

  /// Reads `null`, if it is the value, and returns whether it was.
  package mutating func takeNull() -> Bool { byte == UInt8(ascii: "n") && matches("null") }

  mutating func bool() throws(SavedFailure) -> Bool {
    if matches("true") { return true }
    if matches("false") { return false }
    throw mismatch("true or false")
  }

  mutating func integer() throws(SavedFailure) -> Int128 {
    let start = place
    let isNegative = take("-")
    let first = place
    var number: Int128 = 0
    while let digit = digit, place - first < 20 {
      number = number * 10 + Int128(digit)
      place += 1
    }
    let isWhole = place > first && (bytes[first] != UInt8(ascii: "0") || place == first + 1)
    guard isWhole, digit == nil, byte != UInt8(ascii: "."), byte != UInt8(ascii: "e") else {
      place = start
      throw mismatch("an integer")
    }
    return isNegative ? -number : number
  }

  mutating func double() throws(SavedFailure) -> Double {
    let start = place
    guard digit != nil || byte == UInt8(ascii: "-") else { throw mismatch("a number") }
    while let byte, digit != nil || "+-.e".utf8.contains(byte) { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      place = start
      throw mismatch("a number")
    }
    return number
  }

  mutating func string() throws(SavedFailure) -> String {
    guard byte == UInt8(ascii: "\"") else { throw mismatch("a string") }
    let start = place + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\"),
      bytes[end] >= 0x20
    {
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return try escapedString() }
    guard let text = String(validating: bytes[start..<end], as: UTF8.self) else {
      throw notCanonical()
    }
    place = end + 1
    return text
  }

  private mutating func escapedString() throws(SavedFailure) -> String {
    var unescaped: [UInt8] = []
    var index = place + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] >= 0x20 {
      if bytes[index] == UInt8(ascii: "\\") {
        guard let (byte, length) = escape(at: index + 1) else { throw notCanonical() }
        unescaped.append(byte)
        index += 1 + length
      } else {
        unescaped.append(bytes[index])
        index += 1
      }
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\""),
      let text = String(validating: unescaped, as: UTF8.self)
    else { throw notCanonical() }
    place = index + 1
    return text
  }

  /// Returns the byte that an escape of `SavedWriter` represents, and the length of the escape.
  private func escape(at index: Int) -> (byte: UInt8, length: Int)? {
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return (bytes[index], 1)
    case UInt8(ascii: "n"): return (0x0a, 1)
    case UInt8(ascii: "r"): return (0x0d, 1)
    case UInt8(ascii: "t"): return (0x09, 1)
    case UInt8(ascii: "u"):
      guard index + 4 < bytes.count else { return nil }
      let digits = String(decoding: bytes[(index + 1)...(index + 4)], as: UTF8.self)
      guard let value = UInt8(digits, radix: 16), value < 0x20 else { return nil }
      return (value, 5)
    default: return nil
    }
  }

  // MARK: Bytes

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private var digit: UInt8? {
    guard let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    return byte - UInt8(ascii: "0")
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Reads the text, if it comes next, and returns whether it did.
  private mutating func matches(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - place >= count else { return false }
    for offset in 0..<count where bytes[place + offset] != text.utf8Start[offset] { return false }
    place += count
    return true
  }

  private mutating func skipMember() throws(SavedFailure) {
    _ = take(",")
    _ = try string()
    guard take(":") else { throw notCanonical() }
    try skipValue()
  }

  private mutating func skipValue() throws(SavedFailure) {
    switch byte {
    case UInt8(ascii: "{"):
      try beginObject()
      try endObject()
    case UInt8(ascii: "["):
      try beginArray()
      try endArray()
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
    case UInt8(ascii: "n"): _ = takeNull()
    default: _ = try double()
    }
  }

  private func notCanonical() -> SavedFailure {
    SavedFailure("the text is not canonical", at: place)
  }

  /// Makes the failure for a value of another kind.
  private func mismatch(_ expected: String) -> SavedFailure {
    let found =
      switch byte {
      case nil: "nothing"
      case UInt8(ascii: "{"): "an object"
      case UInt8(ascii: "["): "an array"
      case UInt8(ascii: "\""): "a string"
      case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
      case UInt8(ascii: "n"): "null"
      default: "a number"
      }
    return SavedFailure("expected \(expected), found \(found)", at: place)
  }
}
