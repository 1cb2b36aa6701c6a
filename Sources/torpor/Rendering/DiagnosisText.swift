import TorporModel
import TorporText

/// Answers to frequent questions: what `torpor why APP --question NAME` shows.
enum DiagnosisText {
  /// The answer to one question, with all that was looked at.
  static func lines(_ diagnosis: Diagnosis, _ clock: WallClock, _ style: Style) -> [String] {
    let question = diagnosis.question
    var lines = [
      style.paint("\(question.label) \(question.rawValue)", .heading) + ": " + question.text, "",
      diagnosis.sentence, diagnosis.nextStep, "", style.paint("Checks", .heading),
    ]
    lines += diagnosis.checks.map { "  " + line($0, clock, style) }
    if !diagnosis.shownBy.isEmpty {
      lines += ["", style.paint("Evidence", .heading)]
      lines += diagnosis.shownBy.map {
        "  \(clock.text(of: $0.at))  \($0.sentence(naming: "it"))"
      }
    }
    if let forecast = diagnosis.forecast {
      lines += ["", style.paint("What to expect", .heading), "  " + line(forecast, clock)]
    }
    return lines
  }

  /// The questions that an app gives rise to, a line each; none where there are none.
  static func section(
    _ diagnoses: [Diagnosis],
    of app: String,
    _ style: Style
  ) -> [String] {
    guard !diagnoses.isEmpty else { return [] }
    let lines = diagnoses.map { diagnosis in
      let question = diagnosis.question
      return "  \(question.label) \(question.rawValue): \(diagnosis.sentence) — torpor why \(app) "
        + "--question \(question.label)"
    }
    return ["", style.paint("Related questions", .heading)] + lines
  }

  /// All questions, a line each.
  static func list(_ style: Style) -> [String] {
    let nameWidth = Question.allCases.map(\.rawValue.count).max() ?? 0
    return Question.allCases.map { question in
      let label = question.label + (question.number < 10 ? " " : "")
      let gap = String(repeating: " ", count: nameWidth - question.rawValue.count)
      return "\(label)  \(style.paint(question.rawValue, .heading))\(gap)  \(question.text)"
    }
  }

  /// The questions in whose name, text or keywords the text occurs, in any case of letters.
  static func search(_ text: String) -> [Question] {
    let word = text.lowercased()
    guard !word.isEmpty else { return [] }
    return Question.allCases.filter { question in
      ([question.rawValue, question.text] + question.keywords).contains {
        contains(word, in: $0.lowercased())
      }
    }
  }

  private static func contains(_ word: String, in text: String) -> Bool {
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix(word) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  // MARK: Lines

  private static func line(_ check: Check, _ clock: WallClock, _ style: Style) -> String {
    let times = [
      check.since.map { "since " + clock.text(of: $0) },
      check.until.map { "until " + clock.text(of: $0) },
    ].compactMap { $0 }.joined(separator: ", ")
    let suffix = times.isEmpty || check.finding != .found ? "" : " (\(times))"
    return style.paint(check.finding.mark, check.finding.role) + "  " + check.clause + suffix
  }

  private static func line(_ forecast: Forecast, _ clock: WallClock) -> String {
    let needs = forecast.needs.map { NeedText().noun($0) }.joinedAsClause()
    let moment =
      switch forecast.at {
      case nil: "time unknown"
      case let at? where at <= clock.now: "next plausible run now"
      case let at?: "next plausible run \(clock.text(of: at))"
      }
    return needs.isEmpty ? moment : moment + "; needs \(needs)"
  }
}

extension Check.Finding {
  /// Four letters wide, so that the clauses stand in a column.
  fileprivate var mark: String {
    switch self {
    case .found: "yes "
    case .ruledOut: "no  "
    case .unseen: "?   "
    case .rule: "rule"
    }
  }

  fileprivate var role: Style.Role {
    switch self {
    case .found: .bad
    case .ruledOut: .faint
    case .unseen, .rule: .quiet
    }
  }
}
