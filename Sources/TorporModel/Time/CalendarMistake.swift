/// A mistake in the text of a calendar expression.
package struct CalendarMistake: Error, Hashable, Sendable {
  /// The text that was read; a text that is too long is truncated.
  package let expression: String
  /// The position of the mistake, in characters from the beginning of the text.
  package let offset: Int
  /// The text found there; empty at the end of the text.
  package let found: String
  /// The text allowed there.
  package let allowed: Allowed

  /// What the grammar allows at a position.
  package enum Allowed: Hashable, Sendable {
    /// Anything at all: the text is empty.
    case expression
    /// A text of at most that many bytes.
    case textBytesMax(Int)
    /// A day of the week, and what may follow it.
    case weekday
    /// A weekday not before the first one of its range.
    case weekdayNotBefore(String)
    /// `DATE`, `TIME` or both.
    case dateOrTime
    /// A number for the field.
    case number(CalendarPlace)
    /// A number for the field that is not smaller than the first of its range.
    case numberNotBefore(CalendarPlace, first: Int)
    /// A second number that is a whole number of seconds after the first, or a step.
    case rangeOfWholeSeconds
    /// A step from one to that many units of the field; 0 if no step fits.
    case step(CalendarPlace, max: Int)
    /// `,`, `..`, `/`, or a separator of fields.
    case separator
    /// A list with at most that many parts.
    case listCountMax(Int)
    /// Nothing: the expression is complete.
    case end
    /// Seconds since 1970 up to the year 2199.
    case timestamp
    /// Only `UTC`, after a timestamp.
    case utc
    /// `UTC`, or a name of the IANA database.
    case zone
  }

  /// The mistake as a sentence for users, with what is allowed and an example.
  package var sentence: String {
    let subject = "'\(expression)' is not a calendar expression"
    guard !found.isEmpty else {
      let place = expression.isEmpty ? "" : " after character \(offset)"
      return "\(subject): it ends\(place) where \(allowed.rule). Example: \(allowed.example)."
    }
    return "\(subject): at character \(offset + 1) is '\(found)', where \(allowed.rule). "
      + "Example: \(allowed.example)."
  }
}

extension CalendarMistake.Allowed {
  /// A clause that follows "where".
  fileprivate var rule: String {
    switch self {
    case .expression: "weekdays, a date, a time or a word such as daily are expected"
    case .textBytesMax(let max): "it is too long: at most \(max) bytes are read"
    case .weekday: "a weekday in English is expected"
    case .weekdayNotBefore(let first): "a weekday from \(first) to Sun is expected"
    case .dateOrTime: "a date (*-MM-DD) or a time (HH:MM) is expected"
    case .number(let place): "\(place.title) is expected, \(place.span)"
    case .numberNotBefore(let place, let first):
      "\(place.title) is expected that is not before \(place.text(first))"
    case .rangeOfWholeSeconds:
      "a number is expected that is at least one second larger, or the range needs a step"
    case .step(let place, let max): place.stepRule(max)
    case .separator: "',', '..', '/' or the next part is expected"
    case .listCountMax(let max): "the list must have ended: \(max) parts are the most"
    case .end: "nothing may follow"
    case .timestamp: "seconds since 1970 is expected, up to the year 2199"
    case .utc: "UTC or nothing is expected, since such seconds are in UTC"
    case .zone: "a time zone is expected, UTC or a name such as Europe/Berlin"
    }
  }

  fileprivate var example: String {
    switch self {
    case .expression, .textBytesMax: "Mon..Fri 09:00"
    case .weekday, .weekdayNotBefore: "Mon..Wed,Sat 10:00"
    case .dateOrTime, .separator, .end: "*-*-01 06:30"
    case .number(let place), .numberNotBefore(let place, _), .step(let place, _): place.example
    case .rangeOfWholeSeconds: "*:*:01..01.5/0.25"
    case .listCountMax: "*:00,15,30,45"
    case .timestamp, .utc: "@1893456000"
    case .zone: "daily Europe/Berlin"
    }
  }
}

extension CalendarPlace {
  fileprivate var title: String {
    switch self {
    case .year: "a year"
    case .month: "a month"
    case .day: "a day of the month"
    case .dayFromEnd: "a day counted from the month's end"
    case .hour: "an hour"
    case .minute: "a minute"
    case .second: "a second"
    }
  }

  fileprivate var span: String {
    switch self {
    case .second: "from 0 to below 60"
    case .year, .month, .day, .dayFromEnd, .hour, .minute:
      "from \(limits.lowerBound) to \(limits.upperBound)"
    }
  }

  fileprivate func text(_ number: Int) -> String {
    CalendarField.value(number).text(at: self)
  }

  fileprivate func stepRule(_ max: Int) -> String {
    guard max > 0 else { return "no step is allowed: the values end before one" }
    let most = self == .second ? text(max) : "\(max)"
    return self == .second
      ? "a step above 0 and up to \(most) is expected" : "a step from 1 to \(most) is expected"
  }

  fileprivate var example: String {
    switch self {
    case .year: "2027..2030/2-01-01"
    case .month: "*-01/3-01"
    case .day: "*-*-01,15"
    case .dayFromEnd: "*-*~01"
    case .hour: "08..18/2:00"
    case .minute: "*:00/15"
    case .second: "*:*:00/2.5"
    }
  }
}
