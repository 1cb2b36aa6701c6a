internal import Synchronization
internal import TorporAppModel
internal import TorporPosix

/// Where the system's time line stands against this machine's clocks.
///
/// The system counts moments on a line of its own, which runs with `CLOCK_BOOTTIME`; it says where the
/// line stands when the app attaches. One for the process, since a process has one system; `offset` is
/// guarded by its mutex, written by the connection's thread and read by any.
enum TimeLine {
  /// Nanoseconds by which the line is ahead of `CLOCK_BOOTTIME`; `nil` before the system has said so.
  private static let offset = Mutex<Int64?>(nil)

  /// The system has said where its line stands now.
  static func stands(at now: Instant) {
    let ahead = now.nanoseconds &- BootClock.nanoseconds()
    offset.withLock { $0 = ahead }
  }

  /// The date of a moment by the wall clock as it is set now; the current date where nothing is known.
  static func date(of moment: Instant) -> WallDate {
    guard let ahead = offset.withLock({ $0 }) else { return .now }
    let fromNow = moment.nanoseconds &- ahead &- BootClock.nanoseconds()
    return WallDate(timeIntervalSinceNow: Double(fromNow) / 1_000_000_000)
  }
}
