package import TorporModel

/// The moments at which a machine that sleeps is worth waking.
package struct Alarms: Hashable, Sendable {
  /// Of a notification; `nil`: of none.
  package let notification: Instant?
  /// Of what somebody set an exact time for besides; `nil`: of nothing.
  package let exact: Instant?

  package init(notification: Instant? = nil, exact: Instant? = nil) {
    self.notification = notification
    self.exact = exact
  }

  /// Those that there are.
  package var all: [Instant] { [notification, exact].compactMap(\.self) }

  /// The first of them.
  package var first: Instant? {
    guard let notification, let exact else { return notification ?? exact }
    return min(notification, exact)
  }
}

extension Device {
  /// What the machine is woken for; everything else is due when it is awake.
  package var alarms: Alarms { alarms(at: now) }

  /// What a machine is woken for that falls asleep at the moment.
  func alarms(at now: Instant) -> Alarms {
    var exact = services.nextAlarm(on: state)
    for key in DeadlineKey.ofDevice {
      guard let moment = exactMoment(of: key, after: now) else { continue }
      exact = min(exact ?? moment, moment)
    }
    return Alarms(notification: state.showsNotifications ? notices.nextAlarm : nil, exact: exact)
  }

  /// The first of the alarms.
  package var nextAlarm: Instant? { alarms.first }

  /// Decides for each kind of deadline whether it is worth waking the machine for, notifications apart.
  private func exactMoment(of key: DeadlineKey, after now: Instant) -> Instant? {
    switch key {
    case .jobs: jobs.alarms.isEmpty ? nil : jobs.alarms.next(on: surroundings(at: now))
    // Said by the services.
    case .service: nil
    // Watchdogs, grace and looks: their processes sleep with the machine.
    case .app: nil
    // The system chooses the moment of background work, and chooses one at which the machine is awake.
    case .work, .planner: nil
    // Nothing can be received, and nobody looks.
    case .transfers, .screen: nil
    case .alarmWake: nil
    }
  }
}
