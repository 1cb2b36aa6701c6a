/// What happens on one device in one day, from outside: the user, pushes, power, memory.
///
/// A step is one integer, the moment in its upper bits, so that sorting a day is sorting numbers.
struct DayPlan {
  /// What a step does; the raw value decides between steps of the same moment.
  enum Kind: UInt8 {
    case open, beginTask, home, endTask, push, lock, unlock, memory, power, network
  }

  struct Step {
    let millisecondOfDay: Int64
    let kind: Kind
    let app: Int
  }

  /// What a day holds, per device; the specification's figures where it gives any.
  static let opensPerDay = 100
  static let pushesPerDay = 80
  static let locksPerDay = 60
  static let memoryReportsPerDay = 6
  static let powerChangesPerDay = 8
  static let networkChangesPerDay = 20

  private static let millisecondsPerDay = 86_400_000
  private var packed: [UInt64] = []

  var count: Int { packed.count }

  subscript(index: Int) -> Step {
    let word = packed[index]
    guard let kind = Kind(rawValue: UInt8(truncatingIfNeeded: word >> 16)) else {
      preconditionFailure("a step is packed from a kind")
    }
    return Step(
      millisecondOfDay: Int64(word >> 32),
      kind: kind,
      app: Int(word & 0xffff)
    )
  }

  /// Draws a day anew, in order.
  mutating func draw(appCount: Int, using random: inout SplitMix64) {
    packed.removeAll(keepingCapacity: true)
    for _ in 0..<DayPlan.opensPerDay {
      // Some apps are opened far more often than others: the smaller of two draws.
      let app = min(random.below(appCount), random.below(appCount))
      let at = random.below(DayPlan.millisecondsPerDay)
      let looked = 5_000 + random.below(240_000)
      add(.open, app, at)
      add(.beginTask, app, at + looked / 2)
      add(.home, app, at + looked)
      add(.endTask, app, at + looked + 500 + random.below(20_000))
    }
    for _ in 0..<DayPlan.pushesPerDay { add(.push, random.below(appCount), using: &random) }
    for _ in 0..<DayPlan.locksPerDay {
      let at = random.below(DayPlan.millisecondsPerDay)
      add(.lock, 0, at)
      add(.unlock, 0, at + 1000 + random.below(600_000))
    }
    for _ in 0..<DayPlan.memoryReportsPerDay { add(.memory, 0, using: &random) }
    for _ in 0..<DayPlan.powerChangesPerDay { add(.power, random.below(2), using: &random) }
    for _ in 0..<DayPlan.networkChangesPerDay { add(.network, random.below(3), using: &random) }
    packed.sort()
  }

  private mutating func add(_ kind: Kind, _ app: Int, using random: inout SplitMix64) {
    add(kind, app, random.below(DayPlan.millisecondsPerDay))
  }

  /// Steps that would fall into the next day happen at the end of this one.
  private mutating func add(_ kind: Kind, _ app: Int, _ millisecond: Int) {
    let at = UInt64(min(millisecond, DayPlan.millisecondsPerDay - 1))
    packed.append(at << 32 | UInt64(kind.rawValue) << 16 | UInt64(app))
  }
}
