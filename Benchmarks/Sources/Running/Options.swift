/// What the benchmarks were told on the command line.
struct Options {
  var names: [String] = []
  /// Where recorded traces lie; the benchmarks that read them make their own where it is absent.
  var dataFolder: String?
  var seeds: ClosedRange<UInt64> = 0...19
  /// Whether everything runs with tiny inputs, to see that it runs at all.
  var isQuick = false
  var isJSON = false
  /// Where the programs that we are compared with were built, with the programs that they start.
  var peersFolder: String

  static let usage = """
    usage: torpor-bench NAME... [--data DIR] [--seeds 0-19] [--quick] [--json]

    Names: \(Catalogue.built.map { "\($0.name) (\($0.title))" }.joined(separator: ", ")), or all.
    Run it by scripts/bench, which builds the peers first.
    """

  /// Why a command line cannot be followed, as a sentence.
  struct Mistake: Error {
    let sentence: String
  }

  init(_ arguments: [String], peersFolder: String) throws(Mistake) {
    self.peersFolder = peersFolder
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--json": isJSON = true
      case "--data": dataFolder = try Options.value(of: argument, &rest)
      case "--seeds": seeds = try Options.seeds(try Options.value(of: argument, &rest))
      case _ where argument.hasPrefix("-"):
        throw Mistake(sentence: "'\(argument)' is not an option; torpor-bench --help lists them.")
      case "all": names += Catalogue.built.map(\.name)
      default: names.append(argument)
      }
    }
    guard !names.isEmpty else {
      throw Mistake(sentence: "No benchmark is named; torpor-bench --help lists them.")
    }
  }

  private static func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else {
      throw Mistake(sentence: "\(option) needs a value; torpor-bench --help says which.")
    }
    return value
  }

  private static func seeds(_ text: String) throws(Mistake) -> ClosedRange<UInt64> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
    if ends.count == 1, let only = ends[0] { return only...only }
    if ends.count == 2, let first = ends[0], let last = ends[1], first <= last {
      return first...last
    }
    throw Mistake(sentence: "--seeds takes a number or a range such as 0-19, not '\(text)'.")
  }
}
