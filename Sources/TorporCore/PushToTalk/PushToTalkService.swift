package import TorporModel

/// The push to talk service (§7.4): the device's one channel, its app, and its active participant.
package struct PushToTalkService: Service {
  /// The channel that the device has joined.
  package internal(set) var channel: PushToTalkChannel?

  package init(channel: PushToTalkChannel? = nil) { self.channel = channel }

  /// Nothing of a channel ends by time.
  package var nextDeadline: Instant? { nil }
  /// No participant speaks while the machine sleeps.
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  package mutating func handle(
    _ request: PushToTalkRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = device.apps[slot: slot] else { return .done }
    guard record.manifest.backgroundModes.contains(.pushToTalk) else {
      return .refused(.service(.modeNotDeclared(.pushToTalk)))
    }
    switch request {
    case .join(let name, let token): return join(name, token, record, device)
    case .leave(let name):
      guard isJoined(name, by: record) else { return refusal(.channelNotFound) }
      leaveChannel(&out)
    case .setActiveParticipant(let participant, let name):
      guard isJoined(name, by: record) else { return refusal(.channelNotFound) }
      // A process that ends hears no participant.
      if participant != nil, record.process.isEnding { return refusal(.channelNotFound) }
      return setParticipant(participant, device, &out)
    case .beginTransmitting(let name):
      guard isJoined(name, by: record) else { return refusal(.channelNotFound) }
      return beginTransmitting(record, device, &out)
    case .stopTransmitting(let name):
      guard isJoined(name, by: record) else { return refusal(.channelNotFound) }
      guard channel?.state == .transmitting else { return refusal(.transmissionNotFound) }
      fallSilent(&out)
    }
    return .done
  }

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard isJoined || event.isOfChannel else { return }
    switch event {
    case .app(.phaseChanged(let slot, _, let after)): follow(slot: slot, to: after, device, &out)
    case .app(.forceQuit(let app)):
      if channel?.app == app { endChannel(after: .forceQuit, device) }
    case .app(.removed(let app)):
      if channel?.app == app { channel = nil }
    case .device(.booted): endChannel(after: .restart, device)
    case .channel(.push(let push)): receive(push, device, &out)
    case .channel(.returned): returnedFromPush(device, &out)
    case .device(.daemonRestarted), .device(.watchedAgain), .device(.slept),
      .device(.clockChanged), .device(.unlocked), .device(.displayLit),
      .device(.conditionsChanged), .device(.surroundingsChanged), .device(.conditionsActedOn):
      break
    case .app(.stateChanged), .app(.changed), .app(.processEnded), .channel(.wentQuiet): break
    case .call, .sound, .push, .notification, .memory, .location, .accessory, .bluetooth,
      .descriptor, .job, .work, .transfer, .consumption, .deadline:
      break
    }
  }

  private func refusal(_ error: PushToTalkError) -> Reply { .refused(.service(.pushToTalk(error))) }

  private func isJoined(_ name: String, by record: AppRecord) -> Bool {
    channel?.app == record.identifier && channel?.name == name
  }

  // MARK: The channel

  private mutating func join(
    _ name: String,
    _ token: String,
    _ record: AppRecord,
    _ device: DeviceState
  ) -> Reply {
    guard device.profile.hasPushToTalk else { return refusal(.unknown) }
    if let channel, isJoined(name, by: record) { return .service(.pushToken(channel.token)) }
    guard record.process.isOnScreen else { return refusal(.appNotForeground) }
    guard channel == nil else { return refusal(.channelLimitReached) }
    guard !device.isCallUnderWay() else { return refusal(.callActive) }
    channel = PushToTalkChannel(
      app: record.identifier,
      name: name,
      token: token,
      knownTo: record.process.launch
    )
    return .service(.pushToken(token))
  }

  /// The channel is left, and its token good for nothing.
  private mutating func leaveChannel(_ out: inout Outbox) {
    fallSilent(&out)
    channel = nil
  }

  /// Handles the app's return from a push of its channel: it must have set a participant, or the channel is left.
  private mutating func returnedFromPush(_ device: DeviceState, _ out: inout Outbox) {
    guard let left = channel, !left.isAnswered else { return }
    leaveChannel(&out)
    out.record(
      .endUse(.channel),
      of: left.app,
      launch: device.apps.process(of: left.app)?.launch,
      because: [Condition(.activeParticipantNotSet, holds: false)]
    )
    out.call(left.app, .service(.pushToTalk(.didLeave(channel: left.name))))
  }

  /// Whether an app that returns from that has heard a push of the channel.
  func isReturn(from callback: Callback) -> Bool {
    if case .service(.pushToTalk(.incomingPush)) = callback { isJoined } else { false }
  }

  /// Whether there is a channel; asked at every event, and so without a copy of it.
  private var isJoined: Bool { if case .some = channel { true } else { false } }

  // MARK: Who speaks

  private mutating func setParticipant(
    _ participant: String?,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let participant else {
      if case .receiving = channel?.state { fallSilent(&out) }
      return .done
    }
    guard channel?.state != .transmitting else { return refusal(.transmissionInProgress) }
    let wasQuiet = channel?.state == .quiet
    channel?.state = .receiving(participant: participant)
    channel?.isAnswered = true
    if wasQuiet { speak(device, &out) }
    return .done
  }

  private mutating func beginTransmitting(
    _ record: AppRecord,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard record.process.isOnScreen else { return refusal(.appNotForeground) }
    guard record.settings.allowsMicrophone else {
      return .refused(.service(.audio(.recordingNotPermitted)))
    }
    guard !device.isCallUnderWay() else { return refusal(.callActive) }
    switch channel?.state {
    case .transmitting: return refusal(.transmissionInProgress)
    case .receiving: return refusal(.transmissionNotAllowed)
    case .quiet, nil: break
    }
    channel?.state = .transmitting
    channel?.isAnswered = true
    speak(device, &out)
    return .done
  }

  /// Handles that a participant speaks: the app runs, and the system activates its audio, except during a call.
  private func speak(_ device: DeviceState, _ out: inout Outbox) {
    guard let channel else { return }
    out.hold(channel.app, for: .pushToTalk)
    guard !device.isCallUnderWay() else { return }
    out.post(.sound(.activate(AudioSession(category: .playAndRecord), channel.app)))
    out.call(channel.app, .service(.pushToTalk(.didActivateAudio(channel: channel.name))))
  }

  /// No participant speaks any more: nothing of the channel keeps the app running.
  private mutating func fallSilent(_ out: inout Outbox) {
    guard let channel, channel.state != .quiet else { return }
    self.channel?.state = .quiet
    let ended = Callback.service(.pushToTalk(.didDeactivateAudio(channel: channel.name)))
    out.post(.sound(.deactivate(channel.app, telling: ended)))
    out.release(channel.app, from: .pushToTalk)
  }

  // MARK: What happens to apps

  private mutating func follow(
    slot: Int,
    to after: AppPhase,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let channel, device.apps.identifier(inSlot: slot) == channel.app else { return }
    switch after {
    case .dead:
      // What was said and heard ends with the process; the channel as the relaunch table says.
      self.channel?.state = .quiet
      self.channel?.isAnswered = false
      let cause = device.apps.read(slot: slot) { $0.causeOfAbsence(on: device.conditions) }
      if let cause { endChannel(after: cause, device) }
    case .suspended:
      // The lines of an app in a channel are cut when no participant speaks; a push brings it back.
      out.post(.channel(.wentQuiet(channel.app)))
    case .onScreen, .background:
      let launch = device.apps.process(inSlot: slot)?.launch
      guard launch != channel.knownTo else { return }
      self.channel?.knownTo = launch
      out.callLater(channel.app, .service(.pushToTalk(.didRestore(channel: channel.name))))
    }
  }

  /// Leaves the channel where the relaunch table ends it for that cause.
  private mutating func endChannel(after cause: RelaunchCause, _ device: DeviceState) {
    if RelaunchRule.row(.pushToTalk, in: device.profile).endsWith(cause) { channel = nil }
  }

  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken: [String] = []
    if let channel, device.apps.slot(of: channel.app) == nil {
      broken.append("the channel '\(channel.name)' is of \(channel.app), which is not installed")
    }
    for record in device.apps.records where record.assertions.contains(.pushToTalk) {
      guard channel?.app != record.identifier || channel?.state == .quiet else { continue }
      broken.append("\(record.identifier): runs for a channel on which no participant speaks")
    }
    return broken
  }
}

extension SystemEvent {
  /// Whether it concerns a device that has joined no channel.
  fileprivate var isOfChannel: Bool { if case .channel = self { true } else { false } }
}
