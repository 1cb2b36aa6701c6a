/// A set of days of the week, in one byte.
package struct CalendarWeekdays: OptionSet, Hashable, Sendable {
  /// Bit 0 is Monday, bit 6 is Sunday.
  package let rawValue: UInt8

  /// Makes a set from its bits; all except the lowest seven are dropped.
  package init(rawValue: UInt8) { self.rawValue = rawValue & 0x7f }

  /// Every day, which is also what an expression without weekdays means.
  package static let all = CalendarWeekdays(rawValue: 0x7f)

  /// Returns the set of one day; 0 is Monday.
  package static func day(_ number: Int) -> CalendarWeekdays {
    CalendarWeekdays(rawValue: 1 << UInt8(number))
  }

  /// Returns whether the day is in the set; 0 is Monday.
  package func contains(day number: Int) -> Bool { rawValue & (1 << UInt8(number)) != 0 }

  /// English names in the order of the week; the first three letters are the short form.
  static let names = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// The set as systemd writes it: short names, and runs of three or more as a range.
  ///
  /// `Mon..Wed,Sat`; two consecutive days stay a list.
  package var text: String {
    var parts: [String] = []
    var day = 0
    while day < 7 {
      guard contains(day: day) else {
        day += 1
        continue
      }
      let first = day
      while day < 7, contains(day: day) { day += 1 }
      let last = day - 1
      parts.append(CalendarWeekdays.shortName(first))
      if last > first {
        parts[parts.count - 1] += last > first + 1 ? ".." : ","
        parts[parts.count - 1] += CalendarWeekdays.shortName(last)
      }
    }
    return parts.joined(separator: ",")
  }

  static func shortName(_ day: Int) -> String { String(names[day].prefix(3)) }
}
