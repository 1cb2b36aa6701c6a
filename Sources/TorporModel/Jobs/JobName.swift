/// The rules for names of jobs.
package enum JobName {
  /// The longest name, in bytes; our choice: a column of a table.
  package static let bytesMax = 64

  /// Whether the text may name a job: letters, digits, `.`, `_` and `-`, but not only digits, which
  /// would be taken for a number.
  package static func isValid(_ text: String) -> Bool {
    guard (1...bytesMax).contains(text.utf8.count) else { return false }
    return text.utf8.allSatisfy(isAllowed) && !text.utf8.allSatisfy(isDigit)
  }

  /// Makes a name from the program of a command, with characters that names may not contain replaced by `-`.
  ///
  /// Leaves room for a number at its end.
  package static func make(fromProgram program: String) -> String {
    let last = program.pathComponents.last.map(String.init) ?? program
    let cleaned = last.utf8.prefix(bytesMax - 8).map { byte in
      isAllowed(byte) ? Character(UnicodeScalar(byte)) : "-"
    }
    let name = String(cleaned)
    return isValid(name) ? name : "job-" + name
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: isDigit(byte)
    }
  }
}
