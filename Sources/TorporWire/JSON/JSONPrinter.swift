extension JSON {
  /// The shortest JSON text for the value; members come in the order they have.
  package var bytes: [UInt8] {
    var printer = JSONPrinter()
    printer.print(self)
    return printer.bytes
  }
}

/// Writes JSON without any space that is not needed.
struct JSONPrinter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(256) }

  mutating func print(_ value: JSON) {
    switch value {
    case .null: printLiteral("null")
    case .bool(let flag): printLiteral(flag ? "true" : "false")
    case .integer(let number): print(magnitude: number.magnitude, isNegative: number < 0)
    case .unsigned(let number): print(magnitude: number, isNegative: false)
    case .number(let number): bytes.append(contentsOf: number.description.utf8)
    case .string(let text): print(text)
    case .array(let elements):
      printByte("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { printByte(",") }
        print(element)
      }
      printByte("]")
    case .object(let members):
      printByte("{")
      for (index, member) in members.enumerated() {
        if index > 0 { printByte(",") }
        print(member.key)
        printByte(":")
        print(member.value)
      }
      printByte("}")
    }
  }

  mutating func printByte(_ character: Unicode.Scalar) {
    bytes.append(UInt8(ascii: character))
  }

  mutating func printLiteral(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
  }

  mutating func print(_ text: String) {
    var text = text
    printByte("\"")
    text.withUTF8 { utf8 in
      var printed = 0
      for index in utf8.indices where Self.needsEscape(utf8[index]) {
        bytes.append(contentsOf: utf8[printed..<index])
        printEscape(utf8[index])
        printed = index + 1
      }
      bytes.append(contentsOf: utf8[printed...])
    }
    printByte("\"")
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func printEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): printLiteral("\\\"")
    case UInt8(ascii: "\\"): printLiteral("\\\\")
    case 0x0a: printLiteral("\\n")
    case 0x0d: printLiteral("\\r")
    case 0x09: printLiteral("\\t")
    default:
      printLiteral("\\u00")
      for digit in [byte >> 4, byte & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  private mutating func print(magnitude: UInt64, isNegative: Bool) {
    if isNegative { printByte("-") }
    let start = bytes.count
    var rest = magnitude
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    } while rest > 0
    bytes[start...].reverse()
  }
}
