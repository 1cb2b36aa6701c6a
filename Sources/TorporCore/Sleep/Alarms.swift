package import TorporModel

/// The times at which a sleeping machine is woken.
package struct Alarms: Hashable, Sendable {
  /// Of a notification; `nil`: of none.
  package let notification: Instant?
  /// Of whatever else has an exact time; `nil`: of nothing.
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
  /// The events for which the machine is woken; everything else is due when it is awake.
  package var alarms: Alarms { alarms(at: now) }

  /// The first of the alarms.
  package var nextAlarm: Instant? { alarms.first }
}

extension DeviceReading {
  /// The alarms for a machine that falls asleep now.
  ///
  /// Only services say what that is. Whatever else has a deadline can wait until the machine is awake: watchdogs
  /// and grace, for their processes sleep with it; background work, whose moment the system chooses; transfers,
  /// because nothing can be received; and the screen, which is off.
  func alarms(at moment: Instant) -> Alarms {
    var seen = state
    seen.now = moment
    return Alarms(
      notification: state.showsNotifications ? notifications.nextAlarm : nil,
      exact: services.nextAlarm(on: seen)
    )
  }
}
