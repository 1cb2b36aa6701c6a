/// Times given by the calendar, in the language of systemd.time(7): `Mon..Fri *-*-* 09:00`.
///
/// It has weekdays, a date, a time of day and a time zone, all but one of which may be left out. A
/// time matches when every field matches. Without a zone, the expression uses the zone of the user
/// that evaluates it.
///
/// Everything that systemd refuses is refused here too, except lists of days from the end of the
/// month; systemd 252 takes the last parts of such lists to be too large. By our choice, the following
/// are refused only here: texts longer than `textBytesMax`, lists with `listCountMax` or more parts,
/// ranges with an end or step outside their field's limits, zones other than UTC after a timestamp,
/// and abbreviations of the local zone (`CEST`).
///
/// ```swift
/// let backup = try CalendarExpression(parsing: "Sat *-*~7/1 03:00 Europe/Berlin")
/// print(backup)  // Sat *-*~07/1 03:00:00 Europe/Berlin
/// ```
package struct CalendarExpression: Hashable, Sendable, CustomStringConvertible {
  /// The days of the week that match.
  package let weekdays: CalendarWeekdays
  /// The years that match.
  package let years: CalendarField
  /// The months that match; 1 is January.
  package let months: CalendarField
  /// The days of the month that match.
  package let days: CalendarField
  /// Whether days are counted from the end of their month, the last being 1 (`*-02~01`).
  package let countsDaysFromEnd: Bool
  /// The hours that match.
  package let hours: CalendarField
  /// The minutes that match.
  package let minutes: CalendarField
  /// The seconds that match, in microseconds of their minute.
  package let seconds: CalendarField
  /// The time zone; `nil` for that of the evaluating user.
  package let zone: ZoneName?

  /// The longest text that is read, in bytes: 1024.
  ///
  /// A list of every minute has 179 bytes; our choice.
  package static let textBytesMax = 1024

  /// The longest list that is read: 240 parts, as in systemd (`CALENDARSPEC_COMPONENTS_MAX`).
  package static let listCountMax = 240

  /// Reads an expression.
  ///
  /// Does not check that the time zone exists; that is known only where the zones are.
  ///
  /// - Throws: `CalendarMistake`: what is wrong, where, and what is allowed there.
  package init(parsing text: String) throws(CalendarMistake) {
    var parser = try CalendarParser(text)
    self = try parser.expression()
  }

  /// Makes an expression from its fields; a field that is not given matches everything, or is the first value.
  package init(
    weekdays: CalendarWeekdays = .all,
    years: CalendarField = .every,
    months: CalendarField = .every,
    days: CalendarField = .every,
    countsDaysFromEnd: Bool = false,
    hours: CalendarField = .value(0),
    minutes: CalendarField = .value(0),
    seconds: CalendarField = .value(0),
    zone: ZoneName? = nil
  ) {
    self.weekdays = weekdays
    self.years = years
    self.months = months
    self.days = days
    // Every day is every day, whichever end they are counted from.
    self.countsDaysFromEnd = countsDaysFromEnd && days != .every
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.zone = zone
  }

  /// The canonical text of the expression, which systemd calls its normalized form.
  package var description: String {
    var text = weekdays == .all ? "" : weekdays.text + " "
    text += years.text(at: .year) + "-" + months.text(at: .month)
    text += countsDaysFromEnd ? "~" : "-"
    text += days.text(at: countsDaysFromEnd ? .dayFromEnd : .day) + " "
    text += hours.text(at: .hour) + ":" + minutes.text(at: .minute) + ":"
    text += seconds.text(at: .second)
    if let zone { text += " " + zone.text }
    return text
  }
}

extension CalendarExpression: Saved {
  /// Writes the expression as its normalised text.
  package func write(to writer: inout SavedWriter) { writer.write(word: description) }

  /// Reads the expression from its text.
  ///
  /// - Throws: `SavedFailure` with the mistake's sentence.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    let start = reader.place
    let text = try String(from: &reader)
    do throws(CalendarMistake) {
      try self.init(parsing: text)
    } catch {
      throw SavedFailure(error.sentence, at: start)
    }
  }
}
