package import TorporModel

// VoIP pushes and the calls that they announce (§6.5), and what apps ask of the push service.

extension Device {
  mutating func handle(
    _ request: PushRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    guard let record = apps[slot: slot] else { return .done }
    let app = record.identifier
    switch request {
    case .register(let kind, let candidate):
      if kind == .voIP, !record.manifest.backgroundModes.contains(.voip) {
        return .refused(.mode(.modeNotDeclared(.voip)))
      }
      let token = record.pushes.token(kind) ?? candidate
      changePushes(of: app) { $0.setToken(token, kind) }
      return .mode(.pushToken(token))
    case .unregister(let kind):
      unregister(kind, of: app, in: &turn)
      return .done
    case .reportCall: return reportCall(by: app, in: &turn)
    case .endCall: return endCall(of: app, in: &turn)
    }
  }

  // MARK: Calls

  /// Hands a VoIP push over at once, to a dead app, too, and after a force-quit (PK1).
  mutating func ring(_ push: Push, in turn: inout Turn) {
    guard let record = apps[push.app] else { return }
    guard record.pushes.unreportedCalls < AppPushes.unreportedCallsMax else {
      return turn.record(
        .wake(.voipPush),
        of: push.app,
        verdict: .denied,
        because: [
          Condition(.callsNotReported, holds: false, subject: "\(record.pushes.unreportedCalls)")
        ]
      )
    }
    guard profile.hasVoIPPushes else {
      return drop(push, because: .notLaunchedForThis, WakeReason.voipPush.rawValue, in: &turn)
    }
    let device = surroundings(at: turn.now)
    let duty = profile.callDuty
    update(push.app, in: &turn) { record, turn in
      let mustReport =
        switch duty {
        case .none: false
        case .always: true
        case .unlessAtHand: !record.process.isOnScreen && record.pushes.call == nil
        }
      record.pushes.hasReported = false
      let callback = ModeCallback.didReceiveIncomingPush(
        payload: push.payload,
        mustReport: mustReport
      )
      record.wake(
        for: PendingEvent(reason: .voipPush, callback: .mode(callback)),
        on: device,
        in: &turn
      )
    }
  }

  private mutating func reportCall(by app: AppIdentifier, in turn: inout Turn) -> Reply {
    guard let record = apps[app] else { return .done }
    guard record.manifest.backgroundModes.contains(.voip) else {
      return .refused(.mode(.modeNotDeclared(.voip)))
    }
    let call = AppPushes.Call(since: turn.now, ringsUntil: turn.now + AppPushes.ringTime)
    pushes.wait(app)
    update(app, in: &turn) { record, turn in
      record.pushes.hasReported = true
      record.pushes.unreportedCalls = 0
      if record.pushes.call == nil { record.pushes.call = call }
      record.assertions.set(.call, true, at: turn.now, until: call.ringsUntil)
    }
    callBegan(by: app, in: &turn)
    reviewPushes(in: &turn)
    return .done
  }

  /// The user ends the call that is under way, or the app does.
  mutating func endCall(of app: AppIdentifier, in turn: inout Turn) -> Reply {
    guard apps[app]?.pushes.call != nil else { return .done }
    update(app, in: &turn) { record, turn in
      record.pushes.call = nil
      record.assertions.set(.call, false, at: turn.now)
    }
    if apps[app]?.pushes.held == nil { pushes.drop(waiting: app) }
    callEnded(in: &turn)
    return .done
  }

  /// A call of which nothing is heard ends when it has rung for long enough.
  mutating func endCallIfOver(of app: AppIdentifier, in turn: inout Turn) {
    guard let record = apps[app], let call = record.pushes.call, call.ringsUntil <= turn.now,
      !record.facts.isPlayingAudio
    else { return }
    _ = endCall(of: app, in: &turn)
  }

  /// Whether the app has reported a call that is not over.
  func hasCall(_ app: AppIdentifier) -> Bool {
    apps.slot(of: app).flatMap { apps.read(slot: $0) { $0.pushes.call != nil } } ?? false
  }

  /// Whether a call outranks what the app would do: another app's, or the banner over the screen, which
  /// is that of its own call where it has one.
  func isCallUnderWay(besides app: AppIdentifier? = nil) -> Bool {
    let isOwn = app.map(hasCall) ?? false
    return screen.isInterrupted && !isOwn
      || pushes.waiting.contains { $0 != app && hasCall($0) }
  }
}

extension AppRecord {
  /// The app has returned from a VoIP push: it has reported a call, or is ended (PK2).
  mutating func returnedFromIncomingPush(mustReport: Bool, in turn: inout Turn) {
    guard mustReport, !pushes.hasReported else { return }
    pushes.unreportedCalls += 1
    guard standing.exemption == nil else { return }
    kill(
      .code(.unreportedCall),
      in: &turn,
      because: [Condition(.callsNotReported, holds: false, subject: "\(pushes.unreportedCalls)")]
    )
  }
}

extension AppPushes {
  package func token(_ kind: PushTokenKind) -> String? {
    switch kind {
    case .remote: remoteToken
    case .voIP: voIPToken
    }
  }

  mutating func setToken(_ token: String?, _ kind: PushTokenKind) {
    switch kind {
    case .remote: remoteToken = token
    case .voIP: voIPToken = token
    }
  }
}

/// When an app must report a call for a VoIP push (§6.5).
package enum CallDuty: String, Hashable, Sendable, Codable {
  /// Before iOS 13.
  case none
  /// From iOS 13 on (PK2).
  case always
  /// Not where the app is on screen or in a call already (PK3).
  case unlessAtHand
}
