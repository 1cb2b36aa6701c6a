internal import Glibc

/// A date by the wall clock, with the members of Foundation's `Date`, which this library does without.
///
/// `Date(timeIntervalSince1970: date.timeIntervalSince1970)` makes one of Foundation's of it.
public struct WallDate: Hashable, Comparable, Sendable {
  /// Seconds since the beginning of 1970, UTC.
  public var timeIntervalSince1970: Double

  /// Makes the date that many seconds after the beginning of 1970, UTC.
  public init(timeIntervalSince1970: Double) {
    self.timeIntervalSince1970 = timeIntervalSince1970
  }

  /// Makes the date that many seconds from now.
  public init(timeIntervalSinceNow: Double) {
    self.init(timeIntervalSince1970: Self.now.timeIntervalSince1970 + timeIntervalSinceNow)
  }

  /// The current date.
  public static var now: WallDate {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallDate(
      timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    )
  }

  /// A date before all others, for what has no beginning.
  public static let distantPast = WallDate(timeIntervalSince1970: -62_135_769_600)

  /// A date after all others, for what has no end.
  public static let distantFuture = WallDate(timeIntervalSince1970: 64_092_211_200)

  /// Seconds from now until the date; negative for one that has passed.
  public var timeIntervalSinceNow: Double { timeIntervalSince(.now) }

  /// Seconds from another date until this one.
  public func timeIntervalSince(_ date: WallDate) -> Double {
    timeIntervalSince1970 - date.timeIntervalSince1970
  }

  /// The date that many seconds later.
  public func addingTimeInterval(_ seconds: Double) -> WallDate {
    WallDate(timeIntervalSince1970: timeIntervalSince1970 + seconds)
  }

  /// Orders dates from early to late.
  public static func < (left: WallDate, right: WallDate) -> Bool {
    left.timeIntervalSince1970 < right.timeIntervalSince1970
  }
}

extension WallDate {
  /// How long it is until the date; the longest that is represented for one that is farther away.
  var durationFromNow: Duration {
    let seconds = min(max(timeIntervalSinceNow, -Self.secondsMax), Self.secondsMax)
    return .nanoseconds(Int64(seconds * 1_000_000_000))
  }

  /// 200 years, which `Int64` holds in nanoseconds (292 years at the most).
  private static let secondsMax = 200.0 * 365 * 86_400
}
