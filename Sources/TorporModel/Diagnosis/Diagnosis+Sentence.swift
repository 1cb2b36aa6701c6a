// Answers in words.

extension Diagnosis {
  /// The answer in one sentence.
  package var sentence: String {
    guard let explanation else { return "Nothing that is known of the app explains it." }
    let isRule = explanation.finding == .rule
    return (isRule ? "That is the rule: " : "Because ") + explanation.clause + "."
  }

  /// What to do next, in one sentence or two.
  package var nextStep: String {
    if question == .runEveryFewMinutes { return Check.closestMechanism }
    guard let explanation else {
      return "Ask again after it has happened; `torpor log APP` has older decisions."
    }
    let isPlain = checks.contains { $0.cause == .plainProgram && $0.finding == .found }
    return explanation.advice(on: question, isPlain: isPlain)
  }
}
