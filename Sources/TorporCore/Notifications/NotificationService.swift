package import TorporModel

/// The service for local notifications (§9) and visible pushes: requests of apps, presentation, and
/// responses of the user.
package struct NotificationService: Service {
  // Shape: one method for each step of a notification, from scheduling to response; its state is one table.
  package internal(set) var table: NotificationTable

  package init(_ table: NotificationTable = NotificationTable()) { self.table = table }

  package var nextDeadline: Instant? { table.nextReview }
  /// Returned separately (`Alarms.notification`): the machine is woken for notifications even if it is
  /// woken for nothing else.
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  // MARK: What apps ask

  package mutating func handle(
    _ request: NotificationCenterRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let app = device.apps.identifier(inSlot: slot),
      let isAllowed = device.apps.read(slot: slot, { $0.settings.allowsNotifications })
    else { return .done }
    switch request {
    case .add(var notification, let soundFault):
      if let soundFault { replaceSound(of: &notification, because: soundFault, app, &out) }
      return add(notification, of: app, isAllowed, device, &out)
    case .removePending(let identifiers):
      removePending(identifiers, of: app, &out)
      plan(device)
    case .removeDelivered(let identifiers):
      for notice in table.update(app, { $0.removeDelivered(identifiers) }) {
        out.order(.service(.withdraw(notice.key)))
      }
      plan(device)
    case .pending:
      return .service(.notifications(table[app]?.pending.map(\.notification) ?? []))
    case .delivered:
      return .service(.notifications(table[app]?.delivered.map(\.notification) ?? []))
    case .setCategories(let categories): table.update(app) { $0.categories = categories }
    case .setBadge(let count): setBadge(count, of: app, &out)
    case .present(let callback, let options):
      guard let notice = table.takeAsked(callback, of: app) else {
        return .refused(.service(.notification(.notAsked(callback))))
      }
      show(notice, options, device, &out)
      plan(device)
    case .settings: return .service(.notificationsAllowed(isAllowed))
    }
    return .done
  }

  // MARK: What happens

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    // An app that left the screen before it answered is no longer in the foreground.
    case .app(.phaseChanged(let slot, from: .onScreen, _)):
      guard let app = device.apps.identifier(inSlot: slot) else { return }
      let unanswered = table.takeAsked(of: app)
      guard !unanswered.isEmpty else { return }
      for notice in unanswered { fire(notice, device, &out) }
      plan(device)
    case .app(.phaseChanged), .app(.stateChanged), .app(.changed), .app(.processEnded),
      .app(.forceQuit):
      break
    // All notifications of an app are removed with it (LN10).
    case .app(.removed(let app)):
      if table[app].map({ $0.badge > 0 }) ?? false {
        out.order(.service(.badge(app: app, count: 0)))
      }
      for notice in table.remove(app) { out.order(.service(.withdraw(notice.key))) }
      plan(device)
    // Dates and intervals passed while the machine was off; overdue notifications are shown once, late.
    case .device(.booted), .device(.unlocked): plan(device)
    // The app that was asked could not answer meanwhile.
    case .device(.daemonRestarted):
      table.postpone(until: device.now + AppRecord.reconnectTime)
      plan(device)
    case .device(.slept(let length)): table.slept(for: length)
    // Dates come earlier or later.
    case .device(.clockChanged):
      table.follow(device.clock, at: device.now)
      plan(device)
    case .device(.conditionsChanged), .device(.surroundingsChanged), .device(.conditionsActedOn),
      .device(.displayLit),
      .device(.watchedAgain):
      break
    case .deadline: review(device, &out)
    case .notification(let event): handle(event, device, &out)
    case .call, .sound, .channel, .push, .memory, .location, .accessory, .bluetooth, .descriptor,
      .job, .work, .transfer, .consumption:
      break
    }
  }

  private mutating func handle(
    _ event: SystemEvent.NotificationEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .push(let push): show(push, device, &out)
    case .inFront(let notice):
      guard table.canAsk(notice.app) else {
        return withhold(notice, because: Condition(.inFront, holds: false), &out)
      }
      out.ask(notice)
    case .asked(let question):
      table.ask(question)
      plan(device)
    case .regionRefused(let notification, let app, let error):
      let isDenied = error == .regionMonitoringDenied
      let obstacle = Condition(
        isDenied ? .notPermitted : .tooManyNotifications,
        holds: false,
        subject: isDenied ? "location" : "\(RegionWatch.countMax) regions"
      )
      deny(notification, of: app, because: obstacle, &out)
    case .crossed(let region, let app, let isEntered):
      regionCrossed(region, of: app, entered: isEntered, device, &out)
    case .respond(let response, let app): _ = respond(response, of: app, device, &out)
    case .presented(let name, let app, let isShown):
      recordPresentation(of: name, app, isShown: isShown, &out)
    }
  }

  // MARK: When to look

  /// Plans the next review; the lock determines what is shown and delivered.
  mutating func plan(_ device: DeviceState) {
    table.nextReview = table.look(
      at: device.now,
      isLocked: device.screen.isLocked,
      mayShow: device.showsNotifications
    )
  }

  private mutating func review(_ device: DeviceState, _ out: inout Outbox) {
    for notice in table.takeUnanswered(at: device.now) {
      withhold(notice, because: Condition(.inFront, holds: false), &out)
    }
    if device.showsNotifications {
      for notice in table.takeHeld() { fire(notice, device, &out) }
      var hasFired = false
      while let notice = table.takeDue(by: device.clock, at: device.now) {
        fire(notice, device, &out)
        hasFired = true
      }
      // The machine is awake for it (LN11); work that needs no more than that is coalesced.
      if hasFired { out.coalesce(at: .processor) }
    }
    if !device.screen.isLocked {
      for (app, answer) in table.takeAnswers() {
        out.post(.notification(.respond(answer, of: app)))
      }
    }
    plan(device)
  }
}

extension DeviceState {
  /// Whether notifications are shown now, or kept until the first unlock.
  var showsNotifications: Bool {
    screen.wasUnlockedSinceBoot || RelaunchRule.shownNotification[.restartLocked] == .shows
  }
}

extension NotificationTrigger {
  /// The shortest interval of a notification that repeats (LN5; before iOS 10 the smallest calendar
  /// unit, because Apple says of `UILocalNotification.repeatInterval` that shorter ones are not
  /// supported).
  package static let repeatedIntervalMin = Duration.seconds(60)

  /// The mistake in the interval; `nil` if there is none.
  ///
  /// One that does not repeat must be above zero.
  var refusal: NotificationRefusal? {
    guard case .interval(let length, let repeats) = self else { return nil }
    let least = repeats ? Self.repeatedIntervalMin : .zero
    let isLongEnough = repeats ? length >= least : length > least
    return isLongEnough ? nil : .intervalTooShort(length, least: least)
  }
}
