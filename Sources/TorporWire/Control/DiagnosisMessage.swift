import TorporModel

/// The answer to a question as it stands on the wire: the facts, and the sentences made of them.
struct DiagnosisMessage: Codable {
  var question: Question
  var number: Int
  var text: String
  var answer: String
  var nextStep: String
  var checks: [CheckMessage]
  var shownBy: [ShownDecisionMessage]
  var forecast: ForecastMessage?

  init(_ diagnosis: Diagnosis) {
    question = diagnosis.question
    number = diagnosis.question.number
    text = diagnosis.question.text
    answer = diagnosis.sentence
    nextStep = diagnosis.nextStep
    checks = diagnosis.checks.map(CheckMessage.init)
    shownBy = diagnosis.shownBy.map(ShownDecisionMessage.init)
    forecast = diagnosis.forecast.map(ForecastMessage.init)
  }

  /// The facts; whoever reads them makes the sentences anew.
  var diagnosis: Diagnosis {
    Diagnosis(
      question: question,
      checks: checks.map(\.check),
      shownBy: shownBy.map(\.decision),
      forecast: forecast?.forecast
    )
  }
}

/// One cause that was looked at, as it stands on the wire.
struct CheckMessage: Codable {
  var cause: Cause
  var finding: Check.Finding
  var text: String
  var reason: Reason?
  var subject: String?
  var sinceMicroseconds: Int64?
  var untilMicroseconds: Int64?
  var lengthMicroseconds: Int64?

  init(_ check: Check) {
    cause = check.cause
    finding = check.finding
    text = check.clause
    reason = check.reason
    subject = check.subject
    sinceMicroseconds = check.since?.microseconds
    untilMicroseconds = check.until?.microseconds
    lengthMicroseconds = check.length?.microseconds
  }

  var check: Check {
    Check(
      cause,
      finding,
      reason: reason,
      subject: subject,
      since: sinceMicroseconds.map(Instant.init(microseconds:)),
      until: untilMicroseconds.map(Instant.init(microseconds:)),
      length: lengthMicroseconds.map { Duration(wireMicroseconds: $0) }
    )
  }
}

/// A decision that shows something; its place in the ledger does not matter.
struct ShownDecisionMessage: Codable {
  var atMicroseconds: Int64
  var app: AppIdentifier?
  var launch: IdentifierText<LaunchIdentifier>?
  var action: ActionMessage
  var verdict: Decision.Verdict
  var conditions: [ConditionMessage]

  init(_ decision: Decision) {
    atMicroseconds = decision.at.microseconds
    app = decision.app
    launch = decision.launch.map { IdentifierText($0) }
    action = ActionMessage(decision.action)
    verdict = decision.verdict
    conditions = decision.conditions.map(ConditionMessage.init)
  }

  var decision: Decision {
    Decision(
      at: Instant(microseconds: atMicroseconds),
      app: app,
      launch: launch?.identifier,
      action: action.action,
      verdict: verdict,
      because: conditions.map(\.condition)
    )
  }
}
