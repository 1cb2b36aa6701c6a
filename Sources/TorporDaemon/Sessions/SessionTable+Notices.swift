import TorporCore
import TorporModel
import TorporWire

// What people ask about pushes, notifications and places.

extension SessionTable {
  /// A push that somebody sends to an app of theirs; answered after the turn that decides about it.
  func push(
    _ wish: PushSubmission,
    _ permission: Permission,
    _ waiting: Waiting
  ) throws(WireError) -> [Submission] {
    let app = try resolve(wish.app, permission)
    sentPushes.append(SentPush(app: app, waiting: waiting))
    ask(.push(wish), waiting)
    let payload = wish.payload
    let push = Push(
      app: app,
      payload: payload.text,
      isVisible: wish.kind != .voip && payload.alert != nil,
      hasContent: payload.hasContent,
      kind: wish.kind,
      priority: wish.priority ?? (wish.kind.isAtOnce ? .immediate : nil),
      collapseIdentifier: wish.collapseIdentifier,
      lifetime: wish.lifetime.map { min($0, PushSubmission.lifetimeMax) },
      // It is here already.
      needsNetwork: false,
      alert: payload.alert,
      isServiceUpdate: payload.isServiceUpdate
    )
    return [Submission(.device(event: .push(push)))]
  }

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

  func answerPush(_ wish: PushSubmission, _ waiting: Waiting) {
    let index = sentPushes.firstIndex {
      $0.waiting.connection == waiting.connection && $0.waiting.call == waiting.call
    }
    guard let index else { return }
    let push = sentPushes.remove(at: index)
    let isVisible = wish.kind != .voip && wish.payload.alert != nil
    answer(.pushed(app: push.app, isVisible: isVisible, push.decisions), waiting)
  }

  /// A developer says where the device is.
  func locate(_ fix: FixSubmission) -> Submission {
    let location = Location(
      coordinate: fix.coordinate,
      horizontalAccuracyMetres: fix.accuracyMetres,
      at: driver.now()
    )
    return Submission(.device(event: .location(location)))
  }

  /// A page of the notifications of the apps that the peer may see.
  func notifications(
    _ query: NotificationQuery,
    _ permission: Permission
  ) throws(WireError) -> ControlResult {
    let device = driver.device
    var apps: [AppIdentifier] = []
    if let name = query.app {
      apps = [try resolve(name, permission)]
    } else {
      apps = device.apps.records.map(\.identifier).filter(permission.covers).sorted {
        $0.text < $1.text
      }
    }
    let board = bridges.board
    let rows = apps.lazy.flatMap { app in
      device.scheduledNotifications(of: app).map {
        NotificationRow(app: app, isDelivered: false, due: $0.due, notification: $0.notification)
      }
        + device.deliveredNotifications(of: app).map {
          NotificationRow(
            app: app,
            isDelivered: true,
            isShown: board.isShown(NotificationKey(app: app, identifier: $0.identifier)),
            notification: $0
          )
        }
    }
    let rest = rows.dropFirst(query.after)
    let page = NotificationRow.page(of: rest)
    let end = query.after + page.count
    let hasMore = rest.dropFirst(page.count).first { _ in true } != nil
    return .notifications(page, next: hasMore ? end : nil)
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
