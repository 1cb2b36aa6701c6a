package import TorporCore
package import TorporModel

/// An app of a scenario: what it declares, what the user allows it, and what it does when called.
package struct AppDefinition: Sendable {
  /// The name that the scenario calls it by.
  package var alias: String
  /// Where the file defines it.
  package var line: Int
  /// Its `Info.plist`.
  package var manifest: AppManifest
  /// What the user allows it.
  package var settings: AppSettings
  /// What the user has not decided; the app has none of it, and may ask.
  package var undecided: [Permission] = []
  /// What it takes of memory.
  package var memory: FootprintDefinition
  /// What is in its caches at the beginning, in bytes.
  package var cacheBytes: Int64 = 0
  /// When the user opened it in the past.
  package var history: UsageHistory?
  /// What it does in each callback; a callback without an entry returns at once.
  package var callbacks: [CallbackName: [Step]]
  /// How many tasks one process of it submits; what it would submit then it leaves out.
  package var submissionsMax = Int.max

  /// Its identifier.
  package var identifier: AppIdentifier { manifest.identifier }

  /// Whether the app submits the identifier for continued work, and for nothing else.
  package func continuesOnly(_ identifier: String) -> Bool {
    let kinds = callbacks.values.flatMap { $0 }.flatMap { $0.submissions(of: identifier) }
    return !kinds.isEmpty
      && kinds.allSatisfy { if case .continued = $0 { true } else { false } }
  }

  /// Makes an app that returns from every callback at once.
  package init(
    alias: String,
    line: Int = 0,
    manifest: AppManifest,
    settings: AppSettings = AppSettings(),
    memory: FootprintDefinition = FootprintDefinition(),
    history: UsageHistory? = nil,
    callbacks: [CallbackName: [Step]] = [:]
  ) {
    self.alias = alias
    self.line = line
    self.manifest = manifest
    self.settings = settings
    self.memory = memory
    self.history = history
    self.callbacks = callbacks
  }
}

/// What an app takes of memory on screen and off it.
package struct FootprintDefinition: Hashable, Sendable {
  /// On screen, in bytes; 100 MB where the scenario is silent, a small app (our choice).
  package var foregroundBytes: Int64 = 100_000_000
  /// Off screen, in bytes; 50 MB where the scenario is silent, Apple's advice for suspended apps
  /// (WWDC 20, 10078).
  package var backgroundBytes: Int64 = 50_000_000

  /// Makes the footprint of a small app.
  package init() {}
}

/// Past daily use of an app, known to the usage model at 0 s.
package struct UsageHistory: Hashable, Sendable {
  /// Minutes after midnight at which the user opened it, each day.
  package var opensAtMinutes: [Int]
  /// How many days back it goes.
  package var days: Int

  /// How long before a moment of the wall clock each opening was, the oldest first.
  ///
  /// The days are the last `days` times 24 hours before the moment, so that each time of day is in
  /// them `days` times. Midnight is that of the zone, with the offset that it has at the moment.
  package func openedAgo(
    beforeWallNanoseconds start: Int64,
    in zone: ZoneRules = .utc
  ) -> [Duration] {
    let dayNanoseconds = Int(Duration.days(1).nanoseconds)
    let second = Int(start).flooredQuotient(by: 1_000_000_000)
    let local = Int(start) + zone.period(at: second).offset.seconds * 1_000_000_000
    let sinceMidnight = Duration.nanoseconds(local.flooredRemainder(by: dayNanoseconds))
    let openings = opensAtMinutes.flatMap { minutes in
      let today = sinceMidnight - .minutes(minutes)
      // A time of day that is yet to come was last there yesterday.
      let last = today > .zero ? today : today + .days(1)
      return (0..<days).map { last + .days(1) * $0 }
    }
    return openings.sorted(by: >)
  }
}
