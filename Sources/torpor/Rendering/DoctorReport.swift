import TorporWire

/// What `torpor doctor` found: one finding a line.
struct DoctorReport {
  /// One thing that was looked at.
  struct Finding: Hashable {
    enum Verdict: String, Hashable {
      case good = "ok"
      /// Something works less well, or not at all, without being broken.
      case lacking = "lacks"
      case bad = "BAD"
      /// A fact without a verdict.
      case note = "note"
    }

    let verdict: Verdict
    let subject: String
    let text: String

    init(_ verdict: Verdict, _ subject: String, _ text: String) {
      self.verdict = verdict
      self.subject = subject
      self.text = text
    }
  }

  private(set) var findings: [Finding] = []

  mutating func add(_ verdict: Finding.Verdict, _ subject: String, _ text: String) {
    findings.append(Finding(verdict, subject, text))
  }

  /// Whether nothing is broken.
  var isGood: Bool { !findings.contains { $0.verdict == .bad } }

  func lines(_ style: Style) -> [String] {
    let width = findings.map(\.subject.count).max() ?? 0
    return findings.map { finding in
      let verdict = finding.verdict.rawValue
      let space = String(repeating: " ", count: 5 - verdict.count)
      let gap = String(repeating: " ", count: width - finding.subject.count)
      return style.paint(verdict, finding.verdict.role) + space + "  " + finding.subject + gap
        + "  " + finding.text
    } + ["", isGood ? "Nothing is broken." : "Something is broken: the lines marked BAD say what."]
  }

  /// The findings for programs: `{"isGood": …, "findings": [{"verdict", "subject", "text"}]}`.
  func json(at clock: WallClock) -> JSON {
    .object([
      "wallMicroseconds": .integer(clock.wallMicroseconds),
      "isGood": .bool(isGood),
      "findings": .array(
        findings.map {
          .object([
            "verdict": .string($0.verdict.rawValue), "subject": .string($0.subject),
            "text": .string($0.text),
          ])
        }
      ),
    ])
  }
}

extension DoctorReport.Finding.Verdict {
  fileprivate var role: Style.Role {
    switch self {
    case .good: .good
    case .lacking, .note: .faint
    case .bad: .bad
    }
  }
}
