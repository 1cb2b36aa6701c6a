/// What the parser says of a wrong command line, in the form that all sentences of this program have.
enum UsageMessage {
  /// The parser's message, with this program's name in front.
  static func text(_ message: String) -> String {
    guard message.hasPrefix(parserPrefix) else { return message }
    return "torpor: " + message.dropFirst(parserPrefix.count)
  }

  private static let parserPrefix = "Error: "
}
