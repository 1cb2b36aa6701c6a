import Testing
import TorporModel

@testable import TorporCore

private func app(_ name: String) -> AppIdentifier { AppIdentifier("com.example.\(name)")! }

/// An app by its letter, with its size in MB and how likely it is to be opened soon.
private func victim(
  _ name: String,
  megabytes: Int64?,
  chance: Double = 0.1,
  suspended: Bool = true,
  playing: Bool = false,
  lastSecond: Int64 = 0
) -> MemoryVictim {
  MemoryVictim(
    app: app(name),
    isSuspended: suspended,
    isPlaying: playing,
    footprintBytes: megabytes.map { $0 * 1_000_000 },
    lastOnScreen: .at(.seconds(lastSecond)),
    returnChance: chance
  )
}

/// Who goes for that many megabytes, by letters.
private func chosen(
  _ victims: [MemoryVictim],
  megabytes: Int64,
  by order: EvictionOrder
) -> String {
  victims.chosen(freeing: megabytes * 1_000_000, by: order).map { $0.app.text.suffix(1) }.joined()
}

@Suite("The choice of who goes for memory")
struct MemoryVictimTests {
  @Test(
    "puts suspended before running before sounding, in every order",
    arguments: EvictionOrder.allCases
  )
  func classes(order: EvictionOrder) {
    let all = [
      victim("s", megabytes: 1, chance: 0.9, lastSecond: 9),
      victim("r", megabytes: 500, chance: 0.01, suspended: false, lastSecond: 2),
      victim("p", megabytes: 900, chance: 0.001, suspended: false, playing: true, lastSecond: 1),
    ]
    #expect(chosen(all, megabytes: 5000, by: order) == "srp")
    #expect(chosen(all, megabytes: 1, by: order) == "s")
  }

  @Test(
    "goes by size, by last use, or by what is lost for what is freed",
    arguments: [
      (EvictionOrder.largestFirst, "abc"), (.leastRecentlyUsedFirst, "cba"),
      // Of a byte of each 0.4, 0.2 and 1.0 are lost.
      (.leastLikelyUsedFirst, "bac"),
    ]
  )
  func orders(order: EvictionOrder, expected: String) {
    let all = [
      victim("a", megabytes: 500, chance: 0.2, lastSecond: 3),
      victim("b", megabytes: 400, chance: 0.08, lastSecond: 2),
      victim("c", megabytes: 300, chance: 0.3, lastSecond: 1),
    ]
    #expect(chosen(all, megabytes: 1200, by: order) == expected)
  }

  @Test("takes the large one of two that are as likely to be opened, as §12 ME2 has it")
  func largeOne() {
    let all = [victim("a", megabytes: 100), victim("b", megabytes: 800)]
    #expect(chosen(all, megabytes: 50, by: .leastLikelyUsedFirst) == "b")
  }

  @Test("keeps who turned out to be needless, of the class of the last alone")
  func spared() {
    let small = victim("s", megabytes: 100, chance: 0.001)
    let large = victim("l", megabytes: 900, chance: 0.5)
    #expect(chosen([small, large], megabytes: 700, by: .leastLikelyUsedFirst) == "l")
    #expect(chosen([small, large], megabytes: 950, by: .leastLikelyUsedFirst) == "sl")
    let running = victim("r", megabytes: 900, chance: 0.5, suspended: false)
    #expect(chosen([small, running], megabytes: 700, by: .leastLikelyUsedFirst) == "sr")
  }

  @Test("stops at one of unknown size, which goes after those whose size is known")
  func unknownSize() {
    let all = [
      victim("u", megabytes: nil), victim("k", megabytes: 100),
      victim("v", megabytes: nil, chance: 0.2),
    ]
    #expect(chosen(all, megabytes: 500, by: .leastLikelyUsedFirst) == "ku")
    #expect(chosen(all, megabytes: 100, by: .leastLikelyUsedFirst) == "k")
  }
}

@Suite("Memory on a desktop")
struct DesktopMemoryTests {
  @Test("takes who will be missed least, and says by how much")
  func leastMissed() throws {
    var device = TestDevice(.linux)
    for name in ["seldom", "often", "front"] { device.install(name, isCooperative: true) }
    device.open("seldom")
    for _ in 0..<6 {
      device.pass(.seconds(60))
      device.open("often")
      device.pass(.seconds(60))
      device.user(.home(app: app("often")))
    }
    device.open("front")
    device.user(.home(app: app("seldom")))
    device.pass(.seconds(60))
    for name in ["seldom", "often"] { device.report(name, .footprint(bytes: 500_000_000)) }
    device.tell(
      .memory(
        MemoryReport(level: .critical, availableBytes: -1, totalBytes: 2_000_000_000)
      )
    )
    #expect(device.lastExit("seldom") == .jetsam)
    #expect(device.state("often") == .suspended)
    let subjects = device.log.compactMap { entry -> String? in
      guard case .record(let decision) = entry.effect, decision.action == .end(.jetsam) else {
        return nil
      }
      return decision.conditions.first { $0.reason == .lowestReuseProbability }?.subject
    }
    let sentence = try #require(subjects.last)
    #expect(sentence.hasSuffix(" % for 500 MB"), "\(sentence)")
    #expect(device.broken == [])
  }

  @Test("is ordered by the profile that a journal began with")
  func byProfile() {
    for name in ProfileName.allCases {
      let order = DeviceConfiguration(profile: name).evictionOrder
      #expect(order == (name == .linux ? .leastLikelyUsedFirst : .largestFirst))
    }
    let chosen = DeviceConfiguration(profile: .linux, evictionOrder: .largestFirst)
    #expect(chosen.evictionOrder == .largestFirst)
  }
}
