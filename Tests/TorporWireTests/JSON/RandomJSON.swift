@testable import TorporAppWire
@testable import TorporWire

/// A small seeded generator (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension JSON {
  static func random(depth: Int, using random: inout SplitMix64) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .integer(Int64(truncatingIfNeeded: random.next()))
    case 3: return JSON(random.next())
    case 4: return .number(Double(Int64(truncatingIfNeeded: random.next())) / 1024)
    case 5, 6: return .string(text(using: &random))
    case 7:
      let count = Int.random(in: 0..<5, using: &random)
      return .array((0..<count).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      let count = Int.random(in: 0..<5, using: &random)
      return .object(
        (0..<count).map {
          Member("\($0)" + text(using: &random), .random(depth: depth - 1, using: &random))
        }
      )
    }
  }

  private static func text(using random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<24, using: &random) {
      let limit: UInt32 = Bool.random(using: &random) ? 0x80 : 0x11_0000
      text.unicodeScalars.append(
        Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) ?? "?"
      )
    }
    return text
  }
}
