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
  /// Whether the machine is woken for notifications, also where the timer does not wake it.
  package let alarming: SuspendWaking
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var armed: EventLoop.Token?
  /// Takes the place of the loop's own timer where the machine is to be woken.
  private var alarm: AlarmTimer?
  /// Stands beside the loop's own timer where that does not wake the machine.
  private var notificationAlarm: AlarmTimer?
  private var alarmAt: Instant?

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
    alarming = SuspendWaking.probe(isWanted: true, sysRoot: sysRoot)
    waking = wakesFromSuspend ? alarming : .isNotWanted
    self.loop = loop
    self.sink = sink
    if waking == .works {
      alarm = try AlarmTimer(on: loop) { sink.post(.input(.timerFired)) }
    } else if alarming == .works {
      notificationAlarm = try AlarmTimer(on: loop) { sink.post(.input(.timerFired)) }
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
    let atBoottime = boottimeNanoseconds(of: moment)
    if let alarm { return alarm.set(atBoottimeNanoseconds: atBoottime) }
    armed = loop.schedule(atBoottimeNanoseconds: atBoottime) { [unowned self] in
      armed = nil
      sink.post(.input(.timerFired))
    }
  }

  /// Has the machine awake at the moment; where it cannot be woken, what is due waits until it is.
  package func setAlarm(at moment: Instant?) {
    // Asked after every turn, and mostly the same.
    guard let notificationAlarm, moment != alarmAt else { return }
    alarmAt = moment
    notificationAlarm.set(atBoottimeNanoseconds: moment.map(boottimeNanoseconds))
  }

  private func boottimeNanoseconds(of moment: Instant) -> Int64 {
    let passed = (moment - start.device).nanoseconds
    let (boottime, overflowed) = start.boottimeNanoseconds.addingReportingOverflow(passed)
    return overflowed ? .max : max(0, boottime)
  }
}
