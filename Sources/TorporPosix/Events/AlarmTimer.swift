internal import CTorporPosix
internal import Glibc

/// One timer that also wakes the machine from suspend (`CLOCK_BOOTTIME_ALARM`).
package final class AlarmTimer {
  private let descriptor: Descriptor
  private let loop: EventLoop
  private var token: EventLoop.Token?

  /// Calls `handler` when the moment that was set last has come.
  ///
  /// - Throws: `SystemError`: `EPERM` without CAP_WAKE_ALARM.
  package init(on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
    descriptor = try AlarmTimer.open()
    self.loop = loop
    let number = descriptor.rawValue
    token = try loop.register(number, for: .readable) { _ in
      var count: UInt64 = 0
      // A timer that was set anew meanwhile has nothing to read.
      guard read(number, &count, 8) == 8 else { return }
      handler()
    }
  }

  deinit {
    if let token { loop.cancel(token) }
  }

  /// Sets the moment on `CLOCK_BOOTTIME`; `nil`: not at all.
  package func set(atBoottimeNanoseconds moment: Int64?) {
    var setting = itimerspec()
    if let moment {
      // Zero would disarm the timer.
      let nanoseconds = max(1, moment)
      setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    _ = timerfd_settime(descriptor.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// Finds out whether this process may set alarms.
  ///
  /// A machine without a clock that could wake it takes them all the same, and sleeps on.
  ///
  /// - Throws: `SystemError` saying why not.
  package static func probe() throws(SystemError) { _ = try open() }

  private static func open() throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try checking("make", "an alarm timer") {
        timerfd_create(CLOCK_BOOTTIME_ALARM, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
      }
    )
  }
}
