package import TorporModel

/// A tip supported by this device's figures, with the figures and the command to follow it.
package struct Advice: Hashable, Sendable {
  package let facts: Facts
  /// The command for the user to type; `nil`: the advice is to do nothing.
  package let command: String?

  package enum Facts: Hashable, Sendable {
    case sleepless(Sleepless)
    case refresh(BackgroundWork)
    case location(Share)
    case notifications(AppIdentifier, unanswered: Int)
    case evicted(AppIdentifier, times: Int, relaunches: Int)
    case forceQuit(AppIdentifier, times: Int, relaunches: Int)
    /// The lowest charge of the battery, and its present charge.
    case lowPower(lowestPercent: Int, percent: Int)
    case restart(uptime: Duration, MemoryPressureLevel)
  }

  /// The share of some use by an app in the energy of all apps, at the costs of the ledger: the
  /// model's, or those fitted to this machine.
  package struct Share: Hashable, Sendable {
    package let app: AppIdentifier
    package let nanojoules: Int64
    package let permille: Int
  }

  /// Work for which the system ran an app off screen, although the user rarely opened the app.
  package struct BackgroundWork: Hashable, Sendable {
    package let share: Share
    /// The numbers of its wakes for this work, and of the user's opens in the same time.
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

  /// The thresholds below which there is no advice: a change would not be noticed.
  ///
  /// All are our choice.
  package enum Threshold {
    /// The share of the energy of all apps in the period: 5 %, an hour of a day's battery.
    package static let sharePermille = 50
    /// The total energy: 10 J; one wake of the radio is 18 J.
    package static let nanojoules: Int64 = 10_000_000_000
    /// Wakes: 8 in the period, one in three hours of a day.
    package static let wakes = 8
    /// Wakes for each open of the app: more than 4 fetch content that the user does not look at.
    package static let wakesForEachOpen = 4
    /// Notifications without an answer: 10, more than fit on a screen.
    package static let notifications = 10
    /// Launches after an end for memory, or after a force-quit: 3, more than chance.
    package static let times = 3
    /// Time since a restart: 30 days, after which memory may be fragmented; only if memory is short.
    package static let uptime = Duration.days(30)
  }
}

/// Counts of recent decisions about apps that advice depends on.
package struct EndCounts: Hashable, Sendable {
  // Only looked up, never iterated: the order of the hash does not matter.
  /// How often each app was ended for memory, and launched after that.
  package private(set) var evictions: [AppIdentifier: Ends] = [:]
  /// How often each app was removed from the switcher, and launched after that.
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
