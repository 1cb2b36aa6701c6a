import TorporModel

// Pushes of channels (§7.4): who speaks, and news of the service.

extension PushToTalkService {
  /// Delivers a push to the app that joined the channel; no other app has a token.
  mutating func receive(_ push: Push, _ device: DeviceState, _ out: inout Outbox) {
    guard let channel, channel.app == push.app else {
      let lacks = Condition(.channelNotJoined, holds: false)
      return deny(push, because: lacks, device, &out)
    }
    if push.isServiceUpdate { return takeUpdate(push, of: channel, device, &out) }
    if channel.state == .quiet { self.channel?.isAnswered = false }
    let callback = PushToTalkCallback.incomingPush(channel: channel.name, payload: push.payload)
    run(for: callback, channel, device, &out)
  }

  /// News of the service: of high priority only so many in an hour.
  private mutating func takeUpdate(
    _ push: Push,
    of channel: PushToTalkChannel,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let isUrgent = push.priority == .immediate
    if isUrgent {
      let limit = channel.urgentUpdateLimit(at: device.now)
      guard limit.holds else { return deny(push, because: limit, device, &out) }
      self.channel?.noteUrgentUpdate(at: device.now)
    }
    let callback = PushToTalkCallback.serviceUpdate(
      channel: channel.name,
      payload: push.payload,
      isHighPriority: isUrgent,
      remaining: self.channel?.urgentUpdatesLeft(at: device.now) ?? 0
    )
    run(for: callback, channel, device, &out)
  }

  private func deny(
    _ push: Push,
    because condition: Condition,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    out.record(
      .wake(.pushToTalk),
      of: push.app,
      launch: device.apps.process(of: push.app)?.launch,
      verdict: .denied,
      because: [condition]
    )
  }

  /// Runs the app; a process that is launched for it hears first that its channel is restored.
  private mutating func run(
    for callback: PushToTalkCallback,
    _ channel: PushToTalkChannel,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let slot = device.apps.slot(of: channel.app) else { return }
    let conditionContext = device.conditionContext
    let isLaunched = device.apps.read(slot: slot) { record in
      record.process.launch == nil
        && record.unmetConditions(to: .pushToTalk, on: conditionContext).isEmpty
    }
    var callbacks = [callback]
    if isLaunched == true {
      self.channel?.knownTo = device.counters.nextLaunch
      callbacks.insert(.didRestore(channel: channel.name), at: 0)
    }
    let events = callbacks.map {
      PendingEvent(reason: .pushToTalk, callback: .service(.pushToTalk($0)))
    }
    out.wake(channel.app, for: events)
  }
}
