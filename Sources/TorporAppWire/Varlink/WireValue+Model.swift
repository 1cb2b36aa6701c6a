package import TorporAppModel

// How single values stand in messages.

extension String: WireValue {
  package init(_ element: WireElement) throws(WireError) {
    guard let text = element.json.text else { throw element.invalid }
    self = text
  }

  package var json: JSON { .string(self) }
}

extension Bool: WireValue {
  package init(_ element: WireElement) throws(WireError) {
    guard let flag = element.json.flag else { throw element.invalid }
    self = flag
  }

  package var json: JSON { .bool(self) }
}

extension Double: WireValue {
  package init(_ element: WireElement) throws(WireError) {
    guard let number = element.json.double else { throw element.invalid }
    self = number
  }

  package var json: JSON { .number(self) }
}

/// A whole number that JSON has as a number.
package protocol WireInteger: WireValue, FixedWidthInteger {}

extension WireInteger {
  package init(_ element: WireElement) throws(WireError) {
    guard let number = element.json.integer(as: Self.self) else { throw element.invalid }
    self = number
  }

  package var json: JSON { .integer(Int64(self)) }
}

extension Int: WireInteger {}
extension Int32: WireInteger {}
extension Int64: WireInteger {}
extension UInt32: WireInteger {}

/// Decimal digits in a string: the numbers of many languages hold 53 bits.
extension UInt64: WireValue {
  package init(_ element: WireElement) throws(WireError) {
    guard let number = element.json.text.flatMap({ UInt64($0) }) else { throw element.invalid }
    self = number
  }

  package var json: JSON { .string(String(self)) }
}

/// Alone it is no value; a list of bytes is text in base 64.
extension UInt8: WireValue {
  package init(_ element: WireElement) throws(WireError) { throw element.invalid }

  package var json: JSON { .integer(Int64(self)) }

  package static func list(_ element: WireElement) throws(WireError) -> [UInt8] {
    guard let bytes = element.json.text.flatMap({ Base64.bytes(of: $0) }) else {
      throw element.invalid
    }
    return bytes
  }

  package static func json(_ list: [UInt8]) -> JSON { .string(Base64.text(of: list)) }
}

extension JSON: WireValue {
  package init(_ element: WireElement) throws(WireError) { self = element.json }

  package var json: JSON { self }
}

/// Whole microseconds on the device's own line.
extension Instant: WireValue {
  package init(_ element: WireElement) throws(WireError) {
    self.init(microseconds: try Int64(element))
  }

  package var json: JSON { .integer(microseconds) }
}

/// Whole microseconds.
extension Duration: WireValue {
  package init(_ element: WireElement) throws(WireError) {
    self.init(wireMicroseconds: try Int64(element))
  }

  package var json: JSON { .integer(microseconds) }
}

extension CountedIdentifier {
  package init(_ element: WireElement) throws(WireError) {
    self.init(rawValue: try UInt64(element))
  }

  package var json: JSON { rawValue.json }
}

extension LaunchIdentifier: WireValue {}
extension JobIdentifier: WireValue {}
extension TransferIdentifier: WireValue {}
extension BackgroundTaskIdentifier: WireValue {}
extension CallbackToken: WireValue {}
extension CentralRequestIdentifier: WireValue {}

/// A type that reads itself from text and is written as its description.
package protocol WireText: WireValue, CustomStringConvertible {
  /// Reads the text; `nil` where it means nothing.
  init?(wireText text: String)
}

extension WireText {
  package init(_ element: WireElement) throws(WireError) {
    guard let value = element.json.text.flatMap(Self.init(wireText:)) else { throw element.invalid }
    self = value
  }

  package var json: JSON { .string(description) }
}

extension AppIdentifier: WireText {
  package init?(wireText text: String) { self.init(text) }
}

extension StateDigest: WireText {
  package init?(wireText text: String) { self.init(text) }
}

// Their words are those of other formats, which Varlink's enums cannot hold.
extension BackgroundMode: WireWord {}

// An app may be told of one that only a newer system knows.
extension Reason: WireWord {}

// Its words are those of an error, which a structure of Varlink does not name.
extension AudioError: WireWord {}
extension ImpossibleWindow: WireWord {}

/// An enum of numbers.
package protocol WireCode: WireValue, RawRepresentable<Int> {}

extension WireCode {
  package init(_ element: WireElement) throws(WireError) {
    guard let code = Self(rawValue: try Int(element)) else { throw element.invalid }
    self = code
  }

  package var json: JSON { rawValue.json }
}

extension LocationError: WireCode {}

extension UInt16: WireInteger {}

extension Condition {
  /// One that only a newer system knows is left out.
  package static func list(_ element: WireElement) throws(WireError) -> [Condition] {
    guard let elements = element.json.elements else { throw element.invalid }
    return elements.enumerated().compactMap { index, json in
      try? Condition(element.element(json, at: index))
    }
  }
}
