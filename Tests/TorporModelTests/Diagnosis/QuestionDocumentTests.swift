import Foundation
import Testing

@testable import TorporModel

@Suite("The document of the frequent questions")
struct QuestionDocumentTests {
  /// An app of which nothing is known but that it is there.
  private static var blank: Evidence {
    Evidence(
      status: AppStatus(
        app: AppIdentifier("com.example.app")!,
        name: "App",
        state: .notRunning,
        since: .zero,
        launch: nil,
        heldBy: [],
        tasks: [],
        timeRemaining: nil,
        blockedBy: [],
        footprintBytes: nil,
        foregroundTime: .zero,
        backgroundTime: .zero,
        lastExit: nil,
        isCooperative: true
      ),
      activities: [],
      decisions: [],
      manifest: AppManifest(identifier: AppIdentifier("com.example.app")!),
      settings: AppSettings(),
      device: Evidence.Device(
        now: .at(.hours(1)),
        profile: .linux,
        backgroundTaskBudget: .seconds(30),
        hasTaskScheduler: true,
        backgroundRefresh: .on,
        isInLowPowerMode: false,
        isOnExternalPower: true,
        batteryPercent: nil,
        hasNetwork: true,
        learnedFor: nil
      )
    )
  }

  /// The same app while a background task keeps it running, for what is looked at only then.
  private static var held: Evidence {
    var held = blank
    held.status.state = .background
    held.status.heldBy = [Condition(.backgroundTask)]
    return held
  }

  /// The same app after an event had it run and every rule of the kind ended it.
  private static var ended: Evidence {
    var ended = blank
    let broken: [Reason] = [.launchWatchdog, .tooManyTasks, .processorTime, .gpu]
    ended.decisions = [
      Decision(
        at: .zero,
        app: ended.status.app,
        action: .launch(.background(.silentPush)),
        because: []
      ),
      Decision(
        at: .at(.seconds(1)),
        app: ended.status.app,
        action: .end(.code(.watchdog)),
        because: broken.map { Condition($0, holds: false) }
      ),
    ]
    return ended
  }

  /// What is looked at for a question, in order, as clauses without what only one app has.
  private static func checks(for question: Question) -> [String] {
    var clauses: [String] = []
    for evidence in [blank, held, ended] {
      for check in Diagnosis.answer(question, from: evidence).checks
      where !clauses.contains(check.clause) {
        clauses.append(check.clause)
      }
    }
    return clauses
  }

  private static var table: String {
    let head = "| | Name | Question | What is checked, in order |\n|---|---|---|---|"
    let rows = Question.allCases.map { question in
      "| \(question.label) | `\(question.rawValue)` | \(question.text) | "
        + checks(for: question).joined(separator: "; ") + " |"
    }
    return ([head] + rows).joined(separator: "\n")
  }

  private static var document: String {
    """
    # Frequent questions

    `torpor why APP --question NAME` answers each of these questions about an app, by the question's name or number (`Q14`).
    `torpor why APP` lists the questions that apply to the app, and `torpor why --questions` lists all of them. Programs
    call `Diagnose` of [`io.torpor.Control`](socket.md).

    An answer lists what was checked, the most likely cause first: `yes` was found, `no` is ruled out, `?` cannot be checked
    from here (it is in the app's code, or known to the sender of the push), and `rule` applies to every app. The first
    `yes` is the explanation, otherwise the first `rule`. The answer then says what to do next, which decisions show the
    cause, and when the work will plausibly run. It also lists everything else that blocks waiting work. It considers the
    present state of the app and the latest 500 decisions about it.

    `QuestionDocumentTests` writes this table from the answers about an app of which nothing is known, about the same app
    while a background task keeps it running, and after it ran for an event and was ended by a rule;
    `TORPOR_UPDATE_DIAGRAMS=1 ./test` writes it again. The answers about a real app name its own tasks, files, modes and
    times.

    \(table)

    """
  }

  @Test("is docs/reference/questions.md, word for word")
  func isFresh() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/reference/questions.md").standardized
    if ProcessInfo.processInfo.environment["TORPOR_UPDATE_DIAGRAMS"] != nil {
      try Self.document.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.document)
  }
}
