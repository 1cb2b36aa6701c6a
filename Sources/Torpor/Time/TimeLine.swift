internal import Synchronization
internal import TorporAppModel
internal import TorporPosix

/// The offset between the system's time line and this machine's clocks.
///
/// The system counts moments on its own time line, which runs with `CLOCK_BOOTTIME`; it reports the line's current
/// position when the app attaches. There is one for the process, because a process has one system; `offset` is guarded
/// by its mutex, written by the connection's thread and read by any thread.
enum TimeLine {
  /// The number of nanoseconds by which the line is ahead of `CLOCK_BOOTTIME`; `nil` before the system has reported it.
  private static let offset = Mutex<Int64?>(nil)

  /// Records the line's current position, as reported by the system.
  static func stands(at now: Instant) {
    let ahead = now.nanoseconds &- BootClock.nanoseconds()
    offset.withLock { $0 = ahead }
  }

  /// Returns the date of a moment according to the wall clock's current setting; the current date if the offset is
  /// unknown.
  static func date(of moment: Instant) -> WallDate {
    guard let ahead = offset.withLock({ $0 }) else { return .now }
    let fromNow = moment.nanoseconds &- ahead &- BootClock.nanoseconds()
    return WallDate(timeIntervalSinceNow: Double(fromNow) / 1_000_000_000)
  }
}
