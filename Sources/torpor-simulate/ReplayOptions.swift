import TorporSimulator
import TorporWire

/// What `torpor replay` hands over, after `replay`.
struct ReplayOptions {
  var isJSON = false
  var changes = ReplayChanges()
  var rowsMax = 20
  var files: [String] = []

  static let usage = """
    usage: torpor replay [--json] [--profile NAME] [--setting WORDS]… [--without APP]… [--rows COUNT] FILE

    `torpor replay --help` explains the options.
    """

  /// Reads the arguments after the mode.
  ///
  /// - Throws: `Options.Mistake` with what is wrong.
  init(_ arguments: [String]) throws(Options.Mistake) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--change":
        let text = try value(of: argument, &rest)
        do {
          let json = try JSON(parsing: Array(text.utf8))
          changes.settings.append(try Control.ChangeSetting(parameters: json))
        } catch {
          throw Options.Mistake(
            sentence: "--change takes the parameters of ChangeSetting, not '\(text)': \(error)."
          )
        }
      case "--words": changes.words.append(try value(of: argument, &rest))
      case "--without": changes.without.append(try value(of: argument, &rest))
      case "--rows":
        let text = try value(of: argument, &rest)
        guard let count = Int(text), count >= 0 else {
          throw Options.Mistake(sentence: "--rows takes a number of rows, not '\(text)'.")
        }
        rowsMax = count
      case "--":
        files += rest
        rest = []
      default: throw Options.Mistake(sentence: "'\(argument)' is not an option. \(Self.usage)")
      }
    }
  }

  private func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(Options.Mistake) -> String {
    guard let value = rest.popFirst() else {
      throw Options.Mistake(sentence: "\(option) needs a value.")
    }
    return value
  }
}
