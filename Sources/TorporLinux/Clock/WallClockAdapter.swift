package import TorporCore
internal import TorporModel
package import TorporPosix

/// What the wall clock shows along the device's time line, told at first and whenever it was set.
///
/// The time line runs on `CLOCK_BOOTTIME`, so that setting the wall clock moves the one against the
/// other. The kernel tells of it; nothing runs while nobody sets the clock. A clock that is slewed
/// drifts away without a word, so a host that is awake anyway should `look`.
package final class WallClockAdapter {
  private let clock: ClockAdapter
  private let wallNanoseconds: () -> Int64
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var watch: ClockSetWatch?
  /// What the wall clock showed at the start of the time line, as the device knows it.
  private var toldZeroNanoseconds: Int64?

  /// Makes an adapter that says nothing before `start`.
  package init(
    along clock: ClockAdapter,
    wallNanoseconds: @escaping () -> Int64 = BootClock.wallNanoseconds,
    on loop: EventLoop,
    sink: any HostEventSink
  ) {
    self.clock = clock
    self.wallNanoseconds = wallNanoseconds
    self.loop = loop
    self.sink = sink
  }

  /// Posts what the clock shows unless that is what the device knows, and every later jump.
  ///
  /// - Throws: `SystemError` where the kernel does not tell of jumps; the present time is posted.
  package func start(known: WallClock) throws(SystemError) {
    toldZeroNanoseconds = known.zeroUnixNanoseconds
    look()
    watch = try ClockSetWatch(on: loop) { [unowned self] in look() }
  }

  /// How far the clock must be from what was told to be told anew: 1 s.
  ///
  /// Our choice: nothing is planned by the wall clock to less than a second, and news of each slew
  /// would fill the journal.
  private static let toleranceNanoseconds: Int64 = 1_000_000_000

  /// Reads the clock and posts it if it has moved against the time line.
  package func look() {
    let wall = wallNanoseconds()
    let zero = wall.subtractingReportingOverflow(clock.now().nanoseconds).partialValue
    if let told = toldZeroNanoseconds {
      let (moved, overflowed) = zero.subtractingReportingOverflow(told)
      if !overflowed, moved.magnitude < WallClockAdapter.toleranceNanoseconds.magnitude { return }
    }
    toldZeroNanoseconds = zero
    sink.post(.input(.device(event: .wallClock(unixNanoseconds: wall))))
  }
}
