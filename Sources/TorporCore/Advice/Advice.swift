package import TorporModel

/// A tip that the figures of this device carry, with them and with the command that follows it.
package struct Advice: Hashable, Sendable {
  package let facts: Facts
  /// What the user types; `nil`: it is something to leave alone.
  package let command: String?

  package enum Facts: Hashable, Sendable {
    case sleepless(Sleepless)
    case refresh(BackgroundWork)
    case location(Share)
    case notifications(AppIdentifier, unanswered: Int)
    case evicted(AppIdentifier, times: Int, relaunches: Int)
    case forceQuit(AppIdentifier, times: Int, relaunches: Int)
    /// The charge to which the battery has come down, and what it is now.
    case lowPower(lowestPercent: Int, percent: Int)
    case restart(uptime: Duration, MemoryPressureLevel)
  }

  /// What something of an app took of the energy of all apps, at the costs of the ledger: the model's, or those fitted to this machine.
  package struct Share: Hashable, Sendable {
    package let app: AppIdentifier
    package let nanojoules: Int64
    package let permille: Int
  }

  /// What the system ran an app for off screen, of which the user has seen little.
  package struct BackgroundWork: Hashable, Sendable {
    package let share: Share
    /// How often it was woken for it, and how often the user has opened it in the same time.
    package let wakes: Int
    package let opens: Int
  }

  package var kind: AdviceKind {
    switch facts {
    case .sleepless: .sleepless
    case .refresh: .refresh
    case .location: .location
    case .notifications: .notifications
    case .evicted: .evicted
    case .forceQuit: .forceQuit
    case .lowPower: .lowPower
    case .restart: .restart
    }
  }

  /// Below these figures nothing is advised: a change would not be noticed.
  ///
  /// All of them are our choice.
  package enum Threshold {
    /// Of the energy of all apps in the period: 5 %, an hour of a day's battery.
    package static let sharePermille = 50
    /// Of the energy in all: 10 J; one wake of the radio is 18 J.
    package static let nanojoules: Int64 = 10_000_000_000
    /// Wakes: 8 in the period, one in three hours of a day.
    package static let wakes = 8
    /// Wakes for each time that the app is opened: more than 4 show content that nobody looks at.
    package static let wakesForEachOpen = 4
    /// Notifications without an answer: 10, more than fit on a screen.
    package static let notifications = 10
    /// Launches after an end for memory, or after a force-quit: 3, more than chance.
    package static let times = 3
    /// Time since a restart: 30 days, after which memory may be fragmented; only where it is short.
    package static let uptime = Duration.days(30)
  }
}

/// What was decided about apps lately, as far as advice asks.
package struct EndCounts: Hashable, Sendable {
  // Only looked up, never walked through: no order of a hash matters.
  /// How often each app was ended for memory, and launched after that.
  package private(set) var evictions: [AppIdentifier: Ends] = [:]
  /// How often each was removed from the switcher, and launched after that.
  package private(set) var forceQuits: [AppIdentifier: Ends] = [:]

  package struct Ends: Hashable, Sendable {
    package private(set) var times = 0
    package private(set) var relaunches = 0
    /// Whether it has not been launched since.
    private var isEnded = false

    fileprivate mutating func end() {
      times += 1
      isEnded = true
    }

    fileprivate mutating func launch() {
      if isEnded { relaunches += 1 }
      isEnded = false
    }
  }

  /// Counts decisions, oldest first, from then on.
  package init(_ decisions: some Sequence<Decision>, since begin: Instant) {
    for decision in decisions where decision.at >= begin && decision.verdict == .done {
      guard let app = decision.app else { continue }
      switch decision.action {
      case .end(.jetsam): evictions[app, default: Ends()].end()
      case .end(.forceQuit): forceQuits[app, default: Ends()].end()
      case .launch:
        evictions[app]?.launch()
        forceQuits[app]?.launch()
      default: break
      }
    }
  }
}
