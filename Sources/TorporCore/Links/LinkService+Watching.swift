import TorporModel

// Descriptors of apps that do not run: polled by the host, and what it finds wakes their apps.

extension LinkService {
  /// While the app runs it reads its descriptors itself; frozen or dead, the daemon polls them.
  mutating func watchDescriptors(of app: AppIdentifier, _ isWatched: Bool, _ out: inout Outbox) {
    let changing = self[app].descriptors.filter { isWatched ? $0.awaitsWatching : $0.isWatched }
    for descriptor in changing {
      out.order(
        .mode(
          isWatched
            ? .watchDescriptor(app: app, name: descriptor.name)
            : .pauseDescriptor(app: app, name: descriptor.name)
        )
      )
      changeDescriptor(descriptor.name, of: app) { $0.isWatched = isWatched }
    }
  }

  /// The app runs, and may read what it has left: that is asked anew when it is suspended.
  mutating func forgetRests(of app: AppIdentifier) {
    guard self[app].descriptors.contains(where: { $0.rest != nil }) else { return }
    for descriptor in self[app].descriptors {
      changeDescriptor(descriptor.name, of: app) { $0.rest = nil }
    }
    setDeadline()
  }

  /// The user has the app before them: what it left unread is forgotten.
  mutating func forgetUnread(of app: AppIdentifier) {
    for descriptor in self[app].descriptors where descriptor.unreadWakes > 0 {
      changeDescriptor(descriptor.name, of: app) { $0.forgetUnread() }
    }
  }

  /// Of a dead app stays what the relaunch table keeps: the daemon holds it open, and polls it.
  ///
  /// `cause`: why it is dead; `nil`: it leaves the device, and nothing stays.
  mutating func dropDescriptors(
    of app: AppIdentifier,
    because cause: RelaunchCause?,
    _ profile: Profile,
    _ out: inout Outbox
  ) {
    func stays(_ descriptor: AppLinks.Descriptor) -> Bool {
      guard let cause else { return false }
      return !RelaunchRule.row(descriptor.purpose.wakeReason, in: profile).endsWith(cause)
    }
    for descriptor in self[app].descriptors {
      out.order(
        .mode(
          stays(descriptor)
            ? .watchDescriptor(app: app, name: descriptor.name)
            : .dropDescriptor(app: app, name: descriptor.name)
        )
      )
    }
    update(app) { links in
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
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let slot = device.apps.slot(of: app),
      let descriptor = self[app].descriptors.first(where: { $0.name == name }),
      descriptor.isWatched
    else { return }
    changeDescriptor(name, of: app) {
      $0.isWatched = false
      if !isUnread { $0.forgetUnread() }
    }
    if isUnread, let next = descriptor.nextWake, next > device.now {
      putOff(descriptor, of: app, isHungUp: isHungUp, until: next, device, &out)
    } else {
      wake(for: descriptor, isHungUp: isHungUp, slot, device, &out)
    }
  }

  /// The app was woken for it and left it unread: the next wake is later than the last was.
  private mutating func putOff(
    _ descriptor: AppLinks.Descriptor,
    of app: AppIdentifier,
    isHungUp: Bool,
    until next: Instant,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    changeDescriptor(descriptor.name, of: app) {
      $0.rest = AppLinks.Descriptor.Rest(until: next, isHungUp: isHungUp)
    }
    setDeadline()
    out.record(
      .wake(descriptor.purpose.wakeReason),
      of: app,
      launch: device.apps.process(of: app)?.launch,
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
  mutating func endRests(
    of app: AppIdentifier,
    _ slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    for descriptor in self[app].descriptors {
      guard let rest = descriptor.rest, rest.until <= device.now else { continue }
      changeDescriptor(descriptor.name, of: app) { $0.rest = nil }
      wake(for: descriptor, isHungUp: rest.isHungUp, slot, device, &out)
    }
  }

  private mutating func wake(
    for descriptor: AppLinks.Descriptor,
    isHungUp: Bool,
    _ slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = device.apps.identifier(inSlot: slot) else { return }
    let name = descriptor.name
    let callback: ModeCallback
    if case .accessory(let accessory) = descriptor.purpose {
      callback = .accessory(
        isHungUp ? .didDisconnect(accessory: accessory) : .data(accessory: accessory)
      )
      if isHungUp {
        let isConnected = table.accessories.contains { $0.name == accessory }
        update(app) {
          $0.descriptors.removeAll { $0.name == name }
          if isConnected, !$0.hungUp.contains(accessory) { $0.hungUp.append(accessory) }
        }
        out.order(.mode(.dropDescriptor(app: app, name: name)))
      }
    } else {
      callback = .descriptor(.readable(name: name, isHungUp: isHungUp))
    }
    tell(callback, reason: descriptor.purpose.wakeReason, slot, device, &out)
    out.then(.noteWake(app, for: name))
  }

  /// One that nobody was woken for was not left unread by anybody.
  mutating func noteWake(of app: AppIdentifier, for name: String, _ device: DeviceState) {
    guard device.apps.process(of: app)?.phase == .background else { return }
    changeDescriptor(name, of: app) {
      $0.unreadWakes += 1
      $0.wokenAt = device.now
    }
  }

  /// The daemon holds no duplicate any more: its app is told, so that it can hand over another.
  mutating func descriptorLost(
    _ name: String,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let slot = device.apps.slot(of: app),
      let descriptor = self[app].descriptors.first(where: { $0.name == name })
    else { return }
    update(app) { $0.descriptors.removeAll { $0.name == name } }
    setDeadline()
    // A process that begins anew has handed over nothing: nobody is started to hear of it.
    guard device.apps.process(inSlot: slot)?.phase != .dead else { return }
    tell(
      .descriptor(.lost(name: name)),
      reason: descriptor.purpose.wakeReason,
      slot,
      device,
      &out
    )
  }

  private mutating func changeDescriptor(
    _ name: String,
    of app: AppIdentifier,
    _ change: (inout AppLinks.Descriptor) -> Void
  ) {
    update(app) { links in
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
