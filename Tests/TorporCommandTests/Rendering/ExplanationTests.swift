import Testing
import TorporModel
import TorporWire

@testable import torpor

@Suite("An explanation of background work")
struct ActivityExplanationTests {
  private let work = ActivityStatus(
    app: AppIdentifier("com.example.mail"),
    activity: .task(identifier: "com.example.mail.refresh"),
    type: .appRefresh,
    submittedAt: Samples.now - .minutes(50),
    earliest: Samples.now - .minutes(35),
    latest: Samples.now + .hours(3),
    isRunning: false,
    conditions: [
      Condition(.notBefore),
      Condition(.lowPowerMode, holds: false, since: Samples.now - .minutes(20)),
    ],
    blocked: [
      BlockedTime(reason: .lowPowerMode, total: .minutes(20)),
      BlockedTime(reason: .notBefore, total: .minutes(15)),
    ],
    forecast: Forecast(at: nil, needs: [.lowPowerMode])
  )

  @Test("tells its window, its conditions over time, and what to expect")
  func whole() {
    #expect(
      ActivityExplanation.lines(work, Samples.clock, .plain).joined(separator: "\n") == """
        The refresh task 'com.example.mail.refresh' of com.example.mail has been waiting since Sat 03:10 (50m 00s).
          not before 35m 00s ago, Sat 03:25
          to be run by in 3h 00m, Sat 07:00

        What it waits for
          blocked  Low Power Mode is on
                   since Sat 03:40 (20m 00s); blocked for 20m 00s in total (longest)
          holds    it is due
                   blocked for 15m 00s in total

        What to expect
          needs Low Power Mode to end (time unknown)
        """
    )
  }

  @Test("is blocked for as long as it is now, where the clock was read after the total")
  func staleTotal() {
    let since = Samples.now - .milliseconds(4100)
    let held = [Condition(.externalPower, holds: false, since: since)]
    func second(_ total: Duration) -> String {
      let blocked = [BlockedTime(reason: .externalPower, total: total)]
      return ConditionText.lines(held, blocked, NeedText(), Samples.clock, .plain)[1]
    }
    #expect(second(.milliseconds(3900)).hasSuffix(" (4s); blocked for 4s in total"))
    #expect(second(.minutes(2)).hasSuffix(" (4s); blocked for 2m 00s in total"))
    #expect(second(.milliseconds(200)).hasSuffix(" (4s)"))
  }

  @Test("is short on the page of its app")
  func summary() {
    let app = Samples.app("com.example.mail", .suspended)
    let lines = Explanation.lines(app, work: [work], [], Samples.clock, .plain)
    let begin = lines.firstIndex(of: "Its background work") ?? 0
    #expect(
      lines[begin..<(begin + 3)].joined(separator: "\n") == """
        Its background work
          com.example.mail.refresh (refresh task): has been waiting since Sat 03:10; Low Power Mode is on
            needs Low Power Mode to end (time unknown); blocked longest: Low Power Mode is on (20m 00s)
        """
    )
  }
}

@Suite("A job that is named by the beginning of its name")
struct JobLookupTests {
  private let jobs = [
    Samples.job(1, "backup-home", .waiting), Samples.job(2, "backup-mail", .waiting),
    Samples.job(3, "index", .done), Samples.job(4, "index", .waiting),
  ]

  @Test("is found where only one begins so; one that is not over goes first")
  func found() throws {
    #expect(try JobLookup.job(beginningWith: "Backup-h", among: jobs)?.rawValue == 1)
    #expect(try JobLookup.job(beginningWith: "ind", among: jobs)?.rawValue == 4)
    #expect(try JobLookup.job(beginningWith: "x", among: jobs) == nil)
    #expect(try JobLookup.job(beginningWith: "", among: jobs) == nil)
  }

  @Test("is refused where several begin so, with their names")
  func ambiguous() {
    #expect(
      throws: CommandFailure.usage(
        "'back' matches several jobs: backup-home (1), backup-mail (2). Type more of the "
          + "name."
      )
    ) { try JobLookup.job(beginningWith: "back", among: jobs) }
  }
}

@Suite("The process of a job")
struct JobProcessTests {
  private func process(_ identifier: String) -> Subject {
    .app(Samples.app(identifier, .background), work: [], [], json: .object([]))
  }

  private func job(_ number: UInt64) -> Subject {
    .job(Samples.job(number, "backup", .running), [], json: .object([]))
  }

  @Test("is explained by its job, which is shown once")
  func jobOfProcess() {
    #expect(process("torpor.job.12").jobOfProcess == "12")
    #expect(process("com.example.mail").jobOfProcess == nil)
    #expect(job(12).jobOfProcess == nil)
    #expect(job(12).isSameJob(as: job(12)))
    #expect(!job(12).isSameJob(as: job(13)))
    #expect(!job(12).isSameJob(as: process("torpor.job.12")))
  }
}

@Suite("A subject that is nothing")
struct UnknownSubjectTests {
  @Test("is told once, with all the names that come near")
  func sentence() {
    let failure = SubjectLookup.nothing(
      named: "bakup",
      [
        .refused(.refused(.unknownApp(name: "bakup", similar: [AppIdentifier("run.backup")!]))),
        .refused(.refused(.unknownJob(name: "bakup", similar: ["backup"]))),
      ],
      tasks: ["com.example.task"]
    )
    #expect(
      failure
        == .failed(
          "There is no app, task or job 'bakup'. Did you mean 'run.backup' or 'backup'? `torpor ps` "
            + "lists all apps, `torpor jobs --all` all jobs."
        )
    )
  }

  @Test("hides no trouble of another kind")
  func trouble() {
    let lost = CommandFailure.connectionLost(path: "/x")
    #expect(SubjectLookup.nothing(named: "a", [lost], tasks: []) == lost)
  }
}
