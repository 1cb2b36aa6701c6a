import TorporModel

// Descriptors of apps that are not running: the host polls them, and events wake the apps.

extension DescriptorService {
  /// Starts or stops watching: a running app reads its descriptors itself; for a frozen or ended one,
  /// the daemon polls them.
  mutating func watchDescriptors(of app: AppIdentifier, _ isWatched: Bool, _ out: inout Outbox) {
    let changing = self[app].held.filter { isWatched ? $0.awaitsWatching : $0.isWatched }
    for descriptor in changing {
      out.order(
        .service(
          isWatched
            ? .watchDescriptor(app: app, name: descriptor.name)
            : .pauseDescriptor(app: app, name: descriptor.name)
        )
      )
      changeDescriptor(descriptor.name, of: app) { $0.isWatched = isWatched }
    }
  }

  /// Ends pauses because the app runs, and may read the data: this is checked again when it is suspended.
  mutating func forgetRests(of app: AppIdentifier) {
    guard self[app].held.contains(where: { $0.rest != nil }) else { return }
    for descriptor in self[app].held {
      changeDescriptor(descriptor.name, of: app) { $0.rest = nil }
    }
    setDeadline()
  }

  /// Resets unread counts because the app is on screen.
  mutating func forgetUnread(of app: AppIdentifier) {
    for descriptor in self[app].held where descriptor.unreadWakes > 0 {
      changeDescriptor(descriptor.name, of: app) { $0.forgetUnread() }
    }
  }

  /// Drops descriptors of an ended app, except those that the relaunch table keeps: the daemon holds
  /// these open, and polls them.
  ///
  /// `cause`: why it ended; `nil`: it leaves the device, and nothing stays.
  mutating func dropDescriptors(
    of app: AppIdentifier,
    because cause: RelaunchCause?,
    _ profile: Profile,
    _ out: inout Outbox
  ) {
    func stays(_ descriptor: AppDescriptors.Descriptor) -> Bool {
      guard let cause else { return false }
      return !RelaunchRule.row(descriptor.purpose.wakeReason, in: profile).endsWith(cause)
    }
    for descriptor in self[app].held {
      out.order(
        .service(
          stays(descriptor)
            ? .watchDescriptor(app: app, name: descriptor.name)
            : .dropDescriptor(app: app, name: descriptor.name)
        )
      )
    }
    update(app) { own in
      own.held.removeAll { !stays($0) }
      for index in own.held.indices {
        own.held[index].isWatched = true
        own.held[index].rest = nil
      }
    }
  }

  /// The lines of an accessory go with it.
  mutating func dropLines(of accessory: String, _ out: inout Outbox) {
    for app in apps.apps {
      for line in self[app].held where line.purpose == .accessory(accessory) {
        out.order(.service(.dropDescriptor(app: app, name: line.name)))
      }
      update(app) { $0.held.removeAll { $0.purpose == .accessory(accessory) } }
    }
    setDeadline()
  }

  /// Handles a readable descriptor, or the end of its other side.
  mutating func readable(
    _ name: String,
    isHungUp: Bool,
    isUnread: Bool,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard device.apps.slot(of: app) != nil,
      let descriptor = self[app].held.first(where: { $0.name == name }),
      descriptor.isWatched
    else { return }
    changeDescriptor(name, of: app) {
      $0.isWatched = false
      if !isUnread { $0.forgetUnread() }
    }
    if isUnread, let next = descriptor.nextWake, next > device.now {
      putOff(descriptor, of: app, isHungUp: isHungUp, until: next, device, &out)
    } else {
      wake(app, for: descriptor, isHungUp: isHungUp, &out)
    }
  }

  /// Delays the next wake for a descriptor that the app was woken for but left unread.
  private mutating func putOff(
    _ descriptor: AppDescriptors.Descriptor,
    of app: AppIdentifier,
    isHungUp: Bool,
    until next: Instant,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    changeDescriptor(descriptor.name, of: app) {
      $0.rest = AppDescriptors.Descriptor.Rest(until: next, isHungUp: isHungUp)
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

  /// Ends the pauses of unread descriptors that are due.
  mutating func endRests(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    for descriptor in self[app].held {
      guard let rest = descriptor.rest, rest.until <= device.now else { continue }
      changeDescriptor(descriptor.name, of: app) { $0.rest = nil }
      wake(app, for: descriptor, isHungUp: rest.isHungUp, &out)
    }
  }

  private mutating func wake(
    _ app: AppIdentifier,
    for descriptor: AppDescriptors.Descriptor,
    isHungUp: Bool,
    _ out: inout Outbox
  ) {
    let name = descriptor.name
    let callback: ServiceCallback
    if case .accessory(let accessory) = descriptor.purpose {
      callback = .accessory(
        isHungUp ? .didDisconnect(accessory: accessory) : .data(accessory: accessory)
      )
      if isHungUp {
        update(app) { $0.held.removeAll { $0.name == name } }
        out.post(.accessory(.lineHungUp(accessory, of: app)))
        out.order(.service(.dropDescriptor(app: app, name: name)))
      }
    } else {
      callback = .descriptor(.readable(name: name, isHungUp: isHungUp))
    }
    out.tell(app, callback, for: descriptor.purpose.wakeReason)
    out.then(.noteWake(app, for: name))
  }

  /// One that no app was woken for was not left unread.
  mutating func noteWake(of app: AppIdentifier, for name: String, _ device: DeviceState) {
    guard device.apps.process(of: app)?.phase == .background else { return }
    changeDescriptor(name, of: app) {
      $0.unreadWakes += 1
      $0.wokenAt = device.now
    }
  }

  /// Handles that the daemon no longer has a duplicate: the app is notified, so that it can send another.
  mutating func descriptorLost(
    _ name: String,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let phase = device.apps.process(of: app)?.phase,
      let descriptor = self[app].held.first(where: { $0.name == name })
    else { return }
    update(app) { $0.held.removeAll { $0.name == name } }
    setDeadline()
    // A new process has no descriptor watched: no app is started to be notified of the loss.
    guard phase != .dead else { return }
    out.tell(app, .descriptor(.lost(name: name)), for: descriptor.purpose.wakeReason)
  }

  private mutating func changeDescriptor(
    _ name: String,
    of app: AppIdentifier,
    _ change: (inout AppDescriptors.Descriptor) -> Void
  ) {
    update(app) { own in
      for index in own.held.indices where own.held[index].name == name {
        change(&own.held[index])
      }
    }
  }
}
