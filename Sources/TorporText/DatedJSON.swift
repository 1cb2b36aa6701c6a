package import TorporModel
package import TorporWire

extension WallClock {
  /// The clock of a simulated device, as a line of its report says.
  package init(simulated line: JSON) {
    self.init(
      now: Instant(microseconds: line["atMicroseconds"]?.integer(as: Int64.self) ?? 0),
      wallMicroseconds: line["wallMicroseconds"]?.integer(as: Int64.self) ?? 0,
      calendar: CalendarTime.local
    )
  }
}

extension JSON {
  /// The facts with a date beside each moment: `"sinceMicroseconds": 5` gets a neighbour
  /// `"sinceTime": "2026-11-21T04:00:00.000005Z"`.
  ///
  /// Moments are microseconds on the device's time line, which means nothing to other programs.
  package func dated(_ clock: WallClock) -> JSON {
    switch self {
    case .array(let elements): return .array(elements.map { $0.dated(clock) })
    case .object(let members):
      var dated: [Member] = []
      for member in members {
        dated.append(Member(member.key, member.value.dated(clock)))
        if let date = JSON.localDate(member, clock) { dated.append(date) }
        guard let name = JSON.moment(member.key),
          let number = member.value.integer(as: Int64.self)
        else { continue }
        let wall =
          name.isOfWall
          ? number
          : clock.wallMicroseconds + (Instant(microseconds: number) - clock.now).microseconds
        dated.append(Member(name.text, .string(RFC3339.text(ofWallMicroseconds: wall))))
      }
      return .object(dated)
    case .null, .bool, .integer, .unsigned, .number, .string: return self
    }
  }

  /// A second or a day by the device's calendar, as a date with its distance from UTC.
  private static func localDate(_ member: Member, _ clock: WallClock) -> Member? {
    guard let number = member.value.integer(as: Int64.self) else { return nil }
    let suffix = "LocalSecond"
    if member.key.hasSuffix(suffix) {
      let name = member.key.dropLast(suffix.count) + "Time"
      return Member(String(name), .string(RFC3339.text(ofLocalSecond: number, clock)))
    }
    guard member.key.hasSuffix("Day"), member.key != "Day" else { return nil }
    let day = CalendarDay(daysSince1970: Int(number))
    return Member(member.key.dropLast("Day".count) + "Date", .string(RFC3339.text(of: day)))
  }

  /// Keys that stand for a moment and not for a length, with what the date is called.
  package static func moment(_ key: String) -> (text: String, isOfWall: Bool)? {
    let suffix = "Microseconds"
    guard key.hasSuffix(suffix) else { return nil }
    let stem = String(key.dropLast(suffix.count))
    if key == "wallMicroseconds" { return ("time", true) }
    if stem.hasSuffix("Wall") { return (stem.dropLast("Wall".count) + "Time", true) }
    let moments = [
      "at", "since", "until", "submitted", "earliest", "latest", "began", "begun", "ended",
      "deadline", "due", "earliestBegin", "lastOnScreen", "offloadedSince", "begin", "packageBegan",
      "packageUntil", "keptFrom", "measured", "arrived",
    ]
    return moments.contains(stem) ? (stem + "Time", false) : nil
  }
}

/// Dates as programs exchange them (RFC 3339), in UTC.
package enum RFC3339 {
  package static func text(ofWallMicroseconds microseconds: Int64) -> String {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let seconds = remainder < 0 ? quotient - 1 : quotient
    let fraction = remainder < 0 ? remainder + 1_000_000 : remainder
    let (dayQuotient, dayRemainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let day = CalendarDay(daysSince1970: Int(dayRemainder < 0 ? dayQuotient - 1 : dayQuotient))
    let second = Int(dayRemainder < 0 ? dayRemainder + 86_400 : dayRemainder)
    let date = [padded(day.year, 4), padded(day.month, 2), padded(day.day, 2)]
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "."
      + padded(Int(fraction), 6) + "Z"
  }

  /// "2026-03-01".
  package static func text(of day: CalendarDay) -> String {
    [padded(day.year, 4), padded(day.month, 2), padded(day.day, 2)].joined(separator: "-")
  }

  /// Seconds since 1970 by the calendar of a zone: "2026-03-01T08:05:00+01:00".
  package static func text(ofLocalSecond second: Int64, _ clock: WallClock) -> String {
    func offset(at seconds: Int64) -> Int64 {
      let time = clock.calendar(seconds)
      let ofDay = Int64(time.hour * 3600 + time.minute * 60 + time.second)
      return Int64(time.dayNumber) * 86_400 + ofDay - seconds
    }
    // The second look is right on both sides of a change of the clocks.
    let offset = offset(at: second - offset(at: second))
    let local = text(ofWallMicroseconds: second * 1_000_000).dropLast(".000000Z".count)
    let minutes = Int(offset.magnitude / 60)
    let distance = padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
    return local + (offset < 0 ? "-" : "+") + distance
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
