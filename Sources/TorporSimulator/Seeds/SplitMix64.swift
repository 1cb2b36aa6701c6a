import TorporModel

/// A small random generator: the same seed gives the same numbers on every machine.
///
/// SplitMix64 by Steele, Lea and Flood (OOPSLA 2014), with its published constants.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Makes the generator of a seed.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// True in that many of a hundred draws.
  mutating func chance(_ percent: Int) -> Bool { Int(next() % 100) < percent }

  /// A number of the range, each as likely.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// A length between two lengths, in whole milliseconds.
  mutating func duration(_ first: Duration, _ last: Duration) -> Duration {
    let milliseconds = Int((last - first).microseconds / 1000)
    return first + .milliseconds(number(0...max(0, milliseconds)))
  }

  /// One of the values; the list must not be empty.
  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }
}
