import Glibc
import TorporCore

/// A user drawn from a seed, for who has no recorded traces.
///
/// Which app comes next follows Zipf's law over the apps, with habits that each user has: what follows
/// what, and at which hours. Time between opens is log-normal; the user sleeps.
struct RandomUser {
  private var random: SplitMix64
  private let appCount = 40
  private let popularity: [Double]
  private let follows: [[Double]]
  private let hours: [[Double]]
  private let wakesAt: Int64

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = appCount
    popularity = (0..<count).map { 1 / pow(Double($0 + 1), 1.1) }
    // A few strong habits among many weak ones: the cube of a uniform number.
    follows = (0..<count).map { _ in (0..<count).map { _ in pow(random.share(), 6) + 0.02 } }
    hours = (0..<count).map { _ in (0..<8).map { _ in pow(random.share(), 3) + 0.05 } }
    wakesAt = Int64(6 + random.below(3)) * 3600
    self.random = random
  }

  /// The opens of that many days from a fixed Monday on.
  mutating func use(days: Int64) -> [PhoneUse.Open] {
    let monday: Int64 = 20_003
    var now = LocalSecond(day: monday, secondOfDay: wakesAt)
    var opens: [PhoneUse.Open] = []
    var front = 0
    while now.day < monday + days {
      let app = nextApp(after: front, at: now)
      opens.append(PhoneUse.Open(app: "app \(app)", second: now))
      front = app
      // Running: some 1.5 minutes; then either the next app at once or a pause of some half an hour.
      let running = 90 * exp(0.9 * random.normal())
      let pause = random.share() < 0.65 ? 5 : 1800 * exp(1.0 * random.normal())
      now = awake(now + Int64(running + pause) + 1)
    }
    return opens
  }

  private func awake(_ moment: LocalSecond) -> LocalSecond {
    guard moment.secondOfDay < wakesAt else { return moment }
    return LocalSecond(day: moment.day, secondOfDay: wakesAt + moment.rawValue % 3600)
  }

  private mutating func nextApp(after front: Int, at moment: LocalSecond) -> Int {
    let threeHours = Int(moment.secondOfDay / (3 * 3600))
    let weights = (0..<appCount).map { app in
      app == front ? 0 : popularity[app] * follows[front][app] * hours[app][threeHours]
    }
    var drawn = random.share() * weights.reduce(0, +)
    for (app, weight) in weights.enumerated() {
      drawn -= weight
      if drawn < 0 { return app }
    }
    return front == 0 ? 1 : 0
  }
}

extension SplitMix64 {
  /// A number from 0 up to, not including, 1.
  mutating func share() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// A number from the normal distribution, by Box and Muller.
  mutating func normal() -> Double {
    sqrt(-2 * log(1 - share())) * cos(2 * .pi * share())
  }
}
