import TorporModel

// What links of all kinds have in common: telling an app, and following its process.

extension Device {
  /// Tells an app of an event: at once where it runs, else it is woken or launched for it.
  mutating func tell(
    _ callback: ModeCallback,
    then others: [ModeCallback] = [],
    reason: WakeReason,
    slot: Int,
    in turn: inout Turn
  ) {
    let device = surroundings(at: turn.now)
    update(slot: slot, in: &turn) { record, turn in
      record.wake(
        for: PendingEvent(reason: reason, callback: .mode(callback)),
        on: device,
        in: &turn
      )
      guard record.process.launch != nil, !record.process.isEnding else { return }
      for other in others { record.call(.mode(other), in: &turn) }
    }
  }

  mutating func changeLinks(of app: AppIdentifier, _ change: (inout AppLinks) -> Void) {
    guard let slot = apps.slot(of: app) else { return }
    var isLinked = false
    apps.update(slot: slot) {
      change(&$0.links)
      isLinked = !$0.links.isEmpty
    }
    links.note(app, isLinked: isLinked)
  }

  mutating func linksFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {
    guard let app = apps.identifier(inSlot: slot), links.apps.contains(app),
      let record = apps[slot: slot]
    else { return }
    switch after {
    // While it still ends, what it has asked for stays: see `linksEnded`.
    case .dead: failCentrals(of: app, in: &turn)
    case .suspended:
      failCentrals(of: record.identifier, in: &turn)
      closeAccessories(of: record, in: &turn)
      watchDescriptors(of: record, true, in: &turn)
      startKeepAlive(of: record, in: &turn)
    case .background:
      watchDescriptors(of: record, false, in: &turn)
      endRests(of: record)
      startKeepAlive(of: record, in: &turn)
      tellUntold(of: record, slot: slot, in: &turn)
    case .onScreen:
      watchDescriptors(of: record, false, in: &turn)
      forgetUnread(of: record)
      changeLinks(of: record.identifier) { $0.keepAlive?.nextAt = nil }
      tellUntold(of: record, slot: slot, in: &turn)
      setLinkDeadline()
    }
  }

  /// The process of an app is gone, ordered or not.
  mutating func linksEnded(slot: Int, in turn: inout Turn) {
    guard let record = apps[slot: slot], record.process.launch == nil else { return }
    let app = record.identifier
    if links.apps.contains(app) {
      failCentrals(of: app, in: &turn)
      let cause = record.causeOfAbsence(on: conditions)
      changeLinks(of: app) { $0.processEnded(cause, in: turn.profile) }
      withdraw(record.links.bluetooth, of: app, in: &turn)
      dropDescriptors(of: record, because: cause, in: &turn)
      if let fresh = apps[slot: slot] { startKeepAlive(of: fresh, in: &turn) }
    }
    relaunchVoIP(record, slot: slot, in: &turn)
    setLinkDeadline()
  }

  mutating func bootLinks(in turn: inout Turn) {
    // Nothing that was connected or held outlives the machine.
    links.accessories = []
    links.peripherals = []
    for app in links.apps {
      changeLinks(of: app) { links in
        links.descriptors = []
        links.centralRequests = []
        links.hungUp = []
        for index in links.bluetooth.indices { links.bluetooth[index].isConnected = false }
      }
    }
    orderBluetooth(in: &turn)
    launchVoIPApps(in: &turn)
    setLinkDeadline()
  }

  mutating func restartLinks(in turn: inout Turn) {
    orderBluetooth(in: &turn)
    for app in links.apps {
      guard let record = apps[app], record.process.phase == .suspended else { continue }
      changeLinks(of: app) { links in
        for index in links.descriptors.indices { links.descriptors[index].isWatched = false }
      }
      guard let fresh = apps[app] else { continue }
      watchDescriptors(of: fresh, true, in: &turn)
    }
  }

  mutating func forceQuitLinks(of app: AppIdentifier, in turn: inout Turn) {
    guard let record = apps[app], !record.links.isEmpty else { return }
    dropDescriptors(of: record, because: .forceQuit, in: &turn)
    failCentrals(of: app, in: &turn)
    changeLinks(of: app) { $0.forceQuit(in: turn.profile) }
    withdraw(record.links.bluetooth, of: app, in: &turn)
    setLinkDeadline()
  }

  mutating func removeLinks(of app: AppIdentifier, in turn: inout Turn) {
    if let record = apps[app] {
      dropDescriptors(of: record, because: nil, in: &turn)
      failCentrals(of: app, in: &turn)
      changeLinks(of: app) { $0 = AppLinks() }
      withdraw(record.links.bluetooth, of: app, in: &turn)
    }
    links.note(app, isLinked: false)
    setLinkDeadline()
  }

  /// The time of `links.nextLook` has come.
  mutating func reviewLinks(in turn: inout Turn) {
    for app in links.apps {
      guard let slot = apps.slot(of: app), let record = apps[slot: slot] else { continue }
      if let at = record.links.relaunchAt, at <= turn.now {
        relaunchVoIP(record, slot: slot, in: &turn)
      }
      if let at = record.links.keepAlive?.nextAt, at <= turn.now {
        keepAlive(of: record, slot: slot, in: &turn)
      }
      if let record = apps[slot: slot] { endRests(of: record, slot: slot, in: &turn) }
    }
    setLinkDeadline()
  }

  mutating func setLinkDeadline() {
    let next =
      links.apps.compactMap { apps[$0]?.links }
      .flatMap { links in
        [links.keepAlive?.nextAt, links.relaunchAt].compactMap(\.self)
          + links.descriptors.compactMap { $0.rest?.until }
      }.min()
    guard next != links.nextLook else { return }
    links.nextLook = next
    setDeadline(next, for: .links)
  }
}
