import TorporModel

// Push to talk (§7.4): the one channel of the device, who joins it, and who speaks on it.

extension Device {
  mutating func handle(
    _ request: PushToTalkRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    guard let record = apps[slot: slot] else { return .done }
    guard record.manifest.backgroundModes.contains(.pushToTalk) else {
      return .refused(.mode(.modeNotDeclared(.pushToTalk)))
    }
    switch request {
    case .join(let name, let token): return join(name, token, record, in: turn)
    case .leave(let name):
      guard isJoined(name, by: record) else { return refusal(.channelNotFound) }
      leaveChannel(in: &turn)
    case .setActiveParticipant(let participant, let name):
      guard isJoined(name, by: record) else { return refusal(.channelNotFound) }
      return setParticipant(participant, in: &turn)
    case .beginTransmitting(let name):
      guard isJoined(name, by: record) else { return refusal(.channelNotFound) }
      return beginTransmitting(record, in: &turn)
    case .stopTransmitting(let name):
      guard isJoined(name, by: record) else { return refusal(.channelNotFound) }
      guard channel?.state == .transmitting else { return refusal(.transmissionNotFound) }
      fallSilent(in: &turn)
    }
    return .done
  }

  private func refusal(_ error: PushToTalkError) -> Reply { .refused(.mode(.pushToTalk(error))) }

  private func isJoined(_ name: String, by record: AppRecord) -> Bool {
    channel?.app == record.identifier && channel?.name == name
  }

  // MARK: The channel

  private mutating func join(
    _ name: String,
    _ token: String,
    _ record: AppRecord,
    in turn: Turn
  ) -> Reply {
    guard profile.hasPushToTalk else { return refusal(.unknown) }
    if let channel, isJoined(name, by: record) { return .mode(.pushToken(channel.token)) }
    guard record.process.isOnScreen else { return refusal(.appNotForeground) }
    guard channel == nil else { return refusal(.channelLimitReached) }
    guard !isCallUnderWay() else { return refusal(.callActive) }
    channel = TalkChannel(
      app: record.identifier,
      name: name,
      token: token,
      knownTo: record.process.launch
    )
    return .mode(.pushToken(token))
  }

  /// The channel is left, and its token good for nothing.
  private mutating func leaveChannel(in turn: inout Turn) {
    fallSilent(in: &turn)
    channel = nil
  }

  /// The app has returned from a push of its channel: it has said who speaks, or the channel is left.
  mutating func returnedFromChannelPush(in turn: inout Turn) {
    guard let left = channel, !left.isAnswered else { return }
    leaveChannel(in: &turn)
    turn.record(
      .endUse(.channel),
      of: left.app,
      launch: apps[left.app]?.process.launch,
      because: [Condition(.speakerNotNamed, holds: false)]
    )
    tellChannelApp(left, .didLeave(channel: left.name), in: &turn)
  }

  /// The push of a channel that a request says was heard.
  func isReturnFromChannelPush(_ request: AppRequest, inSlot slot: Int) -> Bool {
    guard channel != nil, case .returned(let token) = request,
      let delivery = apps[slot: slot]?.callbacks.deliveries.first(where: { $0.token == token }),
      case .mode(.pushToTalk(.incomingPush)) = delivery.callback
    else { return false }
    return true
  }

  // MARK: Who speaks

  private mutating func setParticipant(_ participant: String?, in turn: inout Turn) -> Reply {
    guard let participant else {
      if case .receiving = channel?.state { fallSilent(in: &turn) }
      return .done
    }
    guard channel?.state != .transmitting else { return refusal(.transmissionInProgress) }
    let wasQuiet = channel?.state == .quiet
    channel?.state = .receiving(participant: participant)
    channel?.isAnswered = true
    if wasQuiet { speak(in: &turn) }
    return .done
  }

  private mutating func beginTransmitting(_ record: AppRecord, in turn: inout Turn) -> Reply {
    guard record.process.isOnScreen else { return refusal(.appNotForeground) }
    guard record.settings.allowsMicrophone else {
      return .refused(.mode(.audio(.recordingNotPermitted)))
    }
    guard !isCallUnderWay() else { return refusal(.callActive) }
    switch channel?.state {
    case .transmitting: return refusal(.transmissionInProgress)
    case .receiving: return refusal(.transmissionNotAllowed)
    case .quiet, nil: break
    }
    channel?.state = .transmitting
    channel?.isAnswered = true
    speak(in: &turn)
    return .done
  }

  /// Somebody speaks: the app runs, and the system activates its sound, but not over a call.
  private mutating func speak(in turn: inout Turn) {
    guard let channel, let slot = apps.slot(of: channel.app) else { return }
    update(slot: slot, in: &turn) { $0.assertions.set(.talk, true, at: $1.now) }
    guard !isCallUnderWay() else { return }
    activateSound(AudioSession(category: .playAndRecord), inSlot: slot, in: &turn)
    tellChannelApp(channel, .didActivateAudio(channel: channel.name), in: &turn)
  }

  /// Nobody speaks any more: nothing of the channel keeps the app running.
  private mutating func fallSilent(in turn: inout Turn) {
    guard let channel, channel.state != .quiet else { return }
    self.channel?.state = .quiet
    guard let slot = apps.slot(of: channel.app) else { return }
    if sounds.session(of: channel.app) != nil {
      tellChannelApp(channel, .didDeactivateAudio(channel: channel.name), in: &turn)
      deactivateSound(inSlot: slot, notifiesOthers: true, in: &turn)
    }
    update(slot: slot, in: &turn) { $0.assertions.set(.talk, false, at: $1.now) }
  }

  /// Tells the app of the channel, where it runs.
  private mutating func tellChannelApp(
    _ channel: TalkChannel,
    _ callback: PushToTalkCallback,
    in turn: inout Turn
  ) {
    update(channel.app, in: &turn) { record, turn in
      if record.isListening { record.call(.mode(.pushToTalk(callback)), in: &turn) }
    }
  }

  // MARK: What happens to apps

  mutating func talkFollows(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {
    guard let channel, let record = apps[slot: slot], record.identifier == channel.app else {
      return
    }
    switch after {
    case .dead:
      // What was said and heard ends with the process; the channel as the relaunch table says.
      self.channel?.state = .quiet
      self.channel?.isAnswered = false
      endChannel(after: record.causeOfAbsence(on: conditions))
    case .suspended:
      // The lines of an app in a channel are cut when nobody speaks; a push brings it back.
      dropDescriptors(of: record, because: nil, in: &turn)
    case .onScreen, .background:
      guard record.process.launch != channel.knownTo else { return }
      self.channel?.knownTo = record.process.launch
      let restored = PushToTalkCallback.didRestore(channel: channel.name)
      update(slot: slot, in: &turn) { $0.call(.mode(.pushToTalk(restored)), in: &$1) }
    }
  }

  /// Leaves the channel where the relaunch table ends it for that cause.
  private mutating func endChannel(after cause: RelaunchCause) {
    if RelaunchRule.row(.pushToTalk, in: profile).endsWith(cause) { channel = nil }
  }

  mutating func bootTalk(in turn: inout Turn) { endChannel(after: .restart) }

  mutating func forceQuitTalk(of app: AppIdentifier, in turn: inout Turn) {
    if channel?.app == app { endChannel(after: .forceQuit) }
  }

  mutating func removeTalk(of app: AppIdentifier, in turn: inout Turn) {
    if channel?.app == app { channel = nil }
  }
}

extension Device {
  /// Every rule of the channel that must hold between two inputs and does not, as sentences.
  func brokenTalkInvariants() -> [String] {
    var broken: [String] = []
    if let channel, apps.slot(of: channel.app) == nil {
      broken.append("the channel '\(channel.name)' is of \(channel.app), which is not installed")
    }
    for record in apps.records where record.assertions.contains(.talk) {
      guard channel?.app != record.identifier || channel?.state == .quiet else { continue }
      broken.append("\(record.identifier): runs for a channel on which nobody speaks")
    }
    return broken
  }
}
