import TorporText
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

  /// The findings, their texts in lines of at most `columns`; `nil`: each on one line.
  func lines(_ style: Style, columns: Int? = nil) -> [String] {
    let width = findings.map(\.subject.count).max() ?? 0
    let indent = 5 + 2 + width + 2
    let rows: [String] = findings.flatMap { finding -> [String] in
      let verdict = finding.verdict.rawValue
      let space = String(repeating: " ", count: 5 - verdict.count)
      let gap = String(repeating: " ", count: width - finding.subject.count)
      let head = style.paint(verdict, finding.verdict.role) + space + "  " + finding.subject + gap
      let texts = DoctorReport.wrap(finding.text, into: columns.map { $0 - indent })
      return texts.enumerated().map { index, text in
        index == 0 ? head + "  " + text : String(repeating: " ", count: indent) + text
      }
    }
    return rows + [
      "", isGood ? "Nothing is broken." : "Something is broken: the lines marked BAD say what.",
    ]
  }

  /// How many columns a text must have to be worth wrapping in: two or three words; our choice.
  private static let columnsMin = 24

  /// Lines of whole words; a word that is longer than a line stands alone.
  private static func wrap(_ text: String, into columns: Int?) -> [String] {
    guard let columns, columns >= columnsMin else { return [text] }
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.isEmpty ? [text] : lines
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
