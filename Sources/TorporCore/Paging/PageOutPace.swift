import TorporModel

/// The pace of writing memory to swap without urgency, so that no other program waits for the disk because of it.
///
/// The host writes a piece, waits until it is on the disk, and then leaves the disk alone for a pause.
/// It measures how long others waited in both. If they wait more while a piece is being written than
/// in the pauses, the writing is the cause: pieces get smaller and pauses longer. Waits in the pauses
/// have other causes.
package struct PageOutPace: Hashable, Sendable {
  /// A time, and how much of it any process waited.
  package struct Span: Hashable, Sendable {
    var elapsed: Duration
    var stalled: Duration

    package init(elapsed: Duration, stalled: Duration) {
      self.elapsed = elapsed
      self.stalled = stalled
    }

    static let none = Span(elapsed: .zero, stalled: .zero)

    fileprivate var permille: Int64 {
      guard elapsed > .zero else { return 0 }
      return min(stalled, elapsed).nanoseconds * 1000 / elapsed.nanoseconds
    }

    fileprivate mutating func add(_ other: Span) {
      elapsed += other.elapsed
      stalled += other.stalled
    }
  }

  /// 0 is full speed; each step halves the pieces and doubles the pauses.
  private var slowness = 0
  private var quickLooks = 0
  private var written = Span.none
  private var paused = Span.none

  package init() {}

  /// How much the next piece takes at most, in bytes.
  package var pieceBytes: UInt64 {
    max(PageOutPace.pieceBytesMin, PageOutPace.pieceBytesMax >> UInt64(slowness))
  }

  /// How long the disk is left alone after a piece that took so long.
  package func pause(after piece: Duration) -> Duration {
    let least = slowness > 0 ? PageOutPace.pauseUnit * (1 << slowness) : .zero
    return min(max(piece * (1 << slowness), least), PageOutPace.pauseMax)
  }

  /// A piece was written and the pause after it is over; `isOnDisk`: the piece reached the disk in time.
  package mutating func passed(piece: Span, pause: Span, isOnDisk: Bool) {
    written.add(piece)
    paused.add(pause)
    guard isOnDisk else { return slowDown() }
    guard written.elapsed >= PageOutPace.lookTime else { return }
    let usual = paused.elapsed >= PageOutPace.lookTime ? paused.permille : 0
    if written.permille > usual + PageOutPace.tolerancePermille {
      slowDown()
    } else {
      quickLooks += 1
      forget()
      guard quickLooks >= PageOutPace.quickLooksMin else { return }
      slowness = max(0, slowness - 1)
      quickLooks = 0
    }
  }

  private mutating func slowDown() {
    slowness = min(slowness + 1, PageOutPace.slownessMax)
    quickLooks = 0
    forget()
  }

  /// Older pauses count for less: what else goes on with the disk changes.
  private mutating func forget() {
    written = .none
    paused.elapsed = paused.elapsed / 2
    paused.stalled = paused.stalled / 2
  }
}

extension PageOutPace {
  /// 1 MiB, mostly 2 to 4 ms on a disk (measured).
  ///
  /// For as long a thaw may come too late to spare the app its pages; our choice.
  package static let pieceBytesMax: UInt64 = 1 << 20

  /// 64 KiB, two of the clusters that the kernel writes at once; our choice.
  package static let pieceBytesMin: UInt64 = 64 << 10

  /// 10 ms, doubled with each step, and never more than a second; our choice.
  private static let pauseUnit = Duration.milliseconds(10)
  package static let pauseMax = Duration.seconds(1)
  /// Six steps: 64 KiB in 650 ms, which is about what the budget of a day allows in the long run.
  private static let slownessMax = 6

  /// How much more others may wait because of us, in permille of the time: 100.
  ///
  /// Who waits a tenth of the time for a disk is slowed down by a tenth; our choice.
  private static let tolerancePermille: Int64 = 100
  /// How much time with a piece on its way is judged at once: 20 ms.
  ///
  /// That is short for a disk that makes anybody wait; our choice.
  private static let lookTime = Duration.milliseconds(20)
  /// How often that must look well before it gets faster again: three times; our choice.
  private static let quickLooksMin = 3
}
