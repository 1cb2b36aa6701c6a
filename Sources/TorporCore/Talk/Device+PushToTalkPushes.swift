import TorporModel

// Pushes of channels (§7.4): who speaks, and news of the service.

extension Device {
  /// Hands a push to the app whose channel is joined; nobody else has a token.
  mutating func receive(onChannel push: Push, in turn: inout Turn) {
    guard let channel, channel.app == push.app else {
      return turn.record(
        .wake(.pushToTalk),
        of: push.app,
        launch: apps[push.app]?.process.launch,
        verdict: .denied,
        because: [Condition(.channelNotJoined, holds: false)]
      )
    }
    if push.isServiceUpdate { return takeUpdate(push, of: channel, in: &turn) }
    if channel.state == .quiet { self.channel?.isAnswered = false }
    run(for: .incomingPush(channel: channel.name, payload: push.payload), channel, in: &turn)
  }

  /// News of the service: of high priority only so many in an hour.
  private mutating func takeUpdate(
    _ push: Push,
    of channel: TalkChannel,
    in turn: inout Turn
  ) {
    let isUrgent = push.priority == .immediate
    if isUrgent {
      let limit = channel.urgentUpdateLimit(at: turn.now)
      guard limit.holds else {
        return turn.record(
          .wake(.pushToTalk),
          of: push.app,
          launch: apps[push.app]?.process.launch,
          verdict: .denied,
          because: [limit]
        )
      }
      self.channel?.noteUrgentUpdate(at: turn.now)
    }
    let callback = PushToTalkCallback.serviceUpdate(
      channel: channel.name,
      payload: push.payload,
      isHighPriority: isUrgent,
      remaining: self.channel?.urgentUpdatesLeft(at: turn.now) ?? 0
    )
    run(for: callback, channel, in: &turn)
  }

  /// Runs the app; a process that is launched for it hears first that its channel is restored.
  private mutating func run(
    for callback: PushToTalkCallback,
    _ channel: TalkChannel,
    in turn: inout Turn
  ) {
    guard let record = apps[channel.app] else { return }
    let device = surroundings(at: turn.now)
    let isLaunched =
      record.process.launch == nil && record.obstacles(to: .pushToTalk, on: device).isEmpty
    if isLaunched { self.channel?.knownTo = turn.counters.nextLaunch }
    let callbacks =
      (isLaunched ? [PushToTalkCallback.didRestore(channel: channel.name)] : []) + [callback]
    update(channel.app, in: &turn) { record, turn in
      for callback in callbacks {
        record.wake(
          for: PendingEvent(reason: .pushToTalk, callback: .mode(.pushToTalk(callback))),
          on: device,
          in: &turn
        )
      }
    }
  }
}
