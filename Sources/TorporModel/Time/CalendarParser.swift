/// Reads a calendar expression from left to right; only the zone is first removed from the end.
///
///     expression = (word | [weekdays] [timestamp | [date] [time]]) [" " zone]
///     date       = [years "-"] months ("-" | "~") days
///     time       = hours ":" minutes [":" seconds]
///
/// Lists of numbers are in `CalendarParser+Numbers.swift`.
struct CalendarParser {
  // Shape: a parser by descent: one method for each rule of systemd.time(7).
  let bytes: [UInt8]
  /// Where the part that is read from left to right ends: before the zone, or at the end of the text.
  private(set) var end: Int
  var position = 0
  private var zone: ZoneName?

  /// Splits the text into the zone and the rest.
  init(_ text: String) throws(CalendarMistake) {
    bytes = Array(text.utf8.prefix(CalendarExpression.textBytesMax + 1))
    end = bytes.count
    guard bytes.count <= CalendarExpression.textBytesMax else {
      throw mistake(.textBytesMax(CalendarExpression.textBytesMax), at: bytes.count - 1)
    }
    try takeZone()
    guard end > 0 else { throw mistake(.expression, at: 0) }
  }

  mutating func expression() throws(CalendarMistake) -> CalendarExpression {
    if let shorthand { return shorthand }
    let weekdays = try weekdays()
    if peek() == UInt8(ascii: "@") { return try timestamp(on: weekdays) }
    let date = try date()
    let time = try time()
    guard position == end else { throw mistake(.end) }
    return CalendarExpression(
      weekdays: weekdays,
      years: date.years,
      months: date.months,
      days: date.days,
      countsDaysFromEnd: date.isFromEnd,
      hours: time.hours,
      minutes: time.minutes,
      seconds: time.seconds,
      zone: zone
    )
  }

  // MARK: The zone

  /// Reads the zone: a last word that begins with a letter, unless it is a weekday after a comma.
  private mutating func takeZone() throws(CalendarMistake) {
    guard let space = bytes.lastIndex(of: UInt8(ascii: " ")), space + 1 < end,
      CalendarParser.isLetter(bytes[space + 1])
    else { return }
    let word = String(decoding: bytes[(space + 1)...], as: UTF8.self)
    if CalendarParser.weekday(of: word) != nil { return }
    guard let name = ZoneName(word) else { throw mistake(.zone, at: space + 1) }
    zone = name.text.lowercased() == "utc" ? .utc : name
    end = space
  }

  // MARK: Words

  /// The expression for a word that stands for a whole one (systemd.time(7) and systemd's older spellings).
  private var shorthand: CalendarExpression? {
    switch String(decoding: bytes[..<end], as: UTF8.self).lowercased() {
    case "minutely": repeating(hours: .every, minutes: .every)
    case "hourly": repeating(hours: .every)
    case "daily": repeating()
    case "weekly": repeating(weekdays: .day(0))
    case "monthly": repeating(days: .value(1))
    case "yearly", "annually", "anually": repeating(months: .value(1), days: .value(1))
    case "quarterly": repeating(months: .listed([1, 4, 7, 10].map { .value($0) }), days: .value(1))
    case "semiannually", "semi-annually", "biannually", "bi-annually":
      repeating(months: .listed([.value(1), .value(7)]), days: .value(1))
    default: nil
    }
  }

  private func repeating(
    weekdays: CalendarWeekdays = .all,
    months: CalendarField = .every,
    days: CalendarField = .every,
    hours: CalendarField = .value(0),
    minutes: CalendarField = .value(0)
  ) -> CalendarExpression {
    CalendarExpression(
      weekdays: weekdays,
      months: months,
      days: days,
      hours: hours,
      minutes: minutes,
      zone: zone
    )
  }

  // MARK: Weekdays

  private mutating func weekdays() throws(CalendarMistake) -> CalendarWeekdays {
    guard let byte = peek(), CalendarParser.isLetter(byte) else { return .all }
    var days: CalendarWeekdays = []
    repeat {
      let first = try weekday()
      var last = first
      if skip("..") || skip("-") {
        let start = position
        last = try weekday()
        guard last >= first else {
          throw mistake(.weekdayNotBefore(CalendarWeekdays.shortName(first)), at: start)
        }
      }
      for day in first...last { days.insert(.day(day)) }
      // A comma may end the list, as in "Wed, 17:48".
    } while skip(",") && position < end && peek() != UInt8(ascii: " ")
    guard position == end || peek() == UInt8(ascii: " ") else { throw mistake(.weekday) }
    skipSpaces()
    return days
  }

  private mutating func weekday() throws(CalendarMistake) -> Int {
    let start = position
    while let byte = peek(), CalendarParser.isLetter(byte) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let day = CalendarParser.weekday(of: word) else {
      throw mistake(start == 0 ? .expression : .weekday, at: start)
    }
    return day
  }

  private static func weekday(of word: String) -> Int? {
    let word = word.lowercased()
    return CalendarWeekdays.names.firstIndex {
      let name = $0.lowercased()
      return word == name || word == name.prefix(3)
    }
  }

  // MARK: Date and time

  /// Reads one time as seconds since 1970, which are in UTC.
  private mutating func timestamp(
    on weekdays: CalendarWeekdays
  ) throws(CalendarMistake) -> CalendarExpression {
    position += 1
    let start = position
    guard let seconds = digits() else { throw mistake(.timestamp, at: start) }
    let moment = CalendarDay(daysSince1970: seconds / 86_400)
    guard CalendarPlace.year.limits.contains(moment.year) else {
      throw mistake(.timestamp, at: start)
    }
    guard position == end else { throw mistake(.end) }
    guard zone == nil || zone == .utc else { throw mistake(.utc, at: end + 1) }
    let second = seconds % 86_400
    return CalendarExpression(
      weekdays: weekdays,
      years: .value(moment.year),
      months: .value(moment.month),
      days: .value(moment.day),
      hours: .value(second / 3600),
      minutes: .value(second / 60 % 60),
      seconds: .value(second % 60 * CalendarPlace.second.unit),
      zone: .utc
    )
  }

  private typealias Date = (
    years: CalendarField, months: CalendarField, days: CalendarField, isFromEnd: Bool
  )

  /// Reads the date, if the next word is one: it has no colon.
  private mutating func date() throws(CalendarMistake) -> Date {
    let word = bytes[position..<end].prefix { $0 != UInt8(ascii: " ") }
    guard !word.isEmpty, !word.contains(UInt8(ascii: ":")) else {
      return (.every, .every, .every, false)
    }
    let separators = word.count { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "~") }
    guard separators > 0 else { throw mistake(.dateOrTime) }
    var years = CalendarField.every
    if separators > 1 {
      years = try field(.year)
      guard skip("-") else { throw mistake(.separator) }
    }
    let months = try field(.month)
    let isFromEnd = peek() == UInt8(ascii: "~")
    guard skip("-") || skip("~") else { throw mistake(.separator) }
    let days = try field(isFromEnd ? .dayFromEnd : .day)
    guard position == end || peek() == UInt8(ascii: " ") else { throw mistake(.separator) }
    skipSpaces()
    return (years, months, days, isFromEnd)
  }

  private typealias Time = (hours: CalendarField, minutes: CalendarField, seconds: CalendarField)

  /// Reads the time of day; midnight if there is none.
  private mutating func time() throws(CalendarMistake) -> Time {
    guard position < end else { return (.value(0), .value(0), .value(0)) }
    let hours = try field(.hour)
    guard skip(":") else { throw mistake(.separator) }
    let minutes = try field(.minute)
    guard position < end else { return (hours, minutes, .value(0)) }
    guard skip(":") else { throw mistake(.separator) }
    return (hours, minutes, try field(.second))
  }

  // MARK: Bytes

  func peek() -> UInt8? { position < end ? bytes[position] : nil }

  /// Skips the text if it comes next.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard end - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  private mutating func skipSpaces() { while skip(" ") {} }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Makes a mistake at a byte, with its position in characters; the text found reaches to the end of its word.
  func mistake(_ allowed: CalendarMistake.Allowed, at start: Int? = nil) -> CalendarMistake {
    let start = start ?? position
    let separators = Array(" ,:/~-".utf8)
    let rest = bytes[start...]
    let word = rest.dropFirst().prefix { byte in
      allowed == .zone || allowed == .utc || !separators.contains(byte)
    }
    return CalendarMistake(
      expression: String(decoding: bytes, as: UTF8.self),
      offset: String(decoding: bytes[..<start], as: UTF8.self).count,
      found: String(decoding: rest.prefix(1) + word, as: UTF8.self),
      allowed: allowed
    )
  }
}
