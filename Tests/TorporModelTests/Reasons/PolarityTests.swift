import Testing
import TorporModel

@Suite("A condition in words")
struct PolarityTests {
  /// What conditions are looked at for; an end names what led to it instead.
  private static let actions: [Decision.Action] = [
    .run(.fetch), .launch(.foreground), .launch(.background(.silentPush)), .freeze, .thaw,
    .wake(.silentPush), .submit(.fetch), .show(notification: "n"), .pageOut, .readBack,
    .beginTask(task: BackgroundTaskIdentifier(rawValue: 1), name: nil),
  ]

  @Test("never reads the same whether it holds or not", arguments: Reason.allCases)
  func polarity(reason: Reason) {
    for subject in [nil, "upload"] {
      for action in Self.actions {
        let holds = Condition(reason, holds: true, subject: subject).phrase(for: action)
        let fails = Condition(reason, holds: false, subject: subject).phrase(for: action)
        #expect(holds != fails, "\(reason) for \(action)")
      }
    }
  }

  @Test("that led to an end says what happened, and in a list that all is well")
  func causes() {
    let short = Condition(.memoryPressure)
    #expect(short.phrase(for: .end(.jetsam)) == "memory is short")
    #expect(short.phrase(for: .run(.fetch)) == "enough memory is free")
    let removed = Condition(.forceQuit)
    #expect(removed.phrase(for: .cancel(.fetch)) == "the user removed it from the app switcher")
    #expect(
      removed.phrase(for: .run(.fetch)) == "the user has not removed it from the app switcher"
    )
  }
}

@Suite("A job that is stopped or paused because a condition was lost")
struct LostConditionTests {
  private let job = Activity.job(JobIdentifier(rawValue: 2))
  private let app = AppIdentifier("torpor.job.2")
  private let launch = LaunchIdentifier(rawValue: 7)

  private func decision(
    _ action: Decision.Action,
    _ condition: Condition,
    _ verdict: Decision.Verdict = .done
  ) -> String {
    Decision(
      at: .zero,
      app: app,
      launch: launch,
      action: action,
      verdict: verdict,
      because: [condition]
    ).sentence()
  }

  @Test("did not fail")
  func stopped() {
    #expect(
      decision(
        .finish(job, .failure),
        Condition(.conditionLost, holds: false, subject: "externalPower")
      ) == "stopped job 2, which will run again: external power was lost"
    )
    #expect(
      decision(.finish(job, .failure), Condition(.endedByItself, subject: "status 3"))
        == "job 2 failed: it ended by itself (status 3)"
    )
  }

  @Test("is said to be paused, and its process frozen because of it")
  func paused() {
    #expect(
      decision(.run(job), Condition(.externalPower, holds: false), .waiting)
        == "paused job 2: the device is not on external power"
    )
    #expect(decision(.freeze, Condition(.job, holds: false)) == "froze job 2: its job is paused")
  }
}
