import TorporModel

// Sounds: who plays or records, and who gives way to whom (§7.1).

extension Device {
  mutating func handle(
    _ request: AudioRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    guard let record = apps[slot: slot] else { return .done }
    switch request {
    case .activate(let session):
      if let error = obstacle(to: session, of: record) { return .refused(.mode(.audio(error))) }
      activateSound(session, inSlot: slot, in: &turn)
    case .deactivate(let notifiesOthers):
      deactivateSound(inSlot: slot, notifiesOthers: notifiesOthers, in: &turn)
    }
    return .done
  }

  /// Makes an app's session active, whoever asked.
  mutating func activateSound(_ session: AudioSession, inSlot slot: Int, in turn: inout Turn) {
    guard let app = apps.identifier(inSlot: slot) else { return }
    if !session.mixesWithOthers { interruptOthers(than: app, in: &turn) }
    sounds.activate(session, of: app)
    soundChanged(inSlot: slot, in: &turn)
    // Whoever gave way to it need not any more.
    if session.mixesWithOthers { endInterruptions(by: app, shouldResume: true, in: &turn) }
  }

  /// Ends an app's session; whoever gave way to it may go on.
  mutating func deactivateSound(
    inSlot slot: Int,
    notifiesOthers: Bool,
    in turn: inout Turn
  ) {
    guard let app = apps.identifier(inSlot: slot) else { return }
    sounds.deactivate(app)
    soundChanged(inSlot: slot, in: &turn)
    endInterruptions(by: app, shouldResume: notifiesOthers, in: &turn)
  }

  /// What stands in the way of a session (AU2, AU3, AU6); `nil`: nothing.
  private func obstacle(to session: AudioSession, of record: AppRecord) -> AudioError? {
    if session.category.records, !record.settings.allowsMicrophone { return .recordingNotPermitted }
    if isCallUnderWay(besides: record.identifier) { return .insufficientPriority }
    guard !record.process.isOnScreen else { return nil }
    guard record.manifest.backgroundModes.contains(.audio), session.category.continuesInBackground
    else { return .notPermittedInBackground }
    let othersPlay = sounds.active.contains {
      $0.app != record.identifier && !$0.session.mixesWithOthers
    }
    return othersPlay && !session.mixesWithOthers ? .cannotInterruptOthers : nil
  }

  /// The last that does not mix wins (AU3).
  private mutating func interruptOthers(than app: AppIdentifier, in turn: inout Turn) {
    for other in sounds.active where other.app != app && !other.session.mixesWithOthers {
      interrupt(other.app, by: app, in: &turn)
    }
  }

  private mutating func interrupt(
    _ app: AppIdentifier,
    by other: AppIdentifier?,
    in turn: inout Turn
  ) {
    sounds.interrupt(app, by: other)
    guard let slot = apps.slot(of: app) else { return }
    update(slot: slot, in: &turn) { record, turn in
      if record.isListening {
        record.call(.mode(.audio(.interruptionBegan(.default))), in: &turn)
      }
    }
    soundChanged(inSlot: slot, in: &turn)
  }

  /// Those who gave way may go on; whoever was suspended meanwhile is woken to hear it, which no rule
  /// promises (AU4).
  private mutating func endInterruptions(
    by other: AppIdentifier?,
    shouldResume: Bool,
    in turn: inout Turn
  ) {
    let device = surroundings(at: turn.now)
    for app in sounds.takeInterrupted(by: other) {
      let ended = Callback.mode(.audio(.interruptionEnded(shouldResume: shouldResume)))
      update(app, in: &turn) { record, turn in
        if record.isListening {
          record.call(ended, in: &turn)
        } else if shouldResume {
          record.wake(for: PendingEvent(reason: .audio, callback: ended), on: device, in: &turn)
        }
      }
    }
  }

  /// A call, or something over the screen, takes the sound of everybody (AU3).
  mutating func callBegan(by app: AppIdentifier?, in turn: inout Turn) {
    for other in sounds.active where other.app != app { interrupt(other.app, by: nil, in: &turn) }
  }

  mutating func callEnded(in turn: inout Turn) {
    endInterruptions(by: nil, shouldResume: true, in: &turn)
  }

  /// What the kernel's sound server says of the app, or its session, has changed.
  mutating func soundChanged(inSlot slot: Int, in turn: inout Turn) {
    guard let record = apps[slot: slot] else { return }
    let app = record.identifier
    let plays = record.facts.isPlayingAudio && !sounds.isInterrupted(app)
    let category = sounds.session(of: app)?.category ?? .playback
    // Whoever does not know of us cannot declare a mode: what is heard of it is enough.
    let isDeclared = record.manifest.backgroundModes.contains(.audio) || !record.facts.speaks
    let holds = plays && isDeclared && category.continuesInBackground
    update(slot: slot, in: &turn) { $0.assertions.set(.audio, holds, at: $1.now) }
    if !record.facts.isPlayingAudio { endCallIfOver(of: app, in: &turn) }
  }

  mutating func soundsFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {
    guard let app = apps.identifier(inSlot: slot) else { return }
    switch after {
    case .dead:
      guard sounds.session(of: app) != nil || sounds.isInterrupted(app) else { return }
      sounds.deactivate(app)
      // What gave way to others may go on after a crash, and in a new process (§10).
      let rule = RelaunchRule.row(.audio, in: profile)
      let cause = apps.read(slot: slot) { $0.causeOfAbsence(on: conditions) }
      if let cause, rule.endsWith(cause) { sounds.forget(app) }
      endInterruptions(by: app, shouldResume: true, in: &turn)
    case .suspended:
      guard sounds.session(of: app) != nil else { return }
      // An app that is suspended has no active session (AU5, from iOS 10 on).
      if profile.tellsOfSuspendedAudio { sounds.suspend(app) } else { sounds.deactivate(app) }
      endInterruptions(by: app, shouldResume: true, in: &turn)
    case .background where before == .onScreen: endUndeclaredSound(inSlot: slot, in: &turn)
    case .background, .onScreen:
      // A new process has no session that could go on.
      if before == .dead, sounds.isInterrupted(app) { sounds.forget(app) }
      guard before == .suspended, sounds.takeSuspended(app) else { return }
      update(slot: slot, in: &turn) {
        $0.call(.mode(.audio(.interruptionBegan(.appWasSuspended))), in: &$1)
      }
    }
  }

  /// Sound that the app has no mode for, or whose category ends there, ends with the screen (§7, AU2).
  private mutating func endUndeclaredSound(inSlot slot: Int, in turn: inout Turn) {
    let sounds = sounds
    let mayEnd = apps.read(slot: slot) { record in
      record.facts.speaks && !record.assertions.contains(.talk)
        && (record.facts.isPlayingAudio || sounds.session(of: record.identifier) != nil)
    }
    guard mayEnd == true, let record = apps[slot: slot] else { return }
    let category = sounds.session(of: record.identifier)?.category ?? .playback
    let isDeclared = record.manifest.backgroundModes.contains(.audio)
    guard !isDeclared || !category.continuesInBackground else { return }
    turn.record(
      .endUse(.audio),
      of: record.identifier,
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

  mutating func bootSounds(in turn: inout Turn) {
    if RelaunchRule.row(.audio, in: profile).endsWith(.restart) { sounds = AudioTable() }
  }

  mutating func removeSounds(of app: AppIdentifier, in turn: inout Turn) { sounds.forget(app) }
}
