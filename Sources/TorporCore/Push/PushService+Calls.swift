package import TorporModel

// VoIP pushes and the calls that they announce (§6.5).

extension PushService {
  /// Delivers a VoIP push at once, also to an app that is not running, and after a force-quit (PK1).
  mutating func ring(_ push: Push, _ device: DeviceState, _ out: inout Outbox) {
    let own = self[push.app]
    let obstacle =
      own.unreportedCalls < AppPushes.unreportedCallsMax
      ? device.profile.missing(for: .voipPush)?.condition
      : Condition(.callsNotReported, holds: false, subject: "\(own.unreportedCalls)")
    if let obstacle {
      note(.denied, of: push, because: [obstacle], device)
      return out.record(.wake(.voipPush), of: push.app, verdict: .denied, because: [obstacle])
    }
    note(.delivered, of: push, device)
    let mustReport =
      switch device.profile.callDuty {
      case .none: false
      case .always: true
      case .unlessAtHand:
        device.apps.process(of: push.app)?.isOnScreen != true && own.call == nil
      }
    update(push.app) { $0.hasReported = false }
    let callback = ServiceCallback.didReceiveIncomingPush(
      payload: push.payload,
      mustReport: mustReport
    )
    out.wake(push.app, for: PendingEvent(reason: .voipPush, callback: .service(callback)))
  }

  mutating func callReported(
    by app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let call = AppPushes.Call(since: device.now, ringsUntil: device.now + AppPushes.ringTime)
    table.wait(app)
    update(app) { own in
      own.hasReported = true
      own.unreportedCalls = 0
      if own.call == nil { own.call = call }
    }
    out.hold(app, for: .call, until: call.ringsUntil)
    out.post(.call(.began(by: app)))
    out.post(.push(.review))
  }

  /// Ends the call in progress, by the user or by the app.
  mutating func endCall(of app: AppIdentifier, _ out: inout Outbox) {
    let own = self[app]
    guard own.call != nil else { return }
    update(app) { $0.call = nil }
    out.release(app, from: .call)
    if own.held == nil { table.drop(waiting: app) }
    out.post(.call(.ended))
  }

  /// Ends a call without sound that has rung for long enough.
  mutating func endCallIfOver(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let call = apps.read(app, { $0.call }) ?? nil, call.ringsUntil <= device.now,
      let slot = device.apps.slot(of: app),
      device.apps.read(slot: slot, { $0.facts.isPlayingAudio }) == false
    else { return }
    endCall(of: app, &out)
  }

  /// Handles an app's return from a VoIP push, before anything else; returns the number of consecutive
  /// unreported calls, including this one; `nil`: none was required, or it was reported.
  mutating func unreportedCalls(
    atReturnFrom callback: Callback,
    _ slot: Int,
    _ apps: borrowing AppTable
  ) -> Int? {
    guard case .service(.didReceiveIncomingPush(_, mustReport: true)) = callback,
      let app = apps.identifier(inSlot: slot), !self[app].hasReported
    else { return nil }
    update(app) { $0.unreportedCalls += 1 }
    return self[app].unreportedCalls
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
package enum CallDuty: String, Hashable, Sendable {
  /// Before iOS 13.
  case none
  /// From iOS 13 on (PK2).
  case always
  /// Not where the app is on screen or in a call already (PK3).
  case unlessAtHand
}
