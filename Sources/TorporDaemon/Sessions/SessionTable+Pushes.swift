import TorporCore
import TorporModel
import TorporWire

// What is decided about pushes, for those who sent them.

extension SessionTable {
  /// Keeps what is decided about an app to which a push was sent in this turn.
  func noteForPushes(_ decision: Decision, _ entry: LedgerEntry?) {
    guard let app = decision.app, !sentPushes.isEmpty else { return }
    let logged = LoggedDecision(
      sequence: entry?.sequence ?? 0,
      wallMicroseconds: (entry?.wallNanoseconds ?? driver.wallNanoseconds()) / 1000,
      decision: decision
    )
    // What comes later, while the answer waits for its turn, has other causes.
    for index in sentPushes.indices where sentPushes[index].app == app {
      if sentPushes[index].isOfTurn { sentPushes[index].decisions.append(logged) }
    }
  }

  /// What was decided because of the push; its sender is told now.
  func takeDecisions(ofPush waiting: Waiting) -> [LoggedDecision] {
    let index = sentPushes.firstIndex {
      $0.waiting.connection == waiting.connection && $0.waiting.call == waiting.call
    }
    return index.map { sentPushes.remove(at: $0).decisions } ?? []
  }
}

/// A push whose sender waits to be told what became of it.
struct SentPush {
  let app: AppIdentifier
  let waiting: SessionTable.Waiting
  var decisions: [LoggedDecision] = []
  /// Whether the turn in which it was sent goes on.
  var isOfTurn = true
}
