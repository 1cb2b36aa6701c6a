import TorporModel
import TorporText
import TorporWire

// Why an app is as it is.

extension PageQuestion {
  /// All about an app: what holds it, what would prevent a wake, what was decided last.
  public static func why(app: String) -> PageQuestion {
    PageQuestion(Control.Why(app: app)) { (reply) throws(WireError) in
      let app = reply.app
      return .object(optional: [
        ("app", .string(app.app.text)),
        ("name", .string(Printable.line(app.name))),
        ("state", .string(app.state.rawValue)),
        ("isCooperative", .bool(app.isCooperative)),
        ("holds", .lines(app.heldBy.map { $0.phrase(for: .freeze) })),
        ("prevents", .lines(app.blockedBy.map { $0.phrase(for: .launch(.foreground)) })),
        ("watched", .lines((app.watched ?? []).map(\.phrase))),
        ("ignored", .lines(app.ignored.map(\.sentence))),
        ("lastEnd", app.lastExit.map { .string(Printable.line($0.reason.done(to: "it"))) }),
        (
          "decisions",
          .array(reply.decisions.reversed().map { DecisionFacts.json($0, naming: "it") })
        ),
      ])
    }
  }

  /// That something was decided, each time, from now on.
  public static var decided: PageQuestion {
    PageQuestion(Control.Log(countMax: 0, follows: true)) { (reply) throws(WireError) in
      .object(optional: [
        ("sequence", reply.decisions.last.map { .string(String($0.sequence)) })
      ])
    }
  }

  /// The newest decisions about everything, those after a row if there is one.
  public static func log(after sequence: String?) -> PageQuestion {
    let after = sequence.flatMap { UInt64($0) } ?? 0
    return PageQuestion(Control.Log(after: after, countMax: 200)) { (reply) throws(WireError) in
      .object([
        "decisions": .array(reply.decisions.reversed().map { DecisionFacts.json($0) })
      ])
    }
  }
}

/// A decision for a page.
enum DecisionFacts {
  static func json(_ row: LoggedDecision, naming name: String? = nil) -> JSON {
    .object(optional: [
      ("sequence", .string(String(row.sequence))),
      ("at", .integer(row.wallMicroseconds / 1000)),
      ("app", row.decision.app.map { .string($0.text) }),
      ("verdict", .string(row.decision.verdict.rawValue)),
      ("text", .string(Printable.line(row.decision.sentence(naming: name)))),
    ])
  }
}

extension JSON {
  /// Sentences, each on one line.
  static func lines(_ lines: [String]) -> JSON {
    .array(lines.map { .string(Printable.line($0)) })
  }
}
