internal import CTorporPosix
internal import Glibc

/// Tells when the wall clock is set; slewing it, as NTP does day by day, does not count.
///
/// A timer on `CLOCK_REALTIME` that is never due and that the kernel cancels when the clock is set;
/// nothing runs while it is not set.
package final class ClockSetWatch {
  private let descriptor: Descriptor
  private let loop: EventLoop
  private var token: EventLoop.Token?

  /// Calls `handler` each time the clock was set, and after the machine slept.
  ///
  /// - Throws: `SystemError` when the process has no descriptor left.
  package init(on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
    descriptor = Descriptor(
      owning: try checking("make", "a timer") {
        timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
      }
    )
    self.loop = loop
    let number = descriptor.rawValue
    var setting = itimerspec()
    setting.it_value.tv_sec = ClockSetWatch.neverSeconds
    _ = try checking("set", "a timer") {
      timerfd_settime(number, ClockSetWatch.flags, &setting, nil)
    }
    token = try loop.register(number, for: .readable) { _ in
      var count: UInt64 = 0
      // ECANCELED tells of it once; the timer stays as it is and is cancelled again.
      guard read(number, &count, 8) < 0, errno == ECANCELED else { return }
      handler()
    }
  }

  deinit {
    if let token { loop.cancel(token) }
  }

  // TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET of <sys/timerfd.h>.
  private static let flags: Int32 = 0x1 | 0x2

  /// The last second that the kernel's own clock has (`KTIME_SEC_MAX`): in the year 2262.
  private static let neverSeconds = 9_223_372_036
}
