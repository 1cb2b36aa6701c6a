package import TorporModel

/// How long an app was in each state: the battery page's two columns, and when it entered its present state.
package struct UsageAccount: Hashable, Sendable, Saved {
  package private(set) var state: ApplicationState = .notRunning
  package private(set) var since: Instant
  private var foreground: Duration = .zero
  private var background: Duration = .zero
  /// When it was last on screen; decides between equals when memory is short.
  package private(set) var lastOnScreen: Instant?
  /// The app's share of the wakes planned for it, in nanojoules, at the planner's costs.
  package private(set) var wakeNanojoules: Int64 = 0
  /// The number of its wakes off screen, by reason; `nil`: none.
  package private(set) var wakes: WakeCounts?

  package init(at now: Instant) { since = now }

  /// Records that the app was on screen at a time before this device's records.
  mutating func wasOnScreen(at moment: Instant) {
    lastOnScreen = lastOnScreen.map { max($0, moment) } ?? moment
  }

  /// Adds the energy of a wake for the app, among others.
  mutating func noteEnergy(nanojoules: Int64) { wakeNanojoules += nanojoules }

  /// Counts a wake of the app off screen, or an additional reason to be awake there.
  mutating func noteWake(_ reason: WakeReason) {
    var counts = wakes ?? WakeCounts()
    counts.note(reason)
    wakes = counts
  }

  /// Records the app's next state.
  package mutating func move(to next: ApplicationState, at now: Instant) {
    guard next != state else { return }
    foreground = foregroundTime(at: now)
    background = backgroundTime(at: now)
    if state.isForeground || next.isForeground { lastOnScreen = now }
    state = next
    since = now
  }

  /// Accounts for a sleep of the machine in the app's present state; the app was not used in it.
  ///
  /// Until the app changes its state, an account may be negative by the excess that `since` includes.
  mutating func slept(for length: Duration) {
    if state.isForeground { foreground -= length }
    if state == .background { background -= length }
  }

  package func foregroundTime(at now: Instant) -> Duration {
    state.isForeground ? foreground + (now - since) : foreground
  }

  package func backgroundTime(at now: Instant) -> Duration {
    state == .background ? background + (now - since) : background
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension UsageAccount {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("background")
    background.write(to: &writer)
    writer.key("foreground")
    foreground.write(to: &writer)
    if let lastOnScreen {
      writer.key("lastOnScreen")
      lastOnScreen.write(to: &writer)
    }
    writer.key("since")
    since.write(to: &writer)
    writer.key("state")
    state.write(to: &writer)
    writer.key("wakeNanojoules")
    wakeNanojoules.write(to: &writer)
    if let wakes {
      writer.key("wakes")
      wakes.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("background")
    background = try Duration(from: &reader)
    try reader.key("foreground")
    foreground = try Duration(from: &reader)
    lastOnScreen = try reader.hasKey("lastOnScreen") ? Instant(from: &reader) : nil
    try reader.key("since")
    since = try Instant(from: &reader)
    try reader.key("state")
    state = try ApplicationState(from: &reader)
    try reader.key("wakeNanojoules")
    wakeNanojoules = try Int64(from: &reader)
    wakes = try reader.hasKey("wakes") ? WakeCounts(from: &reader) : nil
    try reader.endObject()
  }
}
