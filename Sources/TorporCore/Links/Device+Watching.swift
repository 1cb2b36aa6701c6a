import TorporModel

// Descriptors of apps that do not run: polled by the host, and what it finds wakes their apps.

extension Device {
  /// While the app runs it reads its descriptors itself; frozen or dead, the daemon polls them.
  mutating func watchDescriptors(of record: AppRecord, _ isWatched: Bool, in turn: inout Turn) {
    let app = record.identifier
    let changing = record.links.descriptors.filter {
      isWatched ? $0.awaitsWatching : $0.isWatched
    }
    for descriptor in changing {
      turn.order(
        .mode(
          isWatched
            ? .watchDescriptor(app: app, name: descriptor.name)
            : .restDescriptor(app: app, name: descriptor.name)
        )
      )
    }
    for descriptor in changing {
      changeDescriptor(descriptor.name, of: app) { $0.isWatched = isWatched }
    }
  }

  /// The app runs, and may read what it has left: that is asked anew when it is suspended.
  mutating func endRests(of record: AppRecord) {
    guard record.links.descriptors.contains(where: { $0.rest != nil }) else { return }
    for descriptor in record.links.descriptors {
      changeDescriptor(descriptor.name, of: record.identifier) { $0.rest = nil }
    }
    setLinkDeadline()
  }

  /// The user has the app before them: what it left unread is forgotten.
  mutating func forgetUnread(of record: AppRecord) {
    for descriptor in record.links.descriptors where descriptor.unreadWakes > 0 {
      changeDescriptor(descriptor.name, of: record.identifier) { $0.forgetUnread() }
    }
  }

  /// Of a dead app stays what the relaunch table keeps: the daemon holds it open, and polls it.
  ///
  /// `cause`: why it is dead; `nil`: it leaves the device, and nothing stays.
  mutating func dropDescriptors(
    of record: AppRecord,
    because cause: RelaunchCause?,
    in turn: inout Turn
  ) {
    let (app, profile) = (record.identifier, profile)
    func stays(_ descriptor: AppLinks.Descriptor) -> Bool {
      guard let cause else { return false }
      return !RelaunchRule.row(descriptor.purpose.wakeReason, in: profile).endsWith(cause)
    }
    for descriptor in record.links.descriptors {
      turn.order(
        .mode(
          stays(descriptor)
            ? .watchDescriptor(app: app, name: descriptor.name)
            : .dropDescriptor(app: app, name: descriptor.name)
        )
      )
    }
    changeLinks(of: app) { links in
      links.descriptors.removeAll { !stays($0) }
      for index in links.descriptors.indices {
        links.descriptors[index].isWatched = true
        links.descriptors[index].rest = nil
      }
    }
  }

  /// Something has come in, or the other end is gone.
  mutating func readable(
    _ name: String,
    isHungUp: Bool,
    isUnread: Bool,
    of app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let slot = apps.slot(of: app), let record = apps[slot: slot],
      let descriptor = record.links.descriptors.first(where: { $0.name == name }),
      descriptor.isWatched
    else { return }
    changeDescriptor(name, of: app) {
      $0.isWatched = false
      if !isUnread { $0.forgetUnread() }
    }
    if isUnread, let next = descriptor.nextWake, next > turn.now {
      putOff(descriptor, of: record, isHungUp: isHungUp, until: next, in: &turn)
    } else {
      wake(for: descriptor, isHungUp: isHungUp, slot: slot, in: &turn)
    }
  }

  /// The app was woken for it and left it unread: the next wake is later than the last was.
  private mutating func putOff(
    _ descriptor: AppLinks.Descriptor,
    of record: AppRecord,
    isHungUp: Bool,
    until next: Instant,
    in turn: inout Turn
  ) {
    changeDescriptor(descriptor.name, of: record.identifier) {
      $0.rest = AppLinks.Descriptor.Rest(until: next, isHungUp: isHungUp)
    }
    setLinkDeadline()
    turn.record(
      .wake(descriptor.purpose.wakeReason),
      of: record.identifier,
      launch: record.process.launch,
      verdict: .waiting,
      because: [
        Condition(
          .unread,
          holds: false,
          since: descriptor.wokenAt,
          until: next,
          subject: descriptor.name
        )
      ]
    )
  }

  /// The times of descriptors that were left unread have come.
  mutating func endRests(of record: AppRecord, slot: Int, in turn: inout Turn) {
    for descriptor in record.links.descriptors {
      guard let rest = descriptor.rest, rest.until <= turn.now else { continue }
      changeDescriptor(descriptor.name, of: record.identifier) { $0.rest = nil }
      wake(for: descriptor, isHungUp: rest.isHungUp, slot: slot, in: &turn)
    }
  }

  private mutating func wake(
    for descriptor: AppLinks.Descriptor,
    isHungUp: Bool,
    slot: Int,
    in turn: inout Turn
  ) {
    guard let app = apps[slot: slot]?.identifier else { return }
    let name = descriptor.name
    let callback: ModeCallback
    if case .accessory(let accessory) = descriptor.purpose {
      callback = .accessory(
        isHungUp ? .didDisconnect(accessory: accessory) : .data(accessory: accessory)
      )
      if isHungUp {
        let isConnected = links.accessories.contains { $0.name == accessory }
        changeLinks(of: app) {
          $0.descriptors.removeAll { $0.name == name }
          if isConnected, !$0.hungUp.contains(accessory) { $0.hungUp.append(accessory) }
        }
        turn.order(.mode(.dropDescriptor(app: app, name: name)))
      }
    } else {
      callback = .descriptor(.readable(name: name, isHungUp: isHungUp))
    }
    tell(callback, reason: descriptor.purpose.wakeReason, slot: slot, in: &turn)
    // One that nobody was woken for was not left unread by anybody.
    guard apps[slot: slot]?.process.phase == .background else { return }
    changeDescriptor(name, of: app) {
      $0.unreadWakes += 1
      $0.wokenAt = turn.now
    }
  }

  /// The daemon holds no duplicate any more: its app is told, so that it can hand over another.
  mutating func descriptorLost(_ name: String, of app: AppIdentifier, in turn: inout Turn) {
    guard let slot = apps.slot(of: app), let record = apps[slot: slot],
      let descriptor = record.links.descriptors.first(where: { $0.name == name })
    else { return }
    changeLinks(of: app) { $0.descriptors.removeAll { $0.name == name } }
    setLinkDeadline()
    // A process that begins anew has handed over nothing: nobody is started to hear of it.
    guard record.process.phase != .dead else { return }
    tell(
      .descriptor(.lost(name: name)),
      reason: descriptor.purpose.wakeReason,
      slot: slot,
      in: &turn
    )
  }

  private mutating func changeDescriptor(
    _ name: String,
    of app: AppIdentifier,
    _ change: (inout AppLinks.Descriptor) -> Void
  ) {
    changeLinks(of: app) { links in
      for index in links.descriptors.indices where links.descriptors[index].name == name {
        change(&links.descriptors[index])
      }
    }
  }
}

extension AppLinks {
  /// Adds a descriptor in the place of one of its name, which leaves what was not read of it: to hand
  /// it over again is not to read it.
  mutating func handOver(_ name: String, for purpose: DescriptorPurpose) {
    var fresh = Descriptor(name: name, purpose: purpose)
    if let former = descriptors.first(where: { $0.name == name }) {
      fresh.unreadWakes = former.unreadWakes
      fresh.wokenAt = former.wokenAt
    }
    descriptors.removeAll { $0.name == name }
    descriptors.append(fresh)
  }
}

extension AppLinks.Descriptor {
  /// Whether it is to be polled while its app does not run.
  var awaitsWatching: Bool { !isWatched && rest == nil }

  /// When its app may be woken for it, if it is still unread; `nil`: at once.
  var nextWake: Instant? {
    guard let wokenAt, unreadWakes > 0 else { return nil }
    var spacing = AppLinks.unreadSpacingMin
    for _ in 1..<unreadWakes where spacing < AppLinks.unreadSpacingMax { spacing = spacing * 2 }
    return wokenAt + min(spacing, AppLinks.unreadSpacingMax)
  }

  mutating func forgetUnread() {
    unreadWakes = 0
    wokenAt = nil
    rest = nil
  }
}

extension DescriptorPurpose {
  /// What the app is run for when it can be read: its row of the relaunch table.
  var wakeReason: WakeReason {
    switch self {
    case .voIP: .voipSocket
    case .accessory: .accessory
    case .other: .descriptor
    }
  }
}
