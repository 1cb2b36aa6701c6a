internal import Glibc

/// A date of the wall clock, with the members of Foundation's `Date`, on which this library does not depend.
///
/// `Date(timeIntervalSince1970: date.timeIntervalSince1970)` converts it to Foundation's type.
public struct WallDate: Hashable, Comparable, Sendable {
  /// Seconds since the beginning of 1970, UTC.
  public var timeIntervalSince1970: Double

  /// Makes the date a number of seconds after the beginning of 1970, UTC.
  public init(timeIntervalSince1970: Double) {
    self.timeIntervalSince1970 = timeIntervalSince1970
  }

  /// Makes the date a number of seconds from now.
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

  /// A date before all others, for intervals without a beginning.
  public static let distantPast = WallDate(timeIntervalSince1970: -62_135_769_600)

  /// A date after all others, for intervals without an end.
  public static let distantFuture = WallDate(timeIntervalSince1970: 64_092_211_200)

  /// Seconds from now until the date; negative for one that has passed.
  public var timeIntervalSinceNow: Double { timeIntervalSince(.now) }

  /// Returns the seconds from another date until this one.
  public func timeIntervalSince(_ date: WallDate) -> Double {
    timeIntervalSince1970 - date.timeIntervalSince1970
  }

  /// Returns the date a number of seconds later.
  public func addingTimeInterval(_ seconds: Double) -> WallDate {
    WallDate(timeIntervalSince1970: timeIntervalSince1970 + seconds)
  }

  /// Orders dates from early to late.
  public static func < (left: WallDate, right: WallDate) -> Bool {
    left.timeIntervalSince1970 < right.timeIntervalSince1970
  }
}

extension WallDate {
  /// The duration until the date, limited to the longest that can be represented.
  var durationFromNow: Duration {
    let seconds = min(max(timeIntervalSinceNow, -Self.secondsMax), Self.secondsMax)
    return .nanoseconds(Int64(seconds * 1_000_000_000))
  }

  /// 200 years, which `Int64` can represent in nanoseconds (at most 292 years).
  private static let secondsMax = 200.0 * 365 * 86_400
}
