import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("What was decided about a subject")
struct DecisionHistoryTests {
  @Test("has the last sleep of the machine between two decisions, none before the first")
  func sleeps() {
    let actions: [Decision.Action] = [
      .sleep(.seconds(1)), .install, .freeze, .sleep(.seconds(2)), .warnOfMemory,
      .sleep(.seconds(3)), .thaw, .sleep(.seconds(4)),
    ]
    let told = LoggedDecision.history(in: actions) { action in
      Decision(at: .zero, app: nil, action: action, because: [])
    } where: {
      !$0.isSleep && $0.action != .warnOfMemory
    }
    #expect(told == [.install, .freeze, .sleep(.seconds(3)), .thaw, .sleep(.seconds(4))])
  }
}
