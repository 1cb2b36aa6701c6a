import TorporModel

/// The time for which a request has kept its place with almost no progress, measured in samples like `Silence`.
///
/// Silence ends with each byte; idleness does not, because an occasional byte is as useless as none to transfers that
/// wait for the place.
struct Idleness {
  private var moved: Int64 = 0
  private var looksInVain = 0

  /// The minimum progress within one period for the place to count as used: 16 KiB, about 3 KiB a second.
  ///
  /// Our choice.
  static let usefulBytes: Int64 = 16 << 10
  /// The time for which a place may be kept unused while others wait for one, the first time: 5 s.
  ///
  /// Twice as long each time, so that a slow server gets the time that it needs. Our choice.
  static let turn = Duration.seconds(5)

  /// The time for which the place was unused; samples are `ProgressMeter.interval` apart.
  var length: Duration { ProgressMeter.interval * looksInVain }

  /// Takes the progress so far; a limit set by the owner is not attributed to the server.
  mutating func look(moved: Int64, bytesPerSecondMax: Int64?) {
    let useful = min(Idleness.usefulBytes, (bytesPerSecondMax ?? .max) / 2)
    if moved - self.moved > useful {
      self.moved = moved
      looksInVain = 0
    } else {
      looksInVain += 1
    }
  }

  /// Returns the time for which a transfer that has yielded a number of times keeps its next place.
  static func turn(afterGivingWay count: Int) -> Duration { turn * (1 << min(count, 10)) }
}
