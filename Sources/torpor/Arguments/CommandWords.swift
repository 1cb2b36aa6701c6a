/// The words of a command line, and the variables of an environment, as the kernel has them: bytes.
///
/// What goes to the daemon is UTF-8; other bytes would arrive as other ones, and a command would get other words or another
/// file.
enum CommandWords {
  /// The words that this program was given, without its name.
  static func current() throws(CommandFailure) -> [String] {
    var words: [UnsafePointer<CChar>] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      if let word = CommandLine.unsafeArgv[index] { words.append(UnsafePointer(word)) }
    }
    return try read(words)
  }

  /// The text of words.
  ///
  /// - Throws: `CommandFailure.usage` for one that is not UTF-8.
  static func read(_ words: [UnsafePointer<CChar>]) throws(CommandFailure) -> [String] {
    var texts: [String] = []
    for word in words {
      guard let text = String(validatingCString: word) else {
        throw .usage(
          "The argument '\(String(cString: word))' is not UTF-8, so it would be changed on its way. "
            + "Write it in UTF-8; a file with such a name needs another one."
        )
      }
      texts.append(text)
    }
    return texts
  }
}
