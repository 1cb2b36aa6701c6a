import ArgumentParser
import TorporModel

/// The frequent questions that `torpor why` answers by name.
struct QuestionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Answer one frequent question about the app, by its name or number: Q14.",
      valueName: "name"
    ),
    completion: Suggestions.questions
  )
  var question: String?

  @Flag(help: "List the questions.")
  var questions = false

  /// The question that was named; `nil`: none was.
  ///
  /// - Throws: `CommandFailure.usage` with what was probably meant.
  func asked() throws(CommandFailure) -> Question? {
    guard let question else { return nil }
    return try Self.question(named: question)
  }

  /// The question of that name or number.
  ///
  /// - Throws: as above.
  static func question(named text: String) throws(CommandFailure) -> Question {
    guard let known = Question(named: text) else {
      let near = DiagnosisText.search(text).map { "\($0.label) \($0.rawValue)" }
      let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: ", "))?"
      throw .usage(
        "There is no question '\(text)'.\(hint) `torpor why --questions` lists all "
          + "\(Question.allCases.count)."
      )
    }
    return known
  }
}
