import Testing
import TorporModel

@testable import TorporCore

@Suite("The energy of a wake")
struct EnergyShareTests {
  private func shares(
    _ levels: [EnergyLevel],
    _ costs: WakeCosts = .phone,
    free: EnergyLevel? = nil
  ) -> [Int64] {
    var planner = WakePlanner(costs: costs)
    for (key, level) in levels.enumerated() {
      let window = WakeWindow(earliest: .zero, latest: .at(.seconds(1)), level: level)
      planner.set(window, for: UInt64(key))
    }
    return planner.wake(at: .at(.seconds(1)), free: free).servings.map(\.nanojoules)
  }

  @Test("is paid whole by the only one served", arguments: EnergyLevel.allCases)
  func alone(level: EnergyLevel) {
    #expect(shares([level]) == [WakeCosts.phone.nanojoules(of: level)])
  }

  @Test("is paid level by level, by those that need the level")
  func layers() {
    // 0.3 J by three, 12.6 J by two, 5.1 J by one.
    #expect(
      shares([.processor, .radio, .positioning])
        == [100_000_000, 6_400_000_000, 11_500_000_000]
    )
  }

  @Test("is not paid as far as somebody else powers the machine")
  func free() {
    #expect(
      shares([.processor, .radio, .positioning], free: .processor)
        == [0, 6_300_000_000, 11_400_000_000]
    )
    #expect(shares([.processor, .radio], free: .positioning) == [0, 0])
  }

  @Test("that does not divide leaves its last nanojoules with the lowest keys")
  func remainders() {
    let costs = WakeCosts(processorNanojoules: 11, radioNanojoules: 14, positioningNanojoules: 20)
    #expect(shares([.processor, .processor, .processor], costs) == [4, 4, 3])
    #expect(shares([.radio, .processor, .radio], costs) == [6, 4, 4])
  }
}
