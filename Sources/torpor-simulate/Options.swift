import TorporSimulator

/// What the program was told on its command line, by `torpor simulate` or by a person.
struct Options: Hashable {
  var isJSON = false
  /// The file for a page with the timelines.
  var timelinePath: String?
  /// The lives to simulate; `nil`: none.
  var seeds: ClosedRange<UInt64>?
  /// How many rows of a life are shown before a broken rule.
  var rowsMax = SeedRun.rowsUsual
  /// Scenario files, in the order in which they run.
  var files: [String] = []

  static let usage = """
    usage: torpor simulate [--json] [--timeline FILE] [--seeds RANGE [--rows COUNT]] [FILE…]

    `torpor simulate --help` explains the options; torpor-simulate takes the same ones.
    """

  /// Why a command line cannot be followed, as a sentence.
  struct Mistake: Error, Hashable {
    let sentence: String
  }

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: `Mistake` with what is wrong and what is allowed.
  init(_ arguments: [String]) throws(Mistake) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--timeline": timelinePath = try Options.value(of: argument, &rest)
      case "--seeds": seeds = try Options.seeds(try Options.value(of: argument, &rest))
      case "--rows": rowsMax = try Options.count(of: argument, &rest)
      case "--":
        files += rest
        rest = []
      case let option where option.hasPrefix("-") && option != "-":
        throw Mistake(sentence: "'\(option)' is not an option. \(Options.usage)")
      default: files.append(argument)
      }
    }
    if files.isEmpty, seeds == nil {
      throw Mistake(
        sentence: "Missing scenario file. Usage: torpor simulate FILE …, or --seeds 0-99."
      )
    }
    if timelinePath != nil, files.isEmpty {
      throw Mistake(sentence: "--timeline draws scenario files; name one.")
    }
  }

  private static func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> String {
    guard let value = rest.popFirst() else { throw Mistake(sentence: "\(option) needs a value.") }
    return value
  }

  private static func seeds(_ text: String) throws(Mistake) -> ClosedRange<UInt64> {
    guard let range = SeedRange(text) else {
      throw Mistake(sentence: "--seeds takes a number or two with a hyphen, not '\(text)'.")
    }
    return range.seeds
  }

  private static func count(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> Int {
    let text = try value(of: option, &rest)
    guard let count = Int(text), count >= 0 else {
      throw Mistake(sentence: "\(option) takes a number of rows, not '\(text)'.")
    }
    return count
  }
}
