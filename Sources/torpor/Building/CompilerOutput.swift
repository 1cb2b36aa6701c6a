import TorporModel

/// What the compiler says, line by line: how far it is, or something for the author.
struct CompilerOutput {
  /// Modules that a source imports and that are not there, in the order in which they were named.
  private(set) var missingModules: [String] = []
  /// Those with a place in a source.
  private var errors: Set<String> = []

  enum Line: Hashable {
    /// How far the build is; nothing that lasts.
    case progress(String)
    case message(String)
  }

  /// Takes a line.
  mutating func take(_ text: String) -> Line {
    if CompilerOutput.isProgress(text) { return .progress(text) }
    // One that stands in several steps of a build is said in each.
    if text.isAbsolutePath, text.holds(": error: ") { errors.insert(text) }
    if let module = CompilerOutput.missingModule(text), !missingModules.contains(module) {
      missingModules.append(module)
    }
    return .message(text)
  }

  /// SwiftPM's steps, `[3/7] Compiling …`, and the sentences around them.
  private static func isProgress(_ text: String) -> Bool {
    let sentences = [
      "Building for ", "Build complete!", "Build of product", "Planning build", "Fetching ",
      "Fetched ", "Computing version", "Computed ", "Creating working copy", "Working copy of",
      "Updating ", "Updated ", "Compiling plugin", "Building build",
    ]
    if sentences.contains(where: text.hasPrefix) { return true }
    guard text.hasPrefix("["), let end = text.utf8.firstIndex(of: UInt8(ascii: "]")) else {
      return false
    }
    // "3/7"
    let counts = text.utf8[..<end].dropFirst().split(separator: UInt8(ascii: "/"))
    return counts.count == 2 && counts.allSatisfy { Int(Substring($0)) != nil }
  }

  private static func missingModule(_ text: String) -> String? {
    text.text(behind: "no such module '").map { String($0.prefix { $0 != "'" }) }
  }

  /// Why nothing came of the build; the status is as wait(2) has it.
  func failure(of name: String, status: Int32) -> String {
    let end = status & 0x7f == 0 ? "status \(status >> 8)" : "signal \(status & 0x7f)"
    var text =
      errors.isEmpty
      ? "\(name) was not built: the compiler ended with \(end). What it says is above."
      : "\(name) was not built: \(errors.count == 1 ? "one error" : "\(errors.count) errors"), see above."
    guard !missingModules.isEmpty else { return text }
    let names = missingModules.joined(separator: ", ")
    text +=
      missingModules.count == 1
      ? " The module \(names) is neither in the SDK (docs/sdk.md says what is) nor in the project."
      : " The modules \(names) are neither in the SDK (docs/sdk.md says what is) nor in the project."
    return text
  }
}
