/// A value that is saved, or sent to the transfer service: it writes itself as canonical JSON and reads itself back.
///
/// Both are plain functions on a concrete writer and a concrete reader, so that nothing is looked up
/// at run time. `scripts/generate-saved` generates them for types that name this protocol; a type that
/// builds something else from what it reads has handwritten ones.
/// docs/decisions/0031-a-codec-by-static-dispatch.md has the reasons.
package protocol Saved {
  /// Writes the value.
  func write(to writer: inout SavedWriter)

  /// Reads a value.
  ///
  /// - Throws: `SavedFailure` if the bytes do not describe such a value.
  init(from reader: inout SavedReader) throws(SavedFailure)
}

/// The reason why a value cannot be written or read, and the byte at which it failed.
package struct SavedFailure: Error, Hashable, Sendable {
  /// One clause without a full stop: "expected a string, found null".
  package let cause: String
  /// The number of bytes before the fault.
  package let offset: Int
  /// The missing member, if that is the fault.
  package let missingKey: String?

  package init(_ cause: String, at offset: Int, missingKey: String? = nil) {
    self.cause = cause
    self.offset = offset
    self.missingKey = missingKey
  }
}

// MARK: Raw values

extension Saved where Self: RawRepresentable, RawValue: Saved {
  /// Writes the raw value.
  package func write(to writer: inout SavedWriter) { rawValue.write(to: &writer) }

  /// Reads the raw value.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    let start = reader.place
    let raw = try RawValue(from: &reader)
    guard let value = Self(rawValue: raw) else {
      throw SavedFailure("'\(raw)' does not name a \(Self.self)", at: start)
    }
    self = value
  }
}

extension Saved where Self: RawRepresentable<String> {
  /// Writes the word.
  package func write(to writer: inout SavedWriter) { writer.write(word: rawValue) }

  /// Reads a value of a type with changed words: the word of this build, or of an earlier build.
  package static func read(
    from reader: inout SavedReader,
    earlier: (String) -> Self?
  ) throws(SavedFailure) -> Self {
    let start = reader.place
    let word = try String(from: &reader)
    guard let value = Self(rawValue: word) ?? earlier(word) else {
      throw SavedFailure("'\(word)' does not name a \(Self.self)", at: start)
    }
    return value
  }
}

// MARK: Values of other values

extension Optional: Saved where Wrapped: Saved {
  /// Writes `null` for nothing; a member without a value is left out instead.
  package func write(to writer: inout SavedWriter) {
    if let self { self.write(to: &writer) } else { writer.write(literal: "null") }
  }

  /// Reads `null` as nothing.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self = reader.takeNull() ? nil : try Wrapped(from: &reader)
  }
}

extension Array: Saved where Element: Saved {
  /// Writes the elements in their order.
  package func write(to writer: inout SavedWriter) {
    writer.beginArray()
    let areHidden = Element.self == UInt8.self && writer.hidesBytes
    for element in self {
      writer.beginElement()
      if areHidden { writer.write(byte: UInt8(ascii: "0")) } else { element.write(to: &writer) }
    }
    writer.endArray()
  }

  /// Reads all elements.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self = []
    try reader.beginArray()
    while try reader.hasElement() { append(try Element(from: &reader)) }
  }
}

extension Duration: Saved {
  /// Writes the two halves of the number of attoseconds, the upper one first, as `Codable` does.
  package func write(to writer: inout SavedWriter) {
    let number = attoseconds
    writer.beginArray()
    writer.beginElement()
    Int64(truncatingIfNeeded: number >> 64).write(to: &writer)
    writer.beginElement()
    UInt64(truncatingIfNeeded: number).write(to: &writer)
    writer.endArray()
  }

  /// Reads both halves.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginArray()
    try reader.beginElement()
    let high = try Int64(from: &reader)
    try reader.beginElement()
    let low = try UInt64(from: &reader)
    try reader.endArray()
    self.init(attoseconds: Int128(high) << 64 | Int128(low))
  }
}
