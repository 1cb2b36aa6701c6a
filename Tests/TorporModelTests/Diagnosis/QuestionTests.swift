import Testing
import TorporModel

@Suite("The frequent questions")
struct QuestionTests {
  @Test("are the 32 of the list, each with a name, a number and a text of its own")
  func complete() {
    let all = Question.allCases
    #expect(all.map(\.number) == Array(1...32))
    #expect(Set(all.map(\.text)).count == 32)
    #expect(all.allSatisfy { $0.text.hasSuffix("?") && !$0.keywords.isEmpty })
    #expect(Question.killedForAssertions.label == "Q14")
    #expect(Question.neverSleeps.label == "Q32")
  }

  @Test(
    "are found by name or number, in any case of letters",
    arguments: ["killedForAssertions", "KILLEDFORASSERTIONS", "Q14", "q14", "14"]
  )
  func found(text: String) { #expect(Question(named: text) == .killedForAssertions) }

  @Test(
    "are not found by anything else",
    arguments: ["", "q", "0", "Q33", "014", "killed", "Q 14"]
  )
  func unknown(text: String) { #expect(Question(named: text) == nil) }
}

@Suite("An explanation")
struct ExplanationTests {
  @Test("is the first cause that is found, before any rule")
  func first() {
    let diagnosis = Diagnosis(
      question: .refreshNeverRan,
      checks: [
        Check(.modeMissing, .ruledOut), Check(.followsHabits, .rule), Check(.hasRun, .unseen),
        Check(.nothingPending, .found), Check(.exempt, .found),
      ]
    )
    #expect(diagnosis.explanation?.cause == .nothingPending)
  }

  @Test("is the first rule where no cause is found, and nothing where there is none")
  func rules() {
    let rule = Check(.followsHabits, .rule)
    let unseen = Check(.hasRun, .unseen)
    #expect(Diagnosis(question: .ranOnce, checks: [unseen, rule]).explanation == rule)
    #expect(Diagnosis(question: .ranOnce, checks: [unseen]).explanation == nil)
  }
}
