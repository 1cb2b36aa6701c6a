package import TorporModel

/// The service for descriptors that apps leave with the daemon (§7): it holds a duplicate of each, and
/// polls it while the app is not running.
///
/// Among them are the sockets of legacy VoIP apps (§7.2), which are kept alive and started again.
package struct DescriptorService: Service {
  // Shape: a request or a report about descriptors each has a method; VoIP sockets share state and looks with the
  // others.
  /// Whether legacy VoIP apps wait for the first unlock after a start of the machine.
  var launchesAtUnlock = false
  /// When something is due next; stored, because it is needed after every input.
  package internal(set) var nextReview: Instant?
  /// What each app has.
  package private(set) var apps = PerApp<AppDescriptors>()

  package init() {}

  package var nextDeadline: Instant? { nextReview }

  /// The other end of a call gives up if there is no answer.
  package func nextAlarm(on device: DeviceState) -> Instant? {
    guard nextReview != nil else { return nil }
    return apps.apps.compactMap { self[$0].keepAlive?.nextAt }.min()
  }

  /// Whether it has work after all other services have acted on changed conditions.
  var actsOnConditions: Bool { launchesAtUnlock || !apps.isEmpty }

  package subscript(app: AppIdentifier) -> AppDescriptors { apps[app] ?? AppDescriptors() }

  mutating func update(_ app: AppIdentifier, _ change: (inout AppDescriptors) -> Void) {
    apps.change(app, change)
  }

  // MARK: What happens

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .descriptor(let event): handle(event, device, &out)
    case .accessory(.removed(let accessory)): dropLines(of: accessory, &out)
    // Told to the service of accessories.
    case .accessory(.reported), .accessory(.lineHungUp), .accessory(.revoked): break
    case .app(.phaseChanged(let slot, _, let after)):
      if !apps.isEmpty { follow(slot, to: after, device, &out) }
    case .app(.processEnded(let slot)): processEnded(slot, device, &out)
    case .app(.forceQuit(let app)): forceQuit(app, device, &out)
    case .app(.removed(let app)): remove(app, device, &out)
    case .app(.stateChanged), .app(.changed): break
    case .device(.booted): boot(device, &out)
    case .device(.daemonRestarted): restart(device, &out)
    case .device(.conditionsActedOn):
      if launchesAtUnlock { launchVoIPApps(device, &out) }
      if !apps.isEmpty { out.then(.watchAgain) }
    // Keep-alives depend on the other end's time limits; relaunches and pauses limit the number of wakes.
    case .device(.slept): break
    case .device(.surroundingsChanged), .device(.conditionsChanged), .device(.watchedAgain),
      .device(.clockChanged), .device(.unlocked), .device(.displayLit):
      break
    case .deadline:
      for app in apps.apps { out.then(.review(app)) }
      out.then(.setDeadline)
    case .channel(.wentQuiet(let app)):
      dropDescriptors(of: app, because: nil, device.profile, &out)
    case .channel(.push), .channel(.returned): break
    case .call, .sound, .push, .notification, .memory, .location, .bluetooth, .job, .work,
      .transfer, .consumption:
      break
    }
  }

  private mutating func handle(
    _ event: SystemEvent.DescriptorChange,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .readable(let name, let app, let isHungUp, let isUnread):
      readable(name, isHungUp: isHungUp, isUnread: isUnread, of: app, device, &out)
    case .lost(let name, let app): descriptorLost(name, of: app, device, &out)
    case .step(.noteWake(let app, let name)): noteWake(of: app, for: name, device)
    case .step(.review(let app)): review(app, device, &out)
    case .step(.endRests(let app)): endRests(of: app, device, &out)
    case .step(.watchAgain): watchAgain(device, &out)
    case .step(.setDeadline): setDeadline()
    }
  }

  // MARK: What happens to apps

  private mutating func follow(
    _ slot: Int,
    to after: AppPhase,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = device.apps.identifier(inSlot: slot), apps[app] != nil else { return }
    switch after {
    // While it still ends, what it has handed over stays: see `processEnded`.
    case .dead: break
    case .suspended:
      watchDescriptors(of: app, true, &out)
      startKeepAlive(of: app, at: device.now)
    case .background:
      watchDescriptors(of: app, false, &out)
      forgetRests(of: app)
      startKeepAlive(of: app, at: device.now)
    case .onScreen:
      watchDescriptors(of: app, false, &out)
      forgetUnread(of: app)
      update(app) { $0.keepAlive?.nextAt = nil }
      setDeadline()
    }
  }

  /// Handles the end of an app's process, ordered or not.
  private mutating func processEnded(
    _ slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let (app, cause) = device.absence(inSlot: slot) else { return }
    if apps[app] != nil {
      update(app) { $0.processEnded(cause, in: device.profile) }
      dropDescriptors(of: app, because: cause, device.profile, &out)
      startKeepAlive(of: app, at: device.now)
    }
    relaunchVoIP(slot, device, &out)
    planAfterwards(&out)
  }

  private mutating func boot(_ device: DeviceState, _ out: inout Outbox) {
    // Nothing that was held outlives the machine.
    for app in apps.apps { update(app) { $0.held = [] } }
    launchVoIPApps(device, &out)
    planAfterwards(&out)
  }

  private mutating func restart(_ device: DeviceState, _ out: inout Outbox) {
    for app in apps.apps {
      // Descriptors that the host still holds for an ended app launch it, as under the previous daemon.
      guard let phase = device.apps.process(of: app)?.phase, phase == .suspended || phase == .dead
      else {
        continue
      }
      update(app) { own in
        for index in own.held.indices { own.held[index].isWatched = false }
      }
      watchDescriptors(of: app, true, &out)
    }
  }

  private mutating func forceQuit(
    _ app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard device.apps.slot(of: app) != nil, apps[app] != nil else { return }
    dropDescriptors(of: app, because: .forceQuit, device.profile, &out)
    update(app) { $0.forceQuit(in: device.profile) }
    setDeadline()
  }

  private mutating func remove(
    _ app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    dropDescriptors(of: app, because: nil, device.profile, &out)
    update(app) { $0 = AppDescriptors() }
    setDeadline()
  }

  // MARK: When to look

  private mutating func review(_ app: AppIdentifier, _ device: DeviceState, _ out: inout Outbox) {
    guard let slot = device.apps.slot(of: app) else { return }
    let own = self[app]
    if let at = own.relaunchAt, at <= device.now { relaunchVoIP(slot, device, &out) }
    if let at = own.keepAlive?.nextAt, at <= device.now { keepAlive(of: app, device, &out) }
    out.then(.endRests(app))
  }

  /// Plans the next review after all requests were carried out.
  private mutating func planAfterwards(_ out: inout Outbox) {
    if out.isEmpty { setDeadline() } else { out.then(.setDeadline) }
  }

  mutating func setDeadline() {
    nextReview = apps.apps.compactMap { self[$0].nextReview }.min()
  }
}

/// The remaining steps of the service, one after the other, after all consequences of notifying an app.
package enum DescriptorStep: Hashable, Sendable {
  /// The app was woken for a descriptor, if it was.
  case noteWake(AppIdentifier, for: String)
  case review(AppIdentifier)
  case endRests(AppIdentifier)
  case watchAgain
  case setDeadline
}

extension Outbox {
  mutating func then(_ step: DescriptorStep) { post(.descriptor(.step(step))) }
}
