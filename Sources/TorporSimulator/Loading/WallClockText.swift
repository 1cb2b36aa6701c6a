/// Dates as text: `2026-03-02T08:00:00Z` and the same with an offset (`+01:00`).
enum WallClockText {
  /// Nanoseconds since 1970; `nil` where the text is no such date.
  static func nanoseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      (1970...2200).contains(year), (1...12).contains(month),
      (1...daysInMonth(month, of: year)).contains(day), hour < 24, minute < 60, second < 60,
      let offset = offsetSeconds(bytes[19...])
    else { return nil }
    let time = hour * 3600 + minute * 60 + second
    return Int64(daysSince1970(year: year, month: month, day: day) * 86_400 + time - offset)
      * 1_000_000_000
  }

  private static func offsetSeconds(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
    let parts = Array(bytes)
    guard parts.count == 6, parts[3] == UInt8(ascii: ":"),
      parts[0] == UInt8(ascii: "+") || parts[0] == UInt8(ascii: "-"),
      let hours = number(parts[1..<3]), let minutes = number(parts[4..<6]), hours < 15, minutes < 60
    else { return nil }
    let length = hours * 3600 + minutes * 60
    return parts[0] == UInt8(ascii: "-") ? -length : length
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  private static func isLeap(_ year: Int) -> Bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
  }

  private static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    var days = day - 1
    for earlier in 1970..<year { days += isLeap(earlier) ? 366 : 365 }
    for earlier in 1..<month { days += daysInMonth(earlier, of: year) }
    return days
  }
}
