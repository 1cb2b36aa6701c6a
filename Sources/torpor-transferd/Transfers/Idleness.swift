import TorporModel

/// How long a request has kept its place while next to nothing moved, counted in looks as `Silence` is.
///
/// Silence ends with each byte; this does not, for a byte now and then is as useless to those who wait for
/// the place as none.
struct Idleness {
  private var moved: Int64 = 0
  private var looksInVain = 0

  /// What must move within one turn for the place to be used: 16 KiB, some 3 KiB a second.
  ///
  /// Our choice.
  static let usefulBytes: Int64 = 16 << 10
  /// How long a place may be kept for nothing while others wait for one, the first time: 5 s.
  ///
  /// Twice as long each time, so that a slow server is given the time that it takes. Our choice.
  static let turn = Duration.seconds(5)

  /// How long the place was of no use; looks are `ProgressMeter.interval` apart.
  var length: Duration { ProgressMeter.interval * looksInVain }

  /// Takes in what has moved so far; a limit of the owner's own is no fault of the server's.
  mutating func look(moved: Int64, bytesPerSecondMax: Int64?) {
    let useful = min(Idleness.usefulBytes, (bytesPerSecondMax ?? .max) / 2)
    if moved - self.moved > useful {
      self.moved = moved
      looksInVain = 0
    } else {
      looksInVain += 1
    }
  }

  /// How long the one that has given way so many times keeps its next place.
  static func turn(afterGivingWay count: Int) -> Duration { turn * (1 << min(count, 10)) }
}
