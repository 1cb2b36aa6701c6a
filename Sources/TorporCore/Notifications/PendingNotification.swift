package import TorporModel

/// A notification that waits for its time or its place.
///
/// It owns when it is due next. Intervals run along the time line, which no change of the wall clock
/// touches; dates follow the wall clock and the time zone.
package struct PendingNotification: Hashable, Sendable, Saved {
  package let notification: LocalNotification
  /// In the order in which they were added; of equal times the earlier one comes first.
  let number: UInt64
  /// When it is shown; `nil`: when its region is entered or left.
  package private(set) var due: Instant?
  private var mark: WallMark

  /// A notification that is added now; `nil` where its date never comes, or it has no trigger.
  init?(_ notification: LocalNotification, number: UInt64, clock: WallClock, at now: Instant) {
    self.notification = notification
    self.number = number
    mark = WallMark(clock.unixNanoseconds(at: now))
    switch notification.trigger {
    case nil: return nil
    case .interval(let length, _): due = now + length
    case .calendar(let match, _):
      due = Self.moment(of: match, after: mark, by: clock)
      if due == nil { return nil }
    case .region: due = nil
    }
  }

  /// Whether it waits for a place.
  var waitsForPlace: Bool {
    if case .region = notification.trigger { true } else { false }
  }

  /// Whether it repeats less often than it says.
  var repeatsLessOften: Bool {
    guard case .interval(let length, repeats: true) = notification.trigger else { return false }
    return length < NotificationTrigger.repeatedIntervalMin
  }

  /// What pending notifications are ordered by: those that wait for a place come first.
  func isBefore(_ other: PendingNotification) -> Bool {
    (due ?? Instant(nanoseconds: .min), number)
      < (other.due ?? Instant(nanoseconds: .min), other.number)
  }

  /// It is shown now: moves on to the next time; returns false where there is none.
  ///
  /// What was missed since is not made up for: once is enough for the user.
  mutating func advance(by clock: WallClock, at now: Instant) -> Bool {
    switch notification.trigger {
    case .interval(let length, repeats: true):
      let since = due ?? now
      // Shorter ones come from before iOS 10: the first is shown when it is due, the others every minute.
      let length = max(length, NotificationTrigger.repeatedIntervalMin)
      let missed = max(0, (now - since).nanoseconds / length.nanoseconds)
      due = since + length * (missed + 1)
      return true
    case .calendar(let match, repeats: true):
      mark.pass(clock.unixNanoseconds(at: now))
      due = Self.moment(of: match, after: mark, by: clock)
      return due != nil
    case .region(_, repeats: true): return true
    case .interval, .calendar, .region, nil: return false
    }
  }

  /// Follows a change of the wall clock or the time zone.
  mutating func follow(_ clock: WallClock, at now: Instant) {
    guard case .calendar(let match, _) = notification.trigger else { return }
    mark.wallClockShows(clock.unixNanoseconds(at: now))
    // A date without another match is over; it is shown at once, late, rather than never.
    due = Self.moment(of: match, after: mark, by: clock) ?? now
  }

  private static func moment(
    of match: CalendarMatch,
    after mark: WallMark,
    by clock: WallClock
  ) -> Instant? {
    match.next(afterWallNanoseconds: mark.base, in: clock.zone)
      .map(clock.instant(unixNanoseconds:))
  }
}

/// From which moment of the wall clock on the next match of a date counts.
///
/// A clock that is set forward over a match has passed it, so that it is due at once. One that is set
/// back shows times again that have been, and they count again; unless it returns to where it was, as
/// on a machine whose clock begins in the past at every start.
struct WallMark: Hashable, Sendable, Saved {
  /// Nanoseconds since 1970, UTC.
  private(set) var base: Int64
  /// The furthest that it has been.
  private var furthest: Int64

  init(_ unixNanoseconds: Int64) {
    base = unixNanoseconds
    furthest = unixNanoseconds
  }

  /// Matches up to here are dealt with.
  mutating func pass(_ unixNanoseconds: Int64) {
    base = max(base, unixNanoseconds)
    furthest = max(furthest, base)
  }

  /// The wall clock shows that much from now on.
  mutating func wallClockShows(_ unixNanoseconds: Int64) {
    if unixNanoseconds >= furthest {
      base = furthest
    } else if base > unixNanoseconds,
      base - unixNanoseconds > WallMark.correctionMax.nanoseconds
    {
      base = unixNanoseconds
    }
  }

  /// How far the wall clock may be set back without times counting again.
  ///
  /// One minute, the smallest interval of a repetition (LN5): a correction by the network is less, and
  /// nobody sets a clock back to see a reminder twice. Our choice.
  static let correctionMax = Duration.minutes(1)
}

// MARK: - Saved, written by scripts/generate-saved

extension PendingNotification {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let due {
      writer.key("due")
      due.write(to: &writer)
    }
    writer.key("mark")
    mark.write(to: &writer)
    writer.key("notification")
    notification.write(to: &writer)
    writer.key("number")
    number.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    due = try reader.hasKey("due") ? Instant(from: &reader) : nil
    try reader.key("mark")
    mark = try WallMark(from: &reader)
    try reader.key("notification")
    notification = try LocalNotification(from: &reader)
    try reader.key("number")
    number = try UInt64(from: &reader)
    try reader.endObject()
  }
}

extension WallMark {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("base")
    base.write(to: &writer)
    writer.key("furthest")
    furthest.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("base")
    base = try Int64(from: &reader)
    try reader.key("furthest")
    furthest = try Int64(from: &reader)
    try reader.endObject()
  }
}
