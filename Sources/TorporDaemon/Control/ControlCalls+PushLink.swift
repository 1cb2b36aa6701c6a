import TorporCore
import TorporModel
import TorporWire

// The calls of the program that connects the device to a push gateway, and what has become of what it brought.

extension ControlCalls {
  func attachPushLink(_ call: Incoming<Control.AttachPushLink>) -> [Submission] {
    let (waiting, attach) = (waiting(call), call.call)
    table.ask(waiting) { [table, peer] () throws(WireError) in
      table.attachLink(waiting, ofProcess: peer.processID, attach)
    }
    return []
  }

  func reportPushLink(_ call: Incoming<Control.ReportPushLink>) -> [Submission] {
    table.gatewayLink.take(
      Capability(name: GatewayLink.name, isAvailable: call.isConnected, text: call.text),
      fromProcess: peer.processID
    )
    return ask(call) { NoReply() }
  }

  func setPushToken(_ call: Incoming<Control.SetPushToken>) -> [Submission] {
    let done = ask(call) { NoReply() }
    // It may have been removed while its token was on the way.
    guard let topic = topic(named: call.topic) else { return done }
    guard let token = call.token else {
      table.gatewayLink.refused.insert(topic)
      return done
    }
    // The link says it again with each connection; nothing is written for what is known.
    guard driver.device.pushes(of: topic.app).gatewayToken(topic.kind) != token else { return done }
    let event = DeviceEvent.pushToken(app: topic.app, kind: topic.kind, token: token)
    return done + [Submission(.device(event: event))]
  }

  /// A push from a gateway; answered after the turn that has saved it.
  func deliverPush(_ call: Incoming<Control.DeliverPush>) -> [Submission] {
    guard let topic = topic(named: call.topic) else {
      return ask(call) { Control.DeliverPush.Reply(outcome: .appMissing) }
    }
    let kind = call.kind ?? (topic.kind == .voIP ? .voip : nil)
    let payload: PushPayload
    do throws(PushPayloadMistake) {
      payload = try PushPayload(call.payload, kind: kind, isBroadcast: call.channel != nil)
    } catch {
      let cause = error.sentence
      return ask(call) { Control.DeliverPush.Reply(outcome: .refused, cause: cause) }
    }
    let identifier = call.identifier
    let isRepeated = driver.device.pushes(of: topic.app).hasReceived(identifier)
    let answer = ask(call) { [driver] () throws(WireError) in
      // What is not on the disk is lost with this daemon: the gateway has to keep it.
      if let failure = driver.journalOutage { throw .refused(.notSaved(cause: failure.cause)) }
      if isRepeated { return Control.DeliverPush.Reply(outcome: .repeated) }
      guard driver.device.apps[topic.app] != nil else {
        return Control.DeliverPush.Reply(outcome: .appMissing)
      }
      guard driver.device.pushes(of: topic.app).hasReceived(identifier) else {
        return Control.DeliverPush.Reply(outcome: .refused, cause: "the device does not keep it")
      }
      return Control.DeliverPush.Reply(outcome: .accepted)
    }
    guard !isRepeated else { return answer }
    let push = Push(
      to: topic.app,
      payload,
      kind: kind,
      priority: call.priority,
      collapseIdentifier: call.collapseIdentifier,
      lifetime: call.expirationWallMicroseconds.map(lifetime(until:)),
      identifier: PushName(identifier: identifier, channel: call.channel).text,
      sentWallMicroseconds: call.sentWallMicroseconds
    )
    return answer + [Submission(.device(event: .push(push)))]
  }

  func answerBroadcastChange(_ call: Incoming<Control.AnswerBroadcastChange>) -> [Submission] {
    let change = BroadcastChange(
      topic: call.topic,
      channel: call.channel,
      isSubscribed: call.isSubscribed
    )
    let isLate = table.answerBroadcast(change, cause: call.cause)
    return ask(call) { Control.AnswerBroadcastChange.Reply(isLate: isLate) }
  }

  /// A channel has got its address; its user's desktop tells the program.
  func setPushEndpoint(_ call: Incoming<Control.SetPushEndpoint>) -> [Submission] {
    table.bridges.order(
      .pushEndpoint(channel: call.channel, endpoint: call.endpoint),
      toUser: table.bridges.user(ofChannel: call.channel)
    )
    return ask(call) { NoReply() }
  }

  func endPushChannel(_ call: Incoming<Control.EndPushChannel>) -> [Submission] {
    table.bridges.order(
      .pushChannelEnded(channel: call.channel),
      toUser: table.bridges.user(ofEndedChannel: call.channel)
    )
    return ask(call) { NoReply() }
  }

  /// A message for a program that knows nothing of Torpor; answered when its user's desktop has handed it over.
  func deliverMessage(_ call: Incoming<Control.DeliverMessage>) -> [Submission] {
    let (identifier, channel) = (call.identifier, call.channel)
    guard let user = table.bridges.user(ofChannel: channel) else {
      // Of who is not logged in nothing is known; of who is, that the program wants none any more.
      let hasEnded = table.bridges.user(ofEndedChannel: channel) != nil
      return ask(call) { Control.DeliverMessage.Reply(outcome: hasEnded ? .unknown : .later) }
    }
    let entry = MessageDesk.Entry(userID: user, waiting: waiting(call))
    // The link that brought it before has gone, or does not wait any more.
    if let before = table.bridges.messages.add(identifier, entry) {
      table.bridges.answerMessage(.later, before.waiting)
    }
    table.bridges.order(
      .bringPushMessage(channel: channel, identifier: identifier, data: call.data),
      toUser: user
    )
    return []
  }

  /// What has become of the pushes that came to an app.
  func listPushes(_ call: Incoming<Control.ListPushes>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let app = try resolve(call.app)
      return Control.ListPushes.Reply(
        app: app,
        pushes: driver.device.pushes(of: app).receivedPushes
      )
    }
  }

  /// How long a push is worth delivering; one whose time has passed on the way is delivered now or never.
  private func lifetime(until wallMicroseconds: Int64) -> Duration {
    let left = wallMicroseconds - min(wallMicroseconds, driver.wallNanoseconds() / 1000)
    return .microseconds(left)
  }

  /// What a topic stands for, where the app is installed.
  private func topic(named text: String) -> PushTopicName? {
    // An app may be called `….voip` itself.
    if let app = AppIdentifier(text), driver.device.apps[app] != nil {
      return PushTopicName(app: app, kind: .remote)
    }
    return PushTopicName(text).flatMap { driver.device.apps[$0.app] == nil ? nil : $0 }
  }
}
