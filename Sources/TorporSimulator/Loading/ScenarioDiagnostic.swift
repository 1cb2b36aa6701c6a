/// One thing that is wrong with a scenario file.
package struct ScenarioDiagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as the user named it.
  package let file: String
  /// Counted from 1; `nil` where the whole file is meant.
  package let line: Int?
  /// Counted from 1, in characters; `nil` where the whole line is meant.
  package let column: Int?
  /// What was found and what is allowed.
  package let message: String

  /// Makes a diagnostic.
  package init(file: String, line: Int?, column: Int? = nil, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// `FILE:LINE:COLUMN: MESSAGE`, as compilers write it.
  package var description: String {
    let place = [file] + [line, column].compactMap { $0 }.map(String.init)
    return place.joined(separator: ":") + ": " + message
  }
}

/// All that is wrong with a scenario file, in the order of its lines.
package struct ScenarioErrors: Error, Hashable, Sendable {
  /// Never empty.
  package let diagnostics: [ScenarioDiagnostic]
}
