extension YearlyRule {
  /// The longest rule that is read, in bytes: 64.
  ///
  /// The longest in the database, that of Pacific/Chatham, has 44 (2025b); our choice.
  package static let textBytesMax = 64

  /// Reads a rule in the POSIX format of `TZ`, with the hours from −167 to 167 of RFC 9636; otherwise `nil`.
  ///
  /// A rule with daylight saving time but without dates is refused: POSIX does not define it.
  package init?(_ text: String) {
    guard text.utf8.count <= YearlyRule.textBytesMax else { return nil }
    var reader = PosixRuleReader(rest: Array(text.utf8)[...])
    guard let (standard, daylight) = reader.rule() else { return nil }
    self.text = text
    let isPermanent = daylight?.isPermanent(standard: standard) ?? false
    self.standard = isPermanent ? daylight?.offset ?? standard : standard
    self.daylight = isPermanent ? nil : daylight
  }
}

/// Reads `std offset [dst [offset] , start [/time] , end [/time]]` from left to right.
private struct PosixRuleReader {
  var rest: ArraySlice<UInt8>

  mutating func rule() -> (ZoneRules.Offset, YearlyRule.Daylight?)? {
    guard abbreviation(), let west = time(hoursMax: 24) else { return nil }
    // POSIX counts offsets westwards.
    let standard = ZoneRules.Offset(seconds: -west)
    if rest.isEmpty { return (standard, nil) }
    guard abbreviation() else { return nil }
    var ahead = standard.seconds + 3600
    if rest.first != UInt8(ascii: ",") {
      guard let west = time(hoursMax: 24) else { return nil }
      ahead = -west
    }
    guard let begins = change(), let ends = change(), rest.isEmpty,
      ZoneRules.offsetSecondsLimits.contains(ahead)
    else { return nil }
    let offset = ZoneRules.Offset(seconds: ahead, isDaylight: true)
    return (standard, YearlyRule.Daylight(offset: offset, begins: begins, ends: ends))
  }

  /// Reads three or more letters, or letters, digits and signs in angle brackets.
  private mutating func abbreviation() -> Bool {
    if skip("<") {
      let name = rest.prefix { $0 != UInt8(ascii: ">") }
      rest = rest.dropFirst(name.count)
      return name.count >= 3 && skip(">")
    }
    let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  private mutating func change() -> YearlyRule.Change? {
    guard skip(","), let day = day() else { return nil }
    guard skip("/") else { return YearlyRule.Change(day: day, second: 7200) }
    guard let second = time(hoursMax: 167) else { return nil }
    return YearlyRule.Change(day: day, second: second)
  }

  private mutating func day() -> YearlyRule.Day? {
    if skip("M") {
      guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
        let weekday = number(0...6)
      else { return nil }
      return .weekday(month: month, week: week, weekday: weekday)
    }
    if skip("J") { return number(1...365).map { .withoutLeapDay($0) } }
    return number(0...365).map { .zeroBased($0) }
  }

  /// Reads `[+|-]hh[:mm[:ss]]`, in seconds.
  private mutating func time(hoursMax: Int) -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(0...hoursMax) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] {
      guard skip(":") else { break }
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func number(_ limits: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    // No number of a rule has more than three digits.
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return limits.contains(value) ? value : nil
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
