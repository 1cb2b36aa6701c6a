import TorporModel

// Requests and events of the services of `UIBackgroundModes`, each to its own.

extension Device {
  mutating func handle(
    _ request: ModeRequest,
    from launch: LaunchIdentifier,
    inSlot slot: Int,
    _ id: RequestIdentifier?,
    in turn: inout Turn
  ) {
    var out = Outbox()
    state.counters = turn.counters
    let reply =
      switch request {
      case .push(let request): services.push.handle(request, inSlot: slot, state, &out)
      case .location(let request): handle(request, inSlot: slot, in: &turn)
      case .notifications(let request): handle(request, inSlot: slot, in: &turn)
      case .audio(let request): services.audio.handle(request, inSlot: slot, state, &out)
      case .accessory(let request): handle(request, inSlot: slot, in: &turn)
      case .bluetooth(let request): handle(request, inSlot: slot, in: &turn)
      case .descriptor(let request): handle(request, inSlot: slot, in: &turn)
      case .pushToTalk(let request): services.pushToTalk.handle(request, inSlot: slot, state, &out)
      }
    let base = steps.count
    // What the request took back may have been the last that kept the app running.
    steps.append(.settle(slot: slot))
    if let id { steps.append(.reply(id, reply)) }
    push(out)
    run(downTo: base, in: &turn)
  }

  /// Tells the service at that place in the order.
  mutating func tell(
    _ event: SystemEvent,
    at place: Int,
    _ out: inout Outbox,
    in turn: inout Turn
  ) {
    switch place {
    case 0: tellPlaces(event, in: &turn)
    case 1: tellNotices(event, in: &turn)
    case 4: tellLinks(event, in: &turn)
    default: services.tell(event, at: place, state, &out)
    }
  }

  private mutating func tellPlaces(_ event: SystemEvent, in turn: inout Turn) {
    switch event {
    case .app(.phaseChanged(let slot, let before, let after)):
      placesFollow(slot: slot, from: before, to: after, in: &turn)
    case .app(.forceQuit(let app)): forceQuitPlaces(of: app, in: &turn)
    case .app(.removed(let app)): removePlaces(of: app, in: &turn)
    case .device(.booted): bootPlaces(in: &turn)
    case .device(.daemonRestarted): restartPlaces(in: &turn)
    case .device(.slept(let length)):
      for app in places.apps.map(\.app) { places[app]?.slept(for: length) }
    case .device(.conditionsChanged), .deadline: reviewPlaces(in: &turn)
    case .app(.stateChanged), .device(.conditionsActedOn): break
    case .call, .sound, .channel, .push, .notification, .memory: break
    }
  }

  private mutating func tellNotices(_ event: SystemEvent, in turn: inout Turn) {
    switch event {
    case .app(.phaseChanged(let slot, let before, let after)):
      noticesFollow(slot: slot, from: before, to: after, in: &turn)
    case .app(.forceQuit): break
    case .app(.removed(let app)): removeNotices(of: app, in: &turn)
    case .device(.booted): bootNotices(in: &turn)
    case .device(.daemonRestarted): restartNotices(in: &turn)
    case .device(.slept(let length)): notices.slept(for: length)
    case .deadline: reviewNotices(in: &turn)
    case .notification(.push(let push)): show(push, in: &turn)
    case .app(.stateChanged), .device(.conditionsChanged), .device(.conditionsActedOn): break
    case .call, .sound, .channel, .push, .memory: break
    }
  }

  private mutating func tellLinks(_ event: SystemEvent, in turn: inout Turn) {
    switch event {
    case .app(.phaseChanged(let slot, let before, let after)):
      linksFollow(slot: slot, from: before, to: after, in: &turn)
    case .app(.forceQuit(let app)): forceQuitLinks(of: app, in: &turn)
    case .app(.removed(let app)): removeLinks(of: app, in: &turn)
    case .device(.booted): bootLinks(in: &turn)
    case .device(.daemonRestarted): restartLinks(in: &turn)
    case .device(.conditionsActedOn): reviewLinkConditions(in: &turn)
    case .deadline: reviewLinks(in: &turn)
    // Keep-alives keep the other end's patience; relaunches and rests keep apart what costs a wake.
    case .device(.slept), .device(.conditionsChanged), .app(.stateChanged): break
    case .channel(.wentQuiet(let app)):
      if let record = apps[app] { dropDescriptors(of: record, because: nil, in: &turn) }
    case .channel(.push), .channel(.returned): break
    case .call, .sound, .push, .notification, .memory: break
    }
  }
}
