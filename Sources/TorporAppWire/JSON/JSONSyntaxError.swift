/// Why bytes are not a JSON text, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Problem: Hashable, Sendable {
    case unexpectedEnd
    case unexpectedByte(UInt8)
    case trailingBytes
    /// More arrays and objects inside each other than `JSON.depthMax`.
    case tooDeep
    case invalidNumber
    /// The number is beyond what a double holds.
    case numberOutOfRange
    case invalidEscape
    /// Half of a surrogate pair, which is no character.
    case loneSurrogate
    /// A byte below 0x20 inside a string.
    case controlCharacter(UInt8)
    case invalidUTF8
    case duplicateKey(String)
  }

  package let problem: Problem
  /// Bytes before the fault.
  package let offset: Int

  package init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// One sentence without a full stop, for the end of a longer one.
  package var description: String {
    "\(problem.description) at byte \(offset)"
  }
}

extension JSONSyntaxError.Problem: CustomStringConvertible {
  /// The problem in words.
  package var description: String {
    switch self {
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
    case .trailingBytes: "something follows the value"
    case .tooDeep: "more than \(JSON.depthMax) arrays and objects inside each other"
    case .invalidNumber: "a number is not written as JSON has it"
    case .numberOutOfRange: "a number is too large"
    case .invalidEscape: "a backslash is followed by something that JSON does not know"
    case .loneSurrogate: "half of a surrogate pair stands alone"
    case .controlCharacter(let byte):
      "a control character (\(Self.name(of: byte))) is not written as an escape"
    case .invalidUTF8: "a string is not valid UTF-8"
    case .duplicateKey(let key): "the key '\(key)' is there twice"
    }
  }

  private static func name(of byte: UInt8) -> String {
    guard (0x21...0x7e).contains(byte) else {
      let digits = String(byte, radix: 16)
      return "byte 0x" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }
}
