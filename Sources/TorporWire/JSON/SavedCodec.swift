package import TorporModel

/// Saved values as bytes, and bytes as saved values.
package enum SavedCodec {
  /// Why a value cannot be written or read, with the way to the fault: "screen.front: expected an array,
  /// found null".
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One clause without a full stop.
    package let description: String
  }

  /// The value as canonical JSON: equal bytes for equal values.
  ///
  /// - Throws: `Failure` for what could not be read again, such as a number that is not finite.
  package static func encode(_ value: some Saved) throws(Failure) -> [UInt8] {
    var writer = SavedWriter()
    value.write(to: &writer)
    if let failure = writer.failure {
      throw Failure(description: failure.description(in: writer.bytes))
    }
    return writer.bytes
  }

  /// Reads a value from JSON text; a key that it does not know is skipped.
  ///
  /// What `encode(_:)` wrote is read in place. Any other text, and one with a fault, is parsed and made
  /// canonical first: that says where a text is not JSON, and finds keys in any order.
  ///
  /// - Throws: `JSONSyntaxError` where the bytes are no JSON; `Failure` where it does not describe such a
  ///   value.
  package static func decode<Value: Saved>(
    _ type: Value.Type,
    from bytes: [UInt8]
  ) throws -> Value {
    var reader = SavedReader(bytes, skipsUnknown: false)
    if let value = try? Value(from: &reader), reader.isAtEnd { return value }
    return try decode(type, from: try JSON(parsing: bytes))
  }

  /// Reads a value from a JSON value.
  ///
  /// - Throws: `Failure`, with the path to the fault.
  package static func decode<Value: Saved>(
    _ type: Value.Type,
    from json: JSON
  ) throws(Failure) -> Value {
    let text = json.canonical.bytes
    var reader = SavedReader(text, skipsUnknown: true)
    do {
      return try Value(from: &reader)
    } catch {
      throw Failure(description: error.description(in: text))
    }
  }
}

extension JSON {
  /// The same with the members of every object in the order of their keys' bytes.
  fileprivate var canonical: JSON {
    switch self {
    case .object(let members):
      .object(
        members.map { Member($0.key, $0.value.canonical) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      )
    case .array(let elements): .array(elements.map(\.canonical))
    case .null, .bool, .integer, .unsigned, .number, .string: self
    }
  }
}
