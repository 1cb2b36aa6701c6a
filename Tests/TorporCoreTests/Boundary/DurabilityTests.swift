import Testing
import TorporModel

@testable import TorporCore

@Suite("What the journal owes an input")
struct DurabilityTests {
  private static let app = AppIdentifier("com.example.mail")!

  private static func ask(_ request: AppRequest) -> Input {
    .app(launch: LaunchIdentifier(rawValue: 1), request: request, id: nil)
  }

  private static let cases: [(Input, Durability)] = [
    (.user(action: .uninstall(app: app), id: nil), .lasting),
    (.user(action: .change(setting: .lowPowerMode(true)), id: nil), .lasting),
    (.user(action: .open(app: app), id: nil), .replayed),
    (ask(.submitTask(TaskRequest(identifier: "a", kind: .appRefresh))), .lasting),
    (ask(.cancelTaskRequest(identifier: "a")), .lasting),
    (ask(.setFetchInterval(.minimum)), .lasting),
    (ask(.beginBackgroundTask(name: nil, hasExpirationHandler: true, key: nil)), .promised),
    (ask(.backgroundTimeRemaining), .replayed),
    (ask(.service(.location(.startMonitoringVisits))), .lasting),
    (ask(.service(.location(.startUpdating(LocationSession())))), .replayed),
    (ask(.service(.descriptor(.watch(name: "line", purpose: .voIP)))), .lasting),
    (ask(.service(.descriptor(.watch(name: "line", purpose: .other)))), .replayed),
    (
      .device(event: .push(Push(app: app, payload: "{}", isVisible: true, hasContent: false))),
      .lastingFact
    ),
    (.device(event: .userIdle(since: nil)), .replayed),
    (.device(event: .hearsInput(true)), .replayed), (.device(event: .windows([])), .replayed),
    (.device(event: .interruption(by: .sleep, begins: true)), .replayed),
    (.process(launch: LaunchIdentifier(rawValue: 1), event: .started), .replayed),
    (.timerFired, .replayed),
  ]

  @Test("is to sync what outlives a loss of power, and to refuse what it cannot promise")
  func inputs() {
    for (input, durability) in Self.cases {
      #expect(input.durability == durability, "\(input)")
    }
  }

  @Test("is to keep reports of transfers back until they are saved, and to sync final ones")
  func transfers() {
    #expect(Input.transfers([]).durability.whileUnsaved == .postponed)
    #expect(!Input.transfers([]).durability.isSynced)
  }

  private func decision(
    _ action: Decision.Action,
    _ verdict: Decision.Verdict = .done
  ) -> Decision {
    Decision(at: .zero, app: Self.app, launch: nil, action: action, verdict: verdict, because: [])
  }

  @Test("is to sync the decisions that may not be made twice, once they are made")
  func decisions() {
    let refresh = Activity.task(identifier: "a")
    #expect(decision(.run(refresh)).isSynced)
    #expect(!decision(.run(refresh), .waiting).isSynced)
    #expect(decision(.show(notification: "tea")).isSynced)
    #expect(decision(.wake(.significantLocation)).isSynced)
    #expect(!decision(.wake(.accessory)).isSynced)
    #expect(!decision(.freeze).isSynced)
  }
}
