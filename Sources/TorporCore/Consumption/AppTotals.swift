import TorporModel

/// The place in which an app uses resources.
package enum UsePlace: String, Hashable, Sendable, Saved {
  case onScreen, offScreen
  /// It is suspended, or has no process.
  case still
}

/// The counters of an app's record, and what keeps it running.
package struct AppTotals: Hashable, Sendable {
  let state: ApplicationState
  let onScreenMicroseconds: Int64
  let offScreenMicroseconds: Int64
  let wakeNanojoules: Int64
  let wakes: WakeCounts
  let holds: [Reason]

  var place: UsePlace {
    switch state {
    case .active, .inactive: .onScreen
    case .background: .offScreen
    case .suspended, .notRunning: .still
    }
  }

  /// Makes the totals of a borrowed record: a copy, also for a call, would cost more than all the reads.
  @inline(__always)
  init(_ record: borrowing AppRecord, at now: Instant) {
    state = record.usage.state
    onScreenMicroseconds = record.usage.foregroundTime(at: now).microseconds
    offScreenMicroseconds = record.usage.backgroundTime(at: now).microseconds
    wakeNanojoules = record.usage.wakeNanojoules
    wakes = record.usage.wakes ?? WakeCounts()
    holds = state == .background ? record.reasonsHeldBy(at: now) : []
  }
}
