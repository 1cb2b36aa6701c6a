package import TorporModel

/// The audio service: which apps play or record, and which interrupt others (§7.1).
package struct AudioService: Service {
  package internal(set) var sessions: AudioTable

  package init(_ sessions: AudioTable = AudioTable()) { self.sessions = sessions }

  /// No deadline: the service is notified of every change of what is heard.
  package var nextDeadline: Instant? { nil }
  /// No alarm: sound is made by processes, which sleep with the machine.
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  package mutating func handle(
    _ request: AudioRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = device.apps[slot: slot] else { return .done }
    switch request {
    case .activate(let session):
      // A process that is ending gets no session: it would never be deactivated.
      if record.process.isEnding { return .refused(.service(.audio(.notPermittedInBackground))) }
      if let error = obstacle(to: session, of: record, device) {
        return .refused(.service(.audio(error)))
      }
      activate(session, of: record.identifier, device, &out)
    case .deactivate(let notifiesOthers):
      deactivate(record.identifier, notifiesOthers: notifiesOthers, device, &out)
    }
    return .done
  }

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .app(.phaseChanged(let slot, let before, let after)):
      follow(slot: slot, from: before, to: after, device, &out)
    case .app(.removed(let app)):
      sessions.forget(app)
      // No later phase of the process would end them.
      endInterruptions(by: app, shouldResume: true, &out)
    case .app(.forceQuit), .app(.stateChanged), .app(.changed), .app(.processEnded): break
    case .device(.booted):
      if RelaunchRule.row(.audio, in: device.profile).endsWith(.restart) { sessions = AudioTable() }
    // A call, or an overlay on the screen, interrupts the sound of all apps (AU3).
    case .call(.began(let caller)):
      for other in sessions.active where other.app != caller {
        interrupt(other.app, by: nil, device, &out)
      }
    case .call(.ended): endInterruptions(by: nil, shouldResume: true, &out)
    case .sound(.reported(let slot)):
      if let app = device.apps.identifier(inSlot: slot) { soundChanged(of: app, device, &out) }
    case .sound(.activate(let session, let app)): activate(session, of: app, device, &out)
    case .sound(.deactivate(let app, let callback)):
      guard sessions.session(of: app) != nil else { return }
      out.call(app, callback)
      deactivate(app, notifiesOthers: true, device, &out)
    case .device(.daemonRestarted), .device(.watchedAgain), .device(.slept),
      .device(.clockChanged), .device(.unlocked), .device(.displayLit),
      .device(.conditionsChanged), .device(.surroundingsChanged), .device(.conditionsActedOn):
      break
    case .sound(.silent), .channel, .push, .notification, .memory, .location, .accessory,
      .bluetooth, .descriptor, .job, .work, .transfer, .consumption, .deadline:
      break
    }
  }

  // MARK: Sessions

  private mutating func activate(
    _ session: AudioSession,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    if !session.mixesWithOthers {
      // The last session that does not mix wins (AU3).
      for other in sessions.active where other.app != app && !other.session.mixesWithOthers {
        interrupt(other.app, by: app, device, &out)
      }
    }
    sessions.activate(session, of: app)
    soundChanged(of: app, device, &out)
    // Sessions that it interrupted may continue.
    if session.mixesWithOthers { endInterruptions(by: app, shouldResume: true, &out) }
  }

  /// Ends an app's session; those that it interrupted may continue.
  private mutating func deactivate(
    _ app: AppIdentifier,
    notifiesOthers: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    sessions.deactivate(app)
    soundChanged(of: app, device, &out)
    endInterruptions(by: app, shouldResume: notifiesOthers, &out)
  }

  /// Returns the obstacle to a session (AU2, AU3, AU6); `nil`: none.
  private func obstacle(
    to session: AudioSession,
    of record: AppRecord,
    _ device: DeviceState
  ) -> AudioError? {
    if session.category.records, !record.settings.allowsMicrophone { return .recordingNotPermitted }
    if device.isCallUnderWay(besides: record.identifier) { return .insufficientPriority }
    guard !record.process.isOnScreen else { return nil }
    guard record.manifest.backgroundModes.contains(.audio), session.category.continuesInBackground
    else { return .notPermittedInBackground }
    let othersPlay = sessions.active.contains {
      $0.app != record.identifier && !$0.session.mixesWithOthers
    }
    return othersPlay && !session.mixesWithOthers ? .cannotInterruptOthers : nil
  }

  // MARK: Interruptions

  private mutating func interrupt(
    _ app: AppIdentifier,
    by other: AppIdentifier?,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    sessions.interrupt(app, by: other)
    guard device.apps.slot(of: app) != nil else { return }
    out.call(app, .service(.audio(.interruptionBegan(.default))))
    soundChanged(of: app, device, &out)
  }

  /// Lets interrupted sessions continue; an app that was suspended meanwhile is woken for it, which is
  /// not guaranteed (AU4).
  private mutating func endInterruptions(
    by other: AppIdentifier?,
    shouldResume: Bool,
    _ out: inout Outbox
  ) {
    for app in sessions.takeInterrupted(by: other) {
      let ended = Callback.service(.audio(.interruptionEnded(shouldResume: shouldResume)))
      if shouldResume {
        out.callOrWake(app, for: PendingEvent(reason: .audio, callback: ended))
      } else {
        out.call(app, ended)
      }
    }
  }

  /// Handles a change in the sound server's report about the app, or in its session.
  private func soundChanged(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let slot = device.apps.slot(of: app) else { return }
    let category = sessions.session(of: app)?.category ?? .playback
    let isInterrupted = sessions.isInterrupted(app)
    let sound = device.apps.read(slot: slot) { record in
      // A program that is not Torpor-aware cannot declare a mode: playing sound is sufficient.
      let isDeclared = record.manifest.backgroundModes.contains(.audio) || !record.facts.speaks
      return (isPlaying: record.facts.isPlayingAudio, isDeclared: isDeclared)
    }
    guard let sound else { return }
    if sound.isPlaying, !isInterrupted, sound.isDeclared, category.continuesInBackground {
      out.hold(app, for: .audio)
    } else {
      out.release(app, from: .audio)
    }
    if !sound.isPlaying { out.post(.sound(.silent(app))) }
  }

  // MARK: What happens to apps

  private mutating func follow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let hasLeft = before == .onScreen && after == .background
    guard hasLeft || !sessions.isEmpty, let app = device.apps.identifier(inSlot: slot) else {
      return
    }
    switch after {
    case .dead:
      guard sessions.session(of: app) != nil || sessions.isInterrupted(app) else { return }
      sessions.deactivate(app)
      // An interrupted session may continue after a crash, in a new process (§10).
      let rule = RelaunchRule.row(.audio, in: device.profile)
      let cause = device.apps.read(slot: slot) { $0.causeOfAbsence(on: device.conditions) }
      if let cause, rule.endsWith(cause) { sessions.forget(app) }
      endInterruptions(by: app, shouldResume: true, &out)
    case .suspended:
      guard sessions.session(of: app) != nil else { return }
      // An app that is suspended has no active session (AU5, from iOS 10 on).
      if device.profile.tellsOfSuspendedAudio {
        sessions.suspend(app)
      } else {
        sessions.deactivate(app)
      }
      endInterruptions(by: app, shouldResume: true, &out)
    case .background where before == .onScreen: endUndeclaredSound(of: app, slot, device, &out)
    case .background, .onScreen:
      // A new process has no session that could continue.
      if before == .dead, sessions.isInterrupted(app) { sessions.forget(app) }
      guard before == .suspended, sessions.takeSuspended(app) else { return }
      out.callLater(app, .service(.audio(.interruptionBegan(.appWasSuspended))))
    }
  }

  /// Ends sound off screen if the app lacks the mode, or the category does not continue there (§7, AU2).
  private func endUndeclaredSound(
    of app: AppIdentifier,
    _ slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let session = sessions.session(of: app)
    let mayEnd = device.apps.read(slot: slot) { record in
      record.facts.speaks && !record.assertions.contains(.pushToTalk)
        && (record.facts.isPlayingAudio || session != nil)
    }
    guard mayEnd == true, let record = device.apps[slot: slot] else { return }
    let category = session?.category ?? .playback
    let isDeclared = record.manifest.backgroundModes.contains(.audio)
    guard !isDeclared || !category.continuesInBackground else { return }
    out.record(
      .endUse(.audio),
      of: app,
      launch: record.process.launch,
      because: [
        Condition(
          .notPermitted,
          holds: false,
          subject: isDeclared ? category.rawValue : BackgroundMode.audio.rawValue
        )
      ]
    )
  }

  package func brokenInvariants(on device: DeviceState) -> [String] {
    let active = sessions.active.map(\.app)
    let interrupted = sessions.interrupted.map(\.app)
    var broken = device.faults(
      in: active + interrupted + sessions.suspended,
      "has an audio session"
    )
    let alone = sessions.active.filter { !$0.session.mixesWithOthers }
    if alone.count > 1 {
      broken.append("\(alone.map(\.app)) are heard at a time, and none of them mixes")
    }
    for session in sessions.interrupted {
      guard let other = session.by, device.apps.slot(of: other) == nil else { continue }
      broken.append("\(session.app) gave way to \(other), which is not installed")
    }
    return broken
  }
}
