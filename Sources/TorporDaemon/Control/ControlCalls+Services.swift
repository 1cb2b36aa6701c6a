import TorporCore
import TorporModel
import TorporWire

// Pushes, notifications, places and accessories.

extension ControlCalls {
  /// A push from a user to an app of theirs; answered after the turn that decides about it.
  func push(_ call: Incoming<Control.Push>) throws(WireError) -> [Submission] {
    let app = try resolve(call.app)
    let payload: PushPayload
    do throws(PushPayloadMistake) {
      payload = try call.call.readPayload()
    } catch {
      throw .invalidParameter(parameter: "payload")
    }
    let push = Push(
      to: app,
      payload,
      kind: call.kind,
      priority: call.priority,
      collapseIdentifier: call.collapseIdentifier,
      lifetime: call.lifetime
    )
    let (table, waiting) = (table, waiting(call))
    table.sentPushes.append(SentPush(app: app, waiting: waiting))
    _ = ask(call) {
      Control.Push.Reply(
        app: app,
        isVisible: push.isVisible,
        decisions: table.takeDecisions(ofPush: waiting)
      )
    }
    return [Submission(.device(event: .push(push)))]
  }

  /// A page of the notifications of the apps that the peer may see.
  func listNotifications(_ call: Incoming<Control.ListNotifications>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let app = try resolve(call.app)
      let rest = rows(of: app.map { [$0] } ?? visibleApps).dropFirst(call.after)
      let page = NotificationRow.page(of: rest)
      let hasMore = rest.dropFirst(page.count).first { _ in true } != nil
      return Control.ListNotifications.Reply(
        notifications: page,
        next: hasMore ? call.after + page.count : nil
      )
    }
  }

  private var visibleApps: [AppIdentifier] {
    driver.device.apps.records.map(\.identifier).filter(permission.covers).sorted {
      $0.text < $1.text
    }
  }

  private func rows(of apps: [AppIdentifier]) -> some Sequence<NotificationRow> {
    let (device, board) = (driver.device, table.bridges.board)
    return apps.lazy.flatMap { app -> [NotificationRow] in
      guard let own = device.notifications[app] else { return [] }
      let pending = own.pending.map {
        NotificationRow(app: app, isDelivered: false, due: $0.due, notification: $0.notification)
      }
      let delivered = own.delivered.map {
        NotificationRow(
          app: app,
          isDelivered: true,
          isShown: board.isShown(
            NotificationKey(app: app, identifier: $0.notification.identifier)
          ),
          notification: $0.notification
        )
      }
      return pending + delivered
    }
  }

  func respond(_ call: Incoming<Control.Respond>) throws(WireError) -> [Submission] {
    act(.respond(app: try resolve(call.app), call.call.response), call)
  }

  /// A developer says where the device is.
  func locate(_ call: Incoming<Control.Locate>) -> [Submission] {
    let location = Location(
      coordinate: Coordinate(latitude: call.latitude, longitude: call.longitude),
      horizontalAccuracyMetres: call.accuracyMetres,
      at: driver.now()
    )
    // The fix is handled in the turn.
    return ask(call) { NoReply() } + [Submission(.device(event: .location(location)))]
  }

  // MARK: The switcher

  func listSwitcher(_ call: Incoming<Control.ListSwitcher>) -> [Submission] {
    ask(call) { Control.ListSwitcher.Reply(cards: cards) }
  }

  /// What runs, and what has ended and has a picture; of two that were never on screen the first by name.
  private var cards: [SwitcherCard] {
    let device = driver.device
    return visibleApps.compactMap { app -> SwitcherCard? in
      guard let record = device.apps[app], record.showsInSwitcher else { return nil }
      let snapshot =
        driver.ownSnapshot(of: app).map {
          AppSnapshotFile(path: $0.path, takenWallMicroseconds: $0.wallMicroseconds, isOwn: true)
        } ?? table.bridges.snapshot(of: app)
      let state = record.process.applicationState
      guard state != .notRunning || snapshot != nil else { return nil }
      return SwitcherCard(
        app: app,
        name: record.manifest.name,
        state: state,
        lastOnScreen: record.usage.lastOnScreen,
        snapshot: snapshot
      )
    }
    .sorted { one, other in
      let moments = [one, other].map {
        $0.state.isForeground ? device.now : $0.lastOnScreen ?? .zero
      }
      return moments[0] == moments[1] ? one.app < other.app : moments[0] > moments[1]
    }
  }

  // MARK: Calls and accessories

  func endCall(_ call: Incoming<Control.EndCall>) throws(WireError) -> [Submission] {
    let app = try resolve(call.app)
    let request = request(call) { (reply) throws(WireError) in
      guard case .service(.callEnded(let hadCall)) = try reply.accepted() else {
        return Control.EndCall.Reply(hadCall: false)
      }
      return Control.EndCall.Reply(hadCall: hadCall)
    }
    return [Submission(.user(action: .endCall(app: app), id: request))]
  }

  func listAccessories(_ call: Incoming<Control.ListAccessories>) -> [Submission] {
    ask(call) { Control.ListAccessories.Reply(accessories: driver.device.accessories) }
  }

  func connectAccessory(_ call: Incoming<Control.ConnectAccessory>) -> [Submission] {
    act(.connectAccessory(call.accessory), call)
  }

  func disconnectAccessory(_ call: Incoming<Control.DisconnectAccessory>) -> [Submission] {
    act(.disconnectAccessory(accessory: call.name), call)
  }
}
