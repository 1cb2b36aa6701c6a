internal import TorporModel

/// A search for the next local time that an expression matches, with sets of bits.
///
/// Local times are microseconds since 1970 as if local clocks showed UTC. The work is bounded: at most
/// 230 years of 12 months are searched, each with a few bit operations; the times of a day are never
/// enumerated.
struct CalendarSearch {
  private let years: CalendarField
  private let seconds: CalendarField
  private let weekdays: UInt64
  private let months: UInt64
  private let hours: UInt64
  private let minutes: UInt64
  /// The days that match in a month of 28, 29, 30 and 31 days; bit 1 is the first.
  private let daysByLength: [UInt64]

  init(_ expression: CalendarExpression) {
    years = expression.years
    seconds = expression.seconds
    weekdays = UInt64(expression.weekdays.rawValue)
    months = expression.months.bits(in: CalendarPlace.month.limits)
    hours = expression.hours.bits(in: CalendarPlace.hour.limits)
    minutes = expression.minutes.bits(in: CalendarPlace.minute.limits)
    let fromEnd = expression.countsDaysFromEnd
    let days = expression.days.bits(
      in: (fromEnd ? CalendarPlace.dayFromEnd : .day).limits,
      isDescending: fromEnd
    )
    daysByLength = (28...31).map { length in
      let inMonth: UInt64 = (1 << UInt64(length + 1)) - 2
      return inMonth & (fromEnd ? days.reversed(through: length + 1) : days)
    }
  }

  /// Returns the first match not before a local time; `nil` if there is none up to the last year.
  func first(atOrAfter local: Int) -> Int? {
    let dayMicroseconds = 86_400_000_000
    let day = local.flooredQuotient(by: dayMicroseconds)
    let date = CalendarDay(daysSince1970: day)
    guard let candidate = firstDay(atOrAfter: date) else { return nil }
    if candidate == date, let time = firstTime(atOrAfter: local - day * dayMicroseconds) {
      return day * dayMicroseconds + time
    }
    // No match, or no further match, on that day: continue at midnight of the next matching day.
    let next = candidate == date ? CalendarDay(daysSince1970: day + 1) : candidate
    guard let day = firstDay(atOrAfter: next), let time = firstTime(atOrAfter: 0) else {
      return nil
    }
    return day.daysSince1970 * dayMicroseconds + time
  }

  // MARK: Days

  private func firstDay(atOrAfter date: CalendarDay) -> CalendarDay? {
    var month = date.month
    var day = date.day
    var from = date.year
    while let year = years.first(atOrAfter: from, in: CalendarPlace.year.limits) {
      if year != date.year { (month, day) = (1, 1) }
      while let matching = months.firstBit(atOrAfter: month) {
        if matching != month { day = 1 }
        if let first = days(year: year, month: matching).firstBit(atOrAfter: day) {
          return CalendarDay(year: year, month: matching, day: first)
        }
        (month, day) = (matching + 1, 1)
      }
      from = year + 1
    }
    return nil
  }

  /// Returns the matching days of one month as bits.
  private func days(year: Int, month: Int) -> UInt64 {
    let days = daysByLength[CalendarDay.dayCount(year: year, month: month) - 28]
    guard days != 0, weekdays != 0x7f else { return days }
    let first = UInt64(CalendarDay(year: year, month: month, day: 1).weekday)
    // The week as it begins in this month, repeated five times.
    let week = (weekdays >> first | weekdays << (7 - first)) & 0x7f
    let month = week | week << 7 | week << 14 | week << 21 | week << 28
    return days & month << 1
  }

  // MARK: Times of day

  private func firstTime(atOrAfter microsecond: Int) -> Int? {
    var second = microsecond % 60_000_000
    var minute = microsecond / 60_000_000 % 60
    var hour = microsecond / 3_600_000_000
    while let matchingHour = hours.firstBit(atOrAfter: hour) {
      if matchingHour != hour { (minute, second) = (0, 0) }
      while let matchingMinute = minutes.firstBit(atOrAfter: minute) {
        if matchingMinute != minute { second = 0 }
        if let matching = seconds.firstSecond(atOrAfter: second) {
          return matchingHour * 3_600_000_000 + matchingMinute * 60_000_000 + matching
        }
        (minute, second) = (matchingMinute + 1, 0)
      }
      (hour, minute, second) = (matchingHour + 1, 0, 0)
    }
    return nil
  }
}

extension CalendarField {
  /// Returns the values as bits; values are below 64.
  fileprivate func bits(in limits: ClosedRange<Int>, isDescending: Bool = false) -> UInt64 {
    var bits: UInt64 = 0
    func set(_ values: StrideThrough<Int>) { for value in values { bits |= 1 << UInt64(value) } }
    guard case .listed(let spans) = self else {
      set(stride(from: limits.lowerBound, through: limits.upperBound, by: 1))
      return bits
    }
    for span in spans {
      switch span {
      case .value(let value): bits |= 1 << UInt64(value)
      case .range(let range, let step):
        set(stride(from: range.lowerBound, through: range.upperBound, by: step))
      case .open(let first, let step):
        set(
          stride(
            from: first,
            through: isDescending ? limits.lowerBound : limits.upperBound,
            by: isDescending ? -step : step
          )
        )
      }
    }
    return bits
  }

  fileprivate func firstSecond(atOrAfter start: Int) -> Int? {
    let limits = CalendarPlace.second.limits
    if self == .every {
      return CalendarSpan.open(from: 0, step: 1_000_000).first(atOrAfter: start, in: limits)
    }
    return first(atOrAfter: start, in: limits)
  }

  /// Returns the smallest value not below `start`; for fields with too many values for bits.
  fileprivate func first(atOrAfter start: Int, in limits: ClosedRange<Int>) -> Int? {
    guard case .listed(let spans) = self else {
      return start > limits.upperBound ? nil : max(start, limits.lowerBound)
    }
    var best: Int?
    for span in spans {
      guard let value = span.first(atOrAfter: start, in: limits) else { continue }
      best = min(value, best ?? value)
    }
    return best
  }
}

extension CalendarSpan {
  fileprivate func first(atOrAfter start: Int, in limits: ClosedRange<Int>) -> Int? {
    switch self {
    case .value(let value): return value >= start ? value : nil
    case .range(let range, let step):
      return CalendarSpan.first(atOrAfter: start, from: range.lowerBound, range.upperBound, step)
    case .open(let first, let step):
      return CalendarSpan.first(atOrAfter: start, from: first, limits.upperBound, step)
    }
  }

  private static func first(atOrAfter start: Int, from first: Int, _ last: Int, _ step: Int) -> Int?
  {
    guard start > first else { return first }
    let value = first + (start - first + step - 1) / step * step
    return value <= last ? value : nil
  }
}

extension UInt64 {
  /// Returns the number of the lowest set bit not below `number`.
  fileprivate func firstBit(atOrAfter number: Int) -> Int? {
    guard number < 64 else { return nil }
    let rest = (self >> UInt64(number)) << UInt64(number)
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }

  /// Returns the lowest bits in reverse order: bit 1 moves to `number` − 1, and so on.
  fileprivate func reversed(through number: Int) -> UInt64 {
    var reversed: UInt64 = 0
    for bit in 1..<number where self & 1 << UInt64(bit) != 0 {
      reversed |= 1 << UInt64(number - bit)
    }
    return reversed
  }
}
