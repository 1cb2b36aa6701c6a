/// Files that the compiler reads in place of others, in the form of its option `-vfsoverlay`.
package struct VirtualOverlay: Sendable {
  /// Absolute paths: where the compiler looks, and what it finds there.
  package let files: [(path: String, contents: String)]

  package init(_ files: [(path: String, contents: String)]) { self.files = files }

  /// The file that is handed to the compiler; diagnostics name the paths where it looks.
  package var text: String {
    let roots = files.map { file in
      "{\"type\": \"file\", \"name\": \(Self.quoted(file.path)), \"external-contents\": \(Self.quoted(file.contents))}"
    }
    return
      "{\"version\": 0, \"case-sensitive\": \"true\", \"use-external-names\": \"false\", \"roots\": [\n"
      + roots.joined(separator: ",\n") + "\n]}\n"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
