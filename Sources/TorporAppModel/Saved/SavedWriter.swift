/// A writer of canonical JSON: without spaces, and with the members of an object in the byte order of their keys.
///
/// Code that writes an object must write its keys in that order; generated code does.
package struct SavedWriter: Sendable {
  // Shape: one method for each form of a value.
  /// The written bytes.
  package private(set) var bytes: [UInt8] = []
  /// The reason why the written value cannot be read again; the first of several.
  package private(set) var failure: SavedFailure?
  /// The filter that replaces texts, places and identifying numbers; `nil`: everything is written unchanged.
  private let trimming: (any SavedTrimming)?
  /// The kind of the number that is written, if it is one that is replaced.
  private var trimmed: TrimmedMember?
  private var lastKey: StaticString = ""

  package init(trimming: (any SavedTrimming)? = nil) {
    self.trimming = trimming
    bytes.reserveCapacity(256)
  }

  /// Reports that a value cannot be written, as one clause without a full stop.
  package mutating func fail(_ cause: String) {
    if failure == nil { failure = SavedFailure(cause, at: bytes.count) }
  }

  // MARK: Objects and arrays

  package mutating func beginObject() { bytes.append(UInt8(ascii: "{")) }

  /// Begins a member.
  package mutating func key(_ key: StaticString) {
    if trimming != nil {
      trimmed = TrimmedMember(key, in: lastKey)
      lastKey = key
    }
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    write(literal: key)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    trimmed = nil
  }

  package mutating func beginArray() { bytes.append(UInt8(ascii: "[")) }

  package mutating func beginElement() {
    if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
  }

  /// Writes an element of an array.
  package mutating func element(_ value: some Saved) {
    beginElement()
    value.write(to: &self)
  }

  package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// Begins a case with a payload: `{"name":{`.
  package mutating func beginCase(_ name: StaticString) {
    beginObject()
    key(name)
    beginObject()
  }

  package mutating func endCase() {
    endObject()
    endObject()
  }

  /// Writes a case without a payload.
  package mutating func write(case name: StaticString) {
    beginCase(name)
    endCase()
  }

  // MARK: Values

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  package mutating func write(literal text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
  }

  /// Writes a finite number; JSON has no others.
  package mutating func write(_ number: Double) {
    if !number.isFinite { fail("\(number) is not a number of JSON") }
    let number = trimmed == .bearing ? 0 : number
    bytes.append(contentsOf: number.description.utf8)
  }

  package mutating func write(magnitude: UInt64, isNegative: Bool) {
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = magnitude
    if let trimming, case .number(let kind) = trimmed { rest = trimming.number(rest, kind) }
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Writes a text chosen by a user or a program.
  package mutating func write(_ text: String) { write(word: trimming?.text(text) ?? text) }

  /// Writes a word of the vocabulary, which identifies nothing and is never replaced.
  package mutating func write(word text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var written = 0
      for index in utf8.indices where SavedWriter.needsEscape(utf8[index]) {
        bytes.append(contentsOf: utf8[written..<index])
        writeEscape(utf8[index])
        written = index + 1
      }
      bytes.append(contentsOf: utf8[written...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): write(literal: "\\\"")
    case UInt8(ascii: "\\"): write(literal: "\\\\")
    case 0x0a: write(literal: "\\n")
    case 0x0d: write(literal: "\\r")
    case 0x09: write(literal: "\\t")
    default:
      write(literal: "\\u00")
      for digit in [byte >> 4, byte & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}

// MARK: - What is given away

extension SavedWriter {
  /// Returns the number or its replacement; for forms without keys.
  package func replaced(_ number: UInt64, _ kind: TrimmedNumber) -> UInt64 {
    trimming?.number(number, kind) ?? number
  }

  /// Returns the place, or the place to which it was moved.
  package func moved(latitude: Double, longitude: Double) -> (latitude: Double, longitude: Double) {
    trimming?.place(latitude: latitude, longitude: longitude) ?? (latitude, longitude)
  }

  /// Whether places are moved.
  package var movesPlaces: Bool { trimming != nil }

  /// Whether bytes that devices send each other are written as zeros.
  var hidesBytes: Bool { trimmed == .bytes }
}
