import Testing
import TorporModel

@testable import torpor

@Suite("An answer to a frequent question")
struct DiagnosisTextTests {
  private static let diagnosis = Diagnosis(
    question: .killedForAssertions,
    checks: [
      Check(
        .breach,
        .found,
        reason: .backgroundTask,
        subject: "upload",
        since: Samples.now - .seconds(60),
        until: Samples.now - .seconds(30),
        length: .seconds(30)
      ),
      Check(.breach, .ruledOut, reason: .wake), Check(.pushRate, .unseen),
      Check(.followsHabits, .rule),
    ],
    shownBy: [
      Decision(
        at: Samples.now - .seconds(29),
        app: AppIdentifier("com.example.mail"),
        action: .end(.code(.backgroundTaskOverrun)),
        because: [Condition(.backgroundTask, holds: false, subject: "upload")]
      )
    ],
    forecast: Forecast(at: Samples.now + .hours(1), needs: [.network])
  )

  @Test("tells what explains it, what to do, what was looked at, what shows it, what to expect")
  func lines() {
    #expect(
      DiagnosisText.lines(Self.diagnosis, Samples.clock, .plain) == [
        "Q14 killedForAssertions: Why was my app killed with 0x8badf00d or 0x2182bad2?",
        "",
        "Because background task 'upload' was not ended in time; an app has 30 s off screen for all "
          + "it holds.",
        "End each background task exactly once, at the latest in its expiration handler.",
        "",
        "Checks",
        "  yes   background task 'upload' was not ended in time; an app has 30 s off screen for all "
          + "it holds (since 03:59:00, until 03:59:30)",
        "  no    an event was not completed in time",
        "  ?     silent pushes beyond two or three an hour are held back",
        "  rule  refreshes come shortly before the app is usually opened",
        "",
        "Evidence",
        "  03:59:31  killed it (0x2182bad2): background task 'upload' was not ended in time",
        "",
        "What to expect",
        "  next plausible run 05:00:00; needs a network",
      ]
    )
  }

  @Test("says nothing of what shows it, or of what to expect, where there is nothing")
  func bare() {
    let diagnosis = Diagnosis(question: .timersStop, checks: [Check(.suspended, .ruledOut)])
    #expect(
      DiagnosisText.lines(diagnosis, Samples.clock, .plain) == [
        "Q28 timersStop: Why do timers and sockets stop when the app leaves the screen?", "",
        "Nothing that is known of the app explains it.",
        "Ask again after it has happened; `torpor log APP` has older decisions.", "",
        "Checks",
        "  no    it was suspended off screen: none of its code runs then, not even timers",
      ]
    )
  }

  @Test("is offered in a line under the explanation of an app, where it is relevant")
  func section() {
    #expect(DiagnosisText.section([], of: "mail", .plain) == [])
    #expect(
      DiagnosisText.section([Self.diagnosis], of: "mail", .plain) == [
        "", "Related questions",
        "  Q14 killedForAssertions: Because background task 'upload' was not ended in time; an app "
          + "has 30 s off screen for all it holds. — torpor why mail --question Q14",
      ]
    )
  }

  @Test("is one of 32 that are listed with number, name and text")
  func list() {
    let lines = DiagnosisText.list(.plain)
    #expect(lines.count == 32)
    #expect(lines[0] == "Q1   refreshNeverRan            Why did my refresh task never run?")
    #expect(lines.allSatisfy { $0.hasSuffix("?") })
  }

  @Test("is asked for by name or number; another word is refused with what was probably meant")
  func asked() throws {
    #expect(try QuestionOptions.question(named: "q14") == .killedForAssertions)
    let usage = CommandFailure.usage(
      "There is no question 'geofence'. Did you mean Q25 regionIsLate? `torpor why --questions` lists "
        + "all 32."
    )
    #expect(throws: usage) { try QuestionOptions.question(named: "geofence") }
    let unknown = CommandFailure.usage(
      "There is no question 'Q33'. `torpor why --questions` lists all 32."
    )
    #expect(throws: unknown) { try QuestionOptions.question(named: "Q33") }
  }
}
