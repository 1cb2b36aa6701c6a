/// How a command that `torpor run` starts meets the terminal that it was typed at.
enum TerminalPlan: Hashable {
  /// There is no terminal among the streams, or no terminal to be had.
  case none
  /// The command has the terminal to itself: its keys are the command's.
  case whole
  /// The terminal is shared with others of a pipeline: the command gets its keys once it asks for them.
  case beside

  /// `isTerminal`: which of standard input, output and error are the terminal of this process.
  init(isTerminal: [Bool]) {
    if !isTerminal.contains(true) {
      self = .none
    } else {
      self = isTerminal[0] && isTerminal[1] ? .whole : .beside
    }
  }
}
