/// The values that one field of a calendar expression matches: all, or those of a list.
package enum CalendarField: Hashable, Sendable {
  /// `*`: every value; in the field of seconds, every whole second.
  case every
  /// One or more parts in ascending order, without duplicates.
  case listed([CalendarSpan])

  /// Returns the list of one value.
  package static func value(_ number: Int) -> CalendarField { .listed([.value(number)]) }
}

/// One part of a list: a value, a range, or a value and all following ones in steps.
///
/// Seconds are counted in microseconds, all others in the unit of their field.
package enum CalendarSpan: Hashable, Comparable, Sendable {
  /// Only this value.
  case value(Int)
  /// `first..last/step`; the last value is reached exactly and differs from the first.
  case range(ClosedRange<Int>, step: Int)
  /// `first/step`: to the end of the field's values.
  case open(from: Int, step: Int)

  /// The smallest value; for days from a month's end, the latest day.
  package var first: Int {
    switch self {
    case .value(let first), .open(let first, _): first
    case .range(let range, _): range.lowerBound
    }
  }

  /// Orders parts by their first value, then as systemd does: without an end before those with one.
  package static func < (left: CalendarSpan, right: CalendarSpan) -> Bool {
    left.sortKey < right.sortKey
  }

  private var sortKey: (Int, Int, Int) {
    switch self {
    case .value(let first): (first, -1, 0)
    case .open(let first, let step): (first, -1, step)
    case .range(let range, let step): (range.lowerBound, range.upperBound, step)
    }
  }
}

/// The fields of a calendar expression.
package enum CalendarPlace: Hashable, Sendable, CaseIterable {
  case year
  case month
  case day
  /// A day counted from the end of its month; 1 is the last.
  case dayFromEnd
  case hour
  case minute
  case second

  /// The values allowed in the field; seconds in microseconds.
  ///
  /// The range of years is that of systemd, which refuses others (systemd 252). Counting from the end
  /// stops at 28, so that every month has the day.
  package var limits: ClosedRange<Int> {
    switch self {
    case .year: 1970...2199
    case .month: 1...12
    case .day: 1...31
    case .dayFromEnd: 1...28
    case .hour: 0...23
    case .minute: 0...59
    case .second: 0...59_999_999
    }
  }

  /// The number of stored units in one unit of the field: seconds are counted in microseconds.
  var unit: Int { self == .second ? 1_000_000 : 1 }

  /// The minimum number of digits in the normalised form.
  var digits: Int { self == .year ? 4 : 2 }
}

extension CalendarField {
  /// Returns the field as systemd writes it.
  func text(at place: CalendarPlace) -> String {
    switch self {
    case .every: "*"
    case .listed(let spans): spans.map { $0.text(at: place) }.joined(separator: ",")
    }
  }
}

extension CalendarSpan {
  fileprivate func text(at place: CalendarPlace) -> String {
    switch self {
    case .value(let first):
      return CalendarSpan.text(first, place, digits: place.digits)
    case .open(let first, let step):
      return CalendarSpan.text(first, place, digits: place.digits) + "/"
        + CalendarSpan.text(step, place, digits: 1)
    case .range(let range, let step):
      let ends =
        CalendarSpan.text(range.lowerBound, place, digits: place.digits) + ".."
        + CalendarSpan.text(range.upperBound, place, digits: place.digits)
      guard step != place.unit else { return ends }
      return ends + "/" + CalendarSpan.text(step, place, digits: 1)
    }
  }

  private static func text(_ number: Int, _ place: CalendarPlace, digits: Int) -> String {
    let whole = padded(number / place.unit, digits)
    let fraction = number % place.unit
    return fraction == 0 ? whole : whole + "." + padded(fraction, 6)
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
