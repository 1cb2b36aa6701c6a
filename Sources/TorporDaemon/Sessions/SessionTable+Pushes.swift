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

extension Push {
  /// A push that is here, whatever brought it; a program of the user, or the link to a gateway.
  init(
    to app: AppIdentifier,
    _ payload: PushPayload,
    kind: PushKind?,
    priority: PushPriority?,
    collapseIdentifier: String?,
    lifetime: Duration?,
    identifier: String? = nil,
    sentWallMicroseconds: Int64? = nil
  ) {
    self.init(
      app: app,
      payload: payload.text,
      isVisible: kind != .voip && payload.alert != nil,
      hasContent: payload.hasContent,
      kind: kind,
      priority: priority ?? (kind.isAtOnce ? .immediate : nil),
      collapseIdentifier: collapseIdentifier,
      lifetime: lifetime.map { min($0, Control.Push.lifetimeMax) },
      // It is here already.
      needsNetwork: false,
      alert: payload.alert,
      isServiceUpdate: payload.isServiceUpdate,
      identifier: identifier,
      sentWallMicroseconds: sentWallMicroseconds
    )
  }
}

extension PushKind? {
  /// Whether a push of the kind is urgent where its sender does not say.
  fileprivate var isAtOnce: Bool {
    switch self {
    case .voip, .pushToTalk: true
    case .alert, .background, nil: false
    }
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
