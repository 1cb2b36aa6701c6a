extension CalendarParser {
  /// Reads `*`, or a list of numbers, ranges and steps; sorted, and each part once.
  mutating func field(_ place: CalendarPlace) throws(CalendarMistake) -> CalendarField {
    if skip("*") {
      if let byte = peek(), !CalendarParser.endsField(byte) { throw mistake(.separator) }
      return .every
    }
    var spans: [CalendarSpan] = []
    repeat {
      guard spans.count < CalendarExpression.listCountMax else {
        throw mistake(.listCountMax(CalendarExpression.listCountMax))
      }
      spans.append(try span(place))
    } while skip(",")
    if let byte = peek(), !CalendarParser.endsField(byte) { throw mistake(.separator) }
    return CalendarParser.field(of: spans, place)
  }

  private static func field(of spans: [CalendarSpan], _ place: CalendarPlace) -> CalendarField {
    var distinct: [CalendarSpan] = []
    for span in spans.sorted() where span != distinct.last { distinct.append(span) }
    // A star for seconds has its own meaning: every second, not every microsecond.
    if place == .second, distinct == [.open(from: 0, step: place.unit)] { return .every }
    return .listed(distinct)
  }

  private static func endsField(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "~")
      || byte == UInt8(ascii: ":")
  }

  /// `FIRST`, `FIRST/STEP`, `FIRST..LAST` or `FIRST..LAST/STEP`.
  private mutating func span(_ place: CalendarPlace) throws(CalendarMistake) -> CalendarSpan {
    let first = try number(.number(place), place)
    guard skip("..") else {
      guard skip("/") else { return .value(first) }
      // Days from a month's end count down to the last one.
      let room = place == .dayFromEnd ? first - 1 : place.limits.upperBound - first
      return .open(from: first, step: try step(place, max: room))
    }
    let start = position
    let last = try number(.number(place), place)
    guard last >= first else {
      throw mistake(.numberNotBefore(place, first: first), at: start)
    }
    var step = place.unit
    if skip("/") {
      step = try self.step(place, max: place.limits.upperBound)
    } else if place == .second, last - first < step {
      // As in systemd 252, which accepts such a range with a step, and for other fields without one.
      throw mistake(.rangeOfWholeSeconds, at: start)
    }
    let reached = last - (last - first) % step
    return reached == first ? .value(first) : .range(first...reached, step: step)
  }

  private mutating func step(_ place: CalendarPlace, max: Int) throws(CalendarMistake) -> Int {
    let start = position
    let allowed = CalendarMistake.Allowed.step(place, max: max)
    guard let step = quantity(place) else { throw mistake(allowed, at: start) }
    guard step > 0, step <= max else { throw mistake(allowed, at: start) }
    return step
  }

  private mutating func number(
    _ allowed: CalendarMistake.Allowed,
    _ place: CalendarPlace
  ) throws(CalendarMistake) -> Int {
    let start = position
    guard var number = quantity(place) else { throw mistake(allowed, at: start) }
    if place == .year {
      // Two digits mean a year from 1970 to 2069, as in systemd.
      if number < 70 { number += 2000 } else if number < 100 { number += 1900 }
    }
    guard place.limits.contains(number) else { throw mistake(allowed, at: start) }
    return number
  }

  /// Reads digits, for seconds with a fraction; returns them in the field's units.
  private mutating func quantity(_ place: CalendarPlace) -> Int? {
    guard let whole = digits() else { return nil }
    guard place == .second else { return whole }
    let isFraction = peek() == UInt8(ascii: ".") && !isRange
    guard isFraction else { return whole * place.unit }
    position += 1
    guard let fraction = microseconds() else { return nil }
    return whole * place.unit + fraction
  }

  private var isRange: Bool {
    position + 1 < end && bytes[position + 1] == UInt8(ascii: ".")
  }

  /// Reads decimal digits; `nil` if there are none, or more than any field or timestamp can use.
  mutating func digits() -> Int? {
    let start = position
    var value = 0
    while let digit = digit() {
      // 12 digits of seconds reach the year 33658, and still fit when converted to microseconds.
      guard value < 100_000_000_000 else { return nil }
      value = value * 10 + digit
    }
    return position == start ? nil : value
  }

  /// Reads the digits after a decimal point, rounded to microseconds, halves upwards.
  private mutating func microseconds() -> Int? {
    let start = position
    var value = 0
    var scale = 1_000_000
    while let digit = digit() {
      if scale > 1 {
        value = value * 10 + digit
        scale /= 10
      } else if scale == 1 {
        value += digit >= 5 ? 1 : 0
        scale = 0
      }
    }
    return position == start ? nil : value * max(1, scale)
  }

  private mutating func digit() -> Int? {
    guard let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
      return nil
    }
    position += 1
    return Int(byte - UInt8(ascii: "0"))
  }
}
