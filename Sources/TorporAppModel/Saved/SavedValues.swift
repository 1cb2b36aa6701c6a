// The plain values of JSON.

extension Bool: Saved {
  package func write(to writer: inout SavedWriter) {
    writer.write(literal: self ? "true" : "false")
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) { self = try reader.bool() }
}

extension String: Saved {
  package func write(to writer: inout SavedWriter) { writer.write(self) }

  package init(from reader: inout SavedReader) throws(SavedFailure) { self = try reader.string() }
}

extension Double: Saved {
  package func write(to writer: inout SavedWriter) { writer.write(self) }

  package init(from reader: inout SavedReader) throws(SavedFailure) { self = try reader.double() }
}

extension FixedWidthInteger where Self: Saved {
  package func write(to writer: inout SavedWriter) {
    writer.write(magnitude: UInt64(magnitude), isNegative: self < 0)
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    let start = reader.place
    let number = try reader.integer()
    guard let value = Self(exactly: number) else {
      let range = "an integer from \(Self.min) to \(Self.max)"
      throw SavedFailure("expected \(range), found a number", at: start)
    }
    self = value
  }
}

extension Int: Saved {}
extension Int32: Saved {}
extension Int64: Saved {}
extension UInt64: Saved {}
extension UInt32: Saved {}
extension UInt16: Saved {}
extension UInt8: Saved {}
