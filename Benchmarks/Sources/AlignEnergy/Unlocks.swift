import TorporCore
import TorporModel

/// When a user unlocks a phone, day by day: moments at which the processor is awake at no cost of ours.
struct Unlocks {
  /// The unlocks of each day, in order, since its midnight (UTC).
  private let days: [[Instant]]
  let origin: String

  /// One phone's recorded screen: `unlocks/` of the folder.
  ///
  /// - Throws: `TraceFile.Unreadable` when there is no such trace.
  init(recordedIn folder: String) throws(TraceFile.Unreadable) {
    let file = TraceFile("unlocks/AwareScreen_1month.csv.gz", in: folder)
    var days: [(number: Int64, unlocks: [Instant])] = []
    for row in try file.rows() where row.count == 2 && row[1] == Unlocks.unlocked {
      guard let milliseconds = Unlocks.milliseconds(row[0]) else { continue }
      let (day, time) = milliseconds.quotientAndRemainder(dividingBy: Unlocks.dayMilliseconds)
      if days.last?.number != day { days.append((day, [])) }
      days[days.count - 1].unlocks.append(.at(.milliseconds(time)))
    }
    guard !days.isEmpty else {
      throw TraceFile.Unreadable(path: file.path, cause: "it holds no unlock")
    }
    self.days = days.map { $0.unlocks.sorted() }
    origin = "unlocks of \(days.count) recorded days"
  }

  /// A synthetic user, drawn from the generator.
  init(_ random: inout SplitMix64) {
    days = (0..<Unlocks.syntheticDays).map { _ in
      var unlocks: [Instant] = []
      for second in 0..<86_400
      where random.below(3600) < Unlocks.unlocksOfHour[second / 3600] {
        unlocks.append(.at(.seconds(second) + .milliseconds(random.below(1000))))
      }
      return unlocks
    }
    origin = "unlocks of a synthetic user"
  }

  /// The unlocks of the day that belongs to the seed.
  func day(of seed: UInt64) -> [Instant] { days[Int(seed % UInt64(days.count))] }

  /// `screen_status` of an unlocked screen in the trace.
  private static let unlocked: Substring = "3"
  private static let dayMilliseconds: Int64 = 86_400_000
  private static let syntheticDays = 20
  /// 37 unlocks a day, few at night; our choice, near the recorded phone's 31.
  private static let unlocksOfHour = [
    1, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 2, 2, 1,
  ]

  /// "1488346471.195" as a whole number.
  static func milliseconds(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let seconds = parts.first.flatMap({ Int64($0) }) else { return nil }
    let digits = (parts.count > 1 ? parts[1] : "").prefix(3)
    let fraction = Int64(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
    return seconds * 1000 + fraction
  }
}
