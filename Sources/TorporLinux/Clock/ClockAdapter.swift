package import TorporCore
package import TorporModel
package import TorporPosix

/// The device's time line on `CLOCK_BOOTTIME`, its one timer, and the alarm that wakes the machine.
///
/// The timer serves everything that is due; a machine that sleeps does not wake for it. The alarm stands
/// beside it, and takes nothing but what is worth waking for.
package final class ClockAdapter: ClockPort {
  /// Where the time line stood when this daemon began; save it with the journal.
  package let start: ClockAnchor
  /// Whether the machine was started anew since the last anchor was saved.
  package let isNewBoot: Bool
  /// Whether the machine is woken for whatever has an exact time.
  package let waking: SuspendWaking
  /// Whether the machine is woken for notifications.
  package let alarming: SuspendWaking
  private var sleeps: SleepMeter
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var armed: EventLoop.Token?
  private var alarm: AlarmTimer?
  private var alarmAt: Instant?

  /// Goes on from the last anchor saved; `nil` begins a new line at zero, or at `floor`.
  ///
  /// Where the machine cannot be woken from suspend though it should, what is due waits until it wakes by
  /// itself; `waking` says why.
  ///
  /// - Throws: `SystemError` when the boot id cannot be read.
  package init(
    resuming anchor: ClockAnchor?,
    floor: Instant = .zero,
    wakesFromSuspend: Bool = false,
    clocks: SleepMeter.Clocks = .ofTheKernel,
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
    alarming = SuspendWaking.probe(isWanted: true, sysRoot: sysRoot)
    waking = wakesFromSuspend ? alarming : .isNotWanted
    sleeps = SleepMeter(clocks)
    self.loop = loop
    self.sink = sink
    if alarming == .works {
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

  /// Now, with how long the machine slept since the last reading.
  package func read() -> ClockReading {
    let reading = sleeps.read()
    return ClockReading(
      now: start.device + .nanoseconds(reading.boottimeNanoseconds - start.boottimeNanoseconds),
      slept: .nanoseconds(reading.sleptNanoseconds)
    )
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
    guard let moment else { return }
    armed = loop.schedule(atBoottimeNanoseconds: boottimeNanoseconds(of: moment)) {
      [unowned self] in
      armed = nil
      sink.post(.input(.timerFired))
    }
  }

  /// Has the machine awake at these moments; where it cannot be woken, what is due waits until it is.
  package func set(_ alarms: Alarms) {
    let moment = waking == .works ? alarms.first : alarms.notification
    // Asked after every turn, and mostly the same.
    guard let alarm, moment != alarmAt else { return }
    alarmAt = moment
    alarm.set(atBoottimeNanoseconds: moment.map(boottimeNanoseconds))
  }

  private func boottimeNanoseconds(of moment: Instant) -> Int64 {
    let passed = (moment - start.device).nanoseconds
    let (boottime, overflowed) = start.boottimeNanoseconds.addingReportingOverflow(passed)
    return overflowed ? .max : max(0, boottime)
  }
}
