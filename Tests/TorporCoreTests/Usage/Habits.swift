import TorporModel

@testable import TorporCore

/// Habits to learn from, made of clock times.
enum Habit {
  /// A Monday.
  static let monday: Int64 = 20_003

  static let app = AppIdentifier("com.example.mail")!

  static func at(day: Int64, _ hour: Int64, _ minute: Int64 = 0) -> LocalSecond {
    LocalSecond(day: monday + day, secondOfDay: hour * 3600 + minute * 60)
  }

  /// A model that has seen the app opened at those times of each day.
  static func opened(
    at times: [(Int64, Int64)],
    days: Range<Int64>,
    app: AppIdentifier = app
  ) -> UsageModel {
    var model = UsageModel()
    for day in days {
      for (hour, minute) in times { model.noteOpened(app, at: at(day: day, hour, minute)) }
    }
    return model
  }
}

/// The generator of the benchmarks: one addition and two mixes a number.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
