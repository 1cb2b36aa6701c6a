import TorporModel
import TorporText

/// What was learned of an app's use: what `torpor why --usage APP` shows.
enum UsageText {
  static func lines(_ usage: UsageStatus, _ style: Style) -> [String] {
    var lines = [
      style.paint(usage.app.text, .heading)
        + ": opened \(times(usage.opensSeen)), last on \(moment(usage.lastOpenLocalSecond))",
      "",
      style.paint("Expected opens", .heading)
        + ", a row for each day from today, a column for each hour",
      "        0     3     6     9     12    15    18    21",
    ]
    for (day, hours) in usage.expectedOpensPermille.enumerated() {
      lines.append(
        "  \(dayName(usage.todayDay + Int64(day)))   " + hours.map(mark).joined(separator: " ")
      )
    }
    lines += [
      "  . fewer than one in twenty days, - one in five, + one in two, # nearly every day", "",
      "The chance that it is opened before midnight is \(percent(usage.chanceTodayPermille)).",
    ]
    if let caution = caution(usage) { lines.append(caution) }
    let hours = usage.likelyHours.sorted {
      ($1.chancePermille, $0.startLocalSecond) < ($0.chancePermille, $1.startLocalSecond)
    }
    .prefix(likelyHoursMax).map {
      "\(clockTime($0.startLocalSecond)) (\(percent($0.chancePermille)))"
    }
    if !hours.isEmpty { lines.append("Likely hours: \(hours.joined(separator: ", ")).") }
    lines.append(
      "For this it is refreshed up to \(times(usage.refreshesEachDay)) a day;"
        + " \(usage.refreshesLeftToday) are left today."
    )
    return lines
  }

  /// How little is known, where it is little: what was seen on a few days, or a few times, may be
  /// chance.
  private static func caution(_ usage: UsageStatus) -> String? {
    let days = Int(usage.lastOpenLocalSecond.flooredDay - usage.firstOpenLocalSecond.flooredDay) + 1
    guard days < daysForHabits || usage.opensKept < opensForHabits else { return nil }
    let span = days == 1 ? "1 day" : "\(days) days"
    return "This is a guess: it was opened \(times(usage.opensKept)) on \(span); habits show after "
      + "about \(daysForHabits) days."
  }

  /// Two weeks, so that each weekday was there twice; our choice.
  private static let daysForHabits = 14
  /// Fewer opens than this in two weeks are no habit; our choice.
  private static let opensForHabits = 10

  /// How many hours are named; a line holds six.
  private static let likelyHoursMax = 6

  /// An hour, by how many opens are expected in it.
  private static func mark(_ permille: Int) -> String {
    switch permille {
    case ..<50: "."
    case ..<200: "-"
    case ..<500: "+"
    default: "#"
    }
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private static func percent(_ permille: Int) -> String { "\((permille + 5) / 10) %" }

  private static func moment(_ localSecond: Int64) -> String {
    let day = CalendarDay(daysSince1970: Int(localSecond.flooredDay))
    return "\(day.year)-\(day.month.twoDigits)-\(day.day.twoDigits) \(clockTime(localSecond))"
  }

  private static func clockTime(_ localSecond: Int64) -> String {
    let second = localSecond - localSecond.flooredDay * 86_400
    return "\((second / 3600).twoDigits):\((second / 60 % 60).twoDigits)"
  }

  /// 1970-01-01 was a Thursday.
  private static func dayName(_ day: Int64) -> String {
    ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int(((day % 7) + 7) % 7)]
  }
}

extension Int64 {
  /// The day that a local second lies in, counted since 1970.
  fileprivate var flooredDay: Int64 {
    let (day, rest) = quotientAndRemainder(dividingBy: 86_400)
    return rest < 0 ? day - 1 : day
  }
}
