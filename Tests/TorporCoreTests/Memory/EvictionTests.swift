import Testing
import TorporModel

@testable import TorporCore

@Suite("The choice of what is ended for memory, alone")
struct EvictionTests {
  /// Two suspended apps, one that plays in the background, and one on screen; sizes in MB.
  private func world(_ profile: ProfileName = .ios26) -> ServiceWorld {
    var world = ServiceWorld(profile)
    for (name, place, megabytes) in [
      ("small", ServiceWorld.Place.suspended, 100), ("large", .suspended, 800),
      ("radio", .background, 900), ("game", .onScreen, 2000),
    ] {
      world.add(name, place)
      world.change(name) { $0.facts.footprintBytes = Int64(megabytes) * 1_000_000 }
    }
    world.change("radio") { $0.facts.isPlayingAudio = true }
    return world
  }

  private func judgment(
    _ level: MemoryPressureLevel,
    availableMegabytes: Int64,
    in world: ServiceWorld
  ) -> MemoryJudgment {
    let report = MemoryReport(
      level: level,
      availableBytes: availableMegabytes * 1_000_000,
      totalBytes: 2_000_000_000
    )
    return MemoryJudgment(
      report,
      knownSwap: nil,
      countsSwapAsRoom: world.state.profile.name.countsSwapAsRoom,
      isPagingOut: false
    )
  }

  private func victims(
    _ level: MemoryPressureLevel,
    availableMegabytes: Int64,
    isFresh: Bool = true,
    since relief: inout MemoryRelief?,
    in world: ServiceWorld
  ) -> [String] {
    let judgment = judgment(level, availableMegabytes: availableMegabytes, in: world)
    var eviction = Eviction(judgment, isFresh: isFresh, since: relief)
    let victims = eviction.victims(on: world.state)
    relief = eviction.relief
    return victims.map { String($0.app.text.split(separator: ".").last ?? "") }
  }

  @Test("takes suspended apps below a tenth of the memory, and running ones below a twentieth")
  func lines() {
    var world = world()
    var relief: MemoryRelief?
    #expect(victims(.warning, availableMegabytes: 201, since: &relief, in: world) == [])
    #expect(victims(.warning, availableMegabytes: 199, since: &relief, in: world) == ["large"])
    // What is suspended gives back too little to reach either line.
    for name in ["small", "large"] { world.change(name) { $0.facts.footprintBytes = 400_000 } }
    #expect(
      Set(victims(.warning, availableMegabytes: 101, since: &relief, in: world))
        == ["large", "small"]
    )
    #expect(
      victims(.warning, availableMegabytes: 99, since: &relief, in: world).last == "radio"
    )
    // The numbers say how many it takes, so nothing is awaited.
    #expect(relief == nil)
  }

  @Test("leaves out an app that the user has exempted")
  func exempt() {
    var world = world()
    world.change("large") {
      $0.persistentState.exemption = AppRecord.Exemption(since: .zero, until: nil)
    }
    var relief: MemoryRelief?
    #expect(victims(.warning, availableMegabytes: 199, since: &relief, in: world) == ["small"])
  }

  @Test("counts what processes that are ending will give back")
  func coming() {
    var world = world()
    world.beginKilling("large")
    var relief: MemoryRelief?
    #expect(victims(.warning, availableMegabytes: 150, since: &relief, in: world) == [])
  }

  @Test("takes one app where there may be swap, and the next after the patience for its memory")
  func oneByOne() {
    var world = world(.linux)
    var relief: MemoryRelief?
    let first = victims(.critical, availableMegabytes: 90, since: &relief, in: world)
    #expect(first.count == 1)
    #expect(victims(.critical, availableMegabytes: 90, since: &relief, in: world) == [])
    world.state.now = .at(MemoryRelief.patience)
    // The kernel repeats itself: that no process waits any more is as likely.
    #expect(
      victims(.critical, availableMegabytes: 90, isFresh: false, since: &relief, in: world) == []
    )
    #expect(victims(.critical, availableMegabytes: 90, since: &relief, in: world).count == 1)
  }

  @Test("gives the pressure as the cause, and the forecast only where the order stands on it")
  func causes() {
    var world = world()
    for (order, reasons) in [
      (EvictionOrder.largestFirst, [Reason.memoryPressure]),
      (.leastLikelyUsedFirst, [.memoryPressure, .lowestReuseProbability]),
    ] {
      world.state.conditions.evictionOrder = order
      let judgment = judgment(.warning, availableMegabytes: 199, in: world)
      var eviction = Eviction(judgment, isFresh: true, since: nil)
      let victims = eviction.victims(on: world.state)
      #expect(victims.first.map { eviction.causes(of: $0).map(\.reason) } == reasons)
    }
  }
}
