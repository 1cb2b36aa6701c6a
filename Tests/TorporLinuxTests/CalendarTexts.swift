/// Draws calendar expressions that are allowed, with everything that the language has.
struct CalendarTexts {
  private var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Etc/UTC",
    "Africa/Casablanca", "Pacific/Apia", "America/Santiago", "Europe/Dublin", "Asia/Tehran",
    "America/St_Johns", "Pacific/Chatham",
  ]

  /// A moment from 2001 to 2093, in seconds since 1970.
  mutating func moment() -> Int { random.number(1_000_000_000...3_900_000_000) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { random.number(range) }

  mutating func expression(around year: Int) -> String {
    var text: String
    switch random.number(0...99) {
    case 0..<8: text = shorthand()
    case 8..<10:
      // Is in UTC; we allow no other zone after it.
      let utc = random.chance(50) ? " UTC" : ""
      return (random.chance(30) ? weekdays() + " " : "") + "@\(moment())" + utc
    default: text = parts(around: year)
    }
    if random.chance(15) {
      text += random.pick([" UTC", " utc"])
    } else if random.chance(25) {
      text += " " + random.pick(CalendarTexts.zones)
    }
    return text
  }

  /// An expression with one to three characters changed, most of which is nonsense.
  mutating func damaged(around year: Int) -> String {
    var characters = Array(expression(around: year))
    for _ in 0..<random.number(1...3) {
      let place = random.number(0...(characters.count - 1))
      let other = random.pick(Array("0123456789*,./-~: @ABMonUTC"))
      switch random.number(0...2) {
      case 0: characters[place] = other
      case 1: characters.insert(other, at: place)
      default: if characters.count > 1 { characters.remove(at: place) }
      }
    }
    return String(characters)
  }

  private mutating func shorthand() -> String {
    let word = random.pick([
      "minutely", "hourly", "daily", "weekly", "monthly", "yearly", "annually", "anually",
      "quarterly", "semiannually", "semi-annually", "biannually", "bi-annually",
    ])
    return random.chance(20) ? word.uppercased() : word
  }

  private mutating func parts(around year: Int) -> String {
    var words: [String] = []
    if random.chance(35) { words.append(weekdays()) }
    if random.chance(65) { words.append(date(around: year)) }
    if words.isEmpty || random.chance(80) { words.append(time()) }
    return words.joined(separator: random.chance(10) ? "  " : " ")
  }

  private mutating func weekdays() -> String {
    let count = random.number(1...3)
    let list = (0..<count).map { _ in
      let first = random.number(0...6)
      guard random.chance(40) else { return weekday(first) }
      let last = random.number(first...6)
      return weekday(first) + random.pick(["..", "..", "-"]) + weekday(last)
    }
    return list.joined(separator: ",") + (random.chance(5) ? "," : "")
  }

  private mutating func weekday(_ number: Int) -> String {
    let name = [
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ][number]
    let form = random.chance(70) ? String(name.prefix(3)) : name
    return random.chance(30) ? form.lowercased() : form
  }

  private mutating func date(around year: Int) -> String {
    let month = field(1...12, everyPercent: 50)
    let isFromEnd = random.chance(25)
    let day = isFromEnd ? daysFromEnd() : field(1...31, everyPercent: 30)
    let rest = month + (isFromEnd ? "~" : "-") + day
    if random.chance(30) { return rest }
    if random.chance(60) { return "*-" + rest }
    if random.chance(20) { return "\(year % 100 < 10 ? "0" : "")\(year % 100)-" + rest }
    return field((year - 2)...(year + 20), everyPercent: 0) + "-" + rest
  }

  private mutating func daysFromEnd() -> String {
    switch random.number(0...3) {
    case 0: return "\(random.number(1...28))"
    case 1:
      let first = random.number(2...28)
      return "\(first)/\(random.number(1...(first - 1)))"
    case 2:
      let first = random.number(1...28)
      return "\(first)..\(random.number(first...28))" + (random.chance(50) ? "/3" : "")
    // The last part of a list: systemd 252 refuses those beyond 25 (see the known differences).
    default: return "0\(random.number(1...9)),\(random.number(1...25))"
    }
  }

  private mutating func time() -> String {
    let hours = field(0...23, everyPercent: 30)
    let minutes = field(0...59, everyPercent: 20)
    guard random.chance(40) else { return hours + ":" + minutes }
    return hours + ":" + minutes + ":" + seconds()
  }

  /// Whole seconds as other places, and some fractions.
  private mutating func seconds() -> String {
    switch random.number(0...5) {
    case 0: return "\(random.number(0...59)).\(random.number(0...9_999_999))"
    case 1: return "0/0.\(random.pick(["5", "25", "125", "1"]))"
    case 2:
      let first = random.number(0...29)
      return
        "\(first).5..\(first + random.number(1...29))/\(random.pick(["0.75", "1.5", "7.000001"]))"
    case 3:
      let first = random.number(0...40)
      return "\(first)..\(first + random.number(1...19))"
    default: return field(0...59, everyPercent: 30)
    }
  }

  private mutating func field(_ limits: ClosedRange<Int>, everyPercent: Int) -> String {
    if random.chance(everyPercent) { return "*" }
    let count = random.chance(65) ? 1 : random.number(2...5)
    return (0..<count).map { _ in span(limits) }.joined(separator: ",")
  }

  private mutating func span(_ limits: ClosedRange<Int>) -> String {
    let (low, high) = (limits.lowerBound, limits.upperBound)
    switch random.number(0...9) {
    case 0..<2:
      let first = random.number(low...(high - 1))
      return "\(padded(first))/\(random.number(1...(high - first)))"
    case 2..<4:
      let first = random.number(low...(high - 1))
      // Seconds want a range of one at least.
      return "\(padded(first))..\(padded(random.number((first + 1)...high)))"
    case 4:
      let first = random.number(low...(high - 1))
      return "\(first)..\(random.number((first + 1)...high))/\(random.number(1...9))"
    default: return padded(random.number(limits))
    }
  }

  private mutating func padded(_ number: Int) -> String {
    number < 10 && random.chance(50) ? "0\(number)" : "\(number)"
  }
}

/// SplitMix64: numbers that are the same on every machine.
private struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...(elements.count - 1))]
  }
}
