/// The time that a server asks clients to wait (`Retry-After`, RFC 9110, 10.2.3).
enum RetryAfter {
  /// The maximum time that is passed on: a day.
  ///
  /// A longer time is likely to be an error; the policy may wait longer. Our choice.
  static let secondsMax: Int64 = 86_400

  /// Parses the value: seconds, or a date, which is converted relative to now; `nil` if it is invalid.
  static func duration(_ text: String, nowSeconds: Int64) -> Duration? {
    if let seconds = Int64(text) {
      return seconds < 0 ? nil : .seconds(min(seconds, secondsMax))
    }
    // A number that is too large is still a valid request.
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(secondsMax)
    }
    guard let moment = HTTPDate.seconds(text) else { return nil }
    return .seconds(min(max(0, moment - nowSeconds), secondsMax))
  }
}

/// HTTP dates (RFC 9110, 5.6.7), in the one form that may still be sent.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds since 1970 of a date such as "Sun, 06 Nov 1994 08:49:37 GMT"; `nil` for anything else.
  static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
      let day = Int64(words[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(words[2])),
      let year = Int64(words[3]), (1970...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
      .compactMap { Int64($0) }
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    let days = days(year: year, month: Int64(month) + 1, day: day)
    return days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }

  /// Returns the days since 1970-01-01 in the Gregorian calendar, with years that begin in March.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    // There are 719,468 days between 0000-03-01 and 1970-01-01.
    return era * 146_097 + dayOfEra - 719_468
  }
}
