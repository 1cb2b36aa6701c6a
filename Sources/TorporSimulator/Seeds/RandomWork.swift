import TorporModel

// What drawn apps have in common, whatever they are about.

extension AppDefinition {
  /// Has the app do more in the callback, after what it does there already.
  mutating func append(_ steps: [Step], to callback: PlainCallback) {
    callbacks[.plain(callback), default: []] += steps
  }
}

extension Step {
  /// Some work or some waiting: mostly short, now and then longer than any wake lasts.
  static func labour(using random: inout SplitMix64) -> Step {
    switch random.number(0...9) {
    case 0..<3: Step(.work(random.duration(.zero, .seconds(4))))
    case 3: Step(.work(random.duration(.seconds(5), .minutes(2))))
    case 4..<8: Step(.wait(random.duration(.zero, .seconds(15))))
    default: Step(.wait(random.duration(.seconds(20), .minutes(4))))
    }
  }

  /// None, one or two pieces of work.
  static func labours(using random: inout SplitMix64) -> [Step] {
    (0..<random.number(0...2)).map { _ in labour(using: &random) }
  }
}
