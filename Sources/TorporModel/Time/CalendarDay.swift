/// A day of the proleptic Gregorian calendar.
///
/// Days are counted from 1 March, so that the leap day is the last of its year; 400 years have
/// 146,097 days.
package struct CalendarDay: Hashable, Sendable {
  /// The year; 0 is the one before 1.
  package let year: Int
  /// The month from 1 to 12.
  package let month: Int
  /// The day of the month from 1.
  package let day: Int

  /// Makes a day; month and day must exist.
  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes the day that is the given number of days after 1 January 1970.
  package init(daysSince1970 days: Int) {
    let shifted = days + CalendarDay.daysFromMarch0To1970
    let era = shifted.flooredQuotient(by: CalendarDay.daysInEra)
    let dayOfEra = shifted - era * CalendarDay.daysInEra
    // Years end with their leap day, if any, and so do 4, 100 and 400 years.
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // From March on, five months have 153 days.
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1 January 1970.
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredQuotient(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * CalendarDay.daysInEra + dayOfEra - CalendarDay.daysFromMarch0To1970
  }

  /// The day of the week; 0 is Monday.
  package var weekday: Int {
    // 1 January 1970 was a Thursday.
    (daysSince1970 + 3).flooredRemainder(by: 7)
  }

  /// Returns whether the year has a 29 February.
  package static func isLeap(year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Returns the number of days in the month.
  package static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static let daysInEra = 146_097
  /// From 1 March of the year 0 to 1 January 1970.
  private static let daysFromMarch0To1970 = 719_468
}

extension Int {
  /// Returns the quotient rounded down, also below zero.
  package func flooredQuotient(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  /// Returns the remainder of a division rounded down; never negative for a positive divisor.
  package func flooredRemainder(by divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
