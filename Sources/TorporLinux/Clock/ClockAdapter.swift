package import TorporCore
package import TorporModel
package import TorporPosix

/// The device's time line on `CLOCK_BOOTTIME`, and its one timer.
package final class ClockAdapter: ClockPort {
  /// Where the time line stood when this daemon began; save it with the journal.
  package let start: ClockAnchor
  /// Whether the machine was started anew since the last anchor was saved.
  package let isNewBoot: Bool
  /// Whether the timer wakes the machine from suspend.
  package let waking: SuspendWaking
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var armed: EventLoop.Token?
  /// Takes the place of the loop's own timer where the machine is to be woken.
  private var alarm: AlarmTimer?

  /// Goes on from the last anchor saved; `nil` begins a new line at zero, or at `floor`.
  ///
  /// Where the timer cannot wake the machine from suspend though it should, it is due when the
  /// machine wakes by itself; `waking` says why.
  ///
  /// - Throws: `SystemError` when the boot id cannot be read.
  package init(
    resuming anchor: ClockAnchor?,
    floor: Instant = .zero,
    wakesFromSuspend: Bool = false,
    procRoot: String = "/proc",
    sysRoot: String = "/sys",
    on loop: EventLoop,
    sink: any HostEventSink
  ) throws(SystemError) {
    let text = try Files.read(procRoot + "/sys/kernel/random/boot_id")
    let bootID = String(text.prefix { !$0.isWhitespace })
    start = ClockAnchor.resume(
      from: anchor,
      floor: floor,
      bootID: bootID,
      boottimeNanoseconds: BootClock.nanoseconds(),
      wallNanoseconds: BootClock.wallNanoseconds()
    )
    isNewBoot = anchor.map { $0.bootID != bootID } ?? false
    waking = SuspendWaking.probe(isWanted: wakesFromSuspend, sysRoot: sysRoot)
    self.loop = loop
    self.sink = sink
    if waking == .works {
      alarm = try AlarmTimer(on: loop) { sink.post(.input(.timerFired)) }
    }
  }

  deinit {
    if let armed { loop.cancel(armed) }
  }

  /// Now, on the device's time line.
  package func now() -> Instant {
    start.device + .nanoseconds(BootClock.nanoseconds() - start.boottimeNanoseconds)
  }

  /// Nanoseconds since 1970 by the wall clock.
  package func wallNanoseconds() -> Int64 { BootClock.wallNanoseconds() }

  /// The present moment on all clocks, to be saved now and then and at a clean stop.
  package func anchor() -> ClockAnchor {
    let boottime = BootClock.nanoseconds()
    return ClockAnchor(
      bootID: start.bootID,
      boottimeNanoseconds: boottime,
      device: start.device + .nanoseconds(boottime - start.boottimeNanoseconds),
      wallNanoseconds: BootClock.wallNanoseconds()
    )
  }

  /// Has `.timerFired` posted at the moment, once; the last call wins.
  package func arm(at moment: Instant?) {
    if let armed { loop.cancel(armed) }
    armed = nil
    guard let moment else {
      alarm?.set(atBoottimeNanoseconds: nil)
      return
    }
    let passed = (moment - start.device).nanoseconds
    let (boottime, overflowed) = start.boottimeNanoseconds.addingReportingOverflow(passed)
    let atBoottime = overflowed ? .max : max(0, boottime)
    if let alarm { return alarm.set(atBoottimeNanoseconds: atBoottime) }
    armed = loop.schedule(atBoottimeNanoseconds: atBoottime) { [unowned self] in
      armed = nil
      sink.post(.input(.timerFired))
    }
  }
}
