import TorporAppModel

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
  private var writer = SavedWriter()

  var bytes: [UInt8] { writer.bytes }

  mutating func print(_ value: JSON) {
    switch value {
    case .null: writer.write(literal: "null")
    case .bool(let flag): writer.write(literal: flag ? "true" : "false")
    case .integer(let number):
      writer.write(magnitude: number.magnitude, isNegative: number < 0)
    case .unsigned(let number): writer.write(magnitude: number, isNegative: false)
    case .number(let number): writer.write(number)
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
    writer.write(byte: UInt8(ascii: character))
  }

  mutating func print(_ text: String) { writer.write(text) }
}
