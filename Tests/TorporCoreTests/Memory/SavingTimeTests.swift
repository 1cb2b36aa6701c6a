import Testing
import TorporModel

@testable import TorporCore

private let megabyte: Int64 = 1_000_000

@Suite("The time to save before an end for memory")
struct SavingTimeTests {
  @Test("is for a suspended app that asked for it: it is thawed, told, and ended when it returns")
  func saves() throws {
    var device = TestDevice.withDrafts()
    device.slowCallbacks = ["willTerminateForMemory"]
    #expect(device.state("draft") == .suspended)
    device.reportCritical(80)
    #expect(device.state("draft") == .background)
    #expect(device.isAskedToSave("draft") && !device.callbacks("draft").contains("willTerminate"))
    #expect(device.lastExit("draft") == nil)
    device.pass(.milliseconds(42))
    device.finishSaving("draft")
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.lastExitAt("draft") == device.now)
    #expect(device.lastSave("draft") == .finished)
    #expect(device.broken == [])
  }

  @Test("is not for one that did not ask: it ends at once, and without a word (T9)")
  func othersAsBefore() {
    var device = TestDevice.withDrafts(["plain"])
    device.reportCritical(80)
    #expect(device.lastExit("plain") == .jetsam)
    #expect(!device.isAskedToSave("plain"))
    #expect(device.lastSave("plain") == nil)
    let thaws = device.decisions("plain") { $0 == .thaw }
    #expect(thaws.isEmpty)
  }

  @Test("is 300 ms, and not a millisecond longer")
  func overruns() {
    var device = TestDevice.withDrafts()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.reportCritical(80)
    device.pass(.milliseconds(299))
    #expect(device.lastExit("draft") == nil)
    device.pass(.milliseconds(1))
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.lastSave("draft") == .unfinished)
    #expect(device.broken == [])
  }

  @Test("is told in the ledger: that it was given, whether it was enough, and how long it took")
  func ledger() throws {
    for (length, isReturned, words) in [
      (42, true, "it saved its state first (42 ms)"),
      (300, false, "it did not finish saving its state (300 ms)"),
    ] {
      var device = TestDevice.withDrafts()
      device.slowCallbacks = ["willTerminateForMemory"]
      device.reportCritical(80)
      let wake = try #require(
        device.decisions("draft") { $0 == .wake(.terminationSave) }.last
      )
      #expect(
        wake.sentence()
          == "woke com.example.draft for a save before it is ended for its memory: "
          + "it has background time left"
      )
      #expect(wake.conditions.first?.until == device.now + .milliseconds(300))
      device.pass(.milliseconds(length))
      if isReturned { device.finishSaving("draft") }
      let end = try #require(device.lastEnd("draft"))
      #expect(
        end.sentence()
          == "killed com.example.draft: memory is short (critical: 80 of 2000 MB are available, "
          + "no swap); " + words
      )
    }
  }

  @Test("is told to the next process at its launch, and to no later one")
  func nextLaunch() {
    for save in TerminationSave.allCases {
      var device = TestDevice.withDrafts()
      device.slowCallbacks = ["willTerminateForMemory"]
      device.reportCritical(80)
      if save == .finished { device.finishSaving("draft") }
      device.pass(.milliseconds(300))
      device.reportCritical(1500)
      device.open("draft")
      #expect(device.savesTold("draft") == [nil, save])
      device.user(.forceQuit(app: device.app("draft")))
      device.open("draft")
      #expect(device.savesTold("draft") == [nil, save, nil])
    }
  }

  @Test("is counted as one wake, and in the receipts of the battery page")
  func receipt() throws {
    var device = TestDevice.withDrafts()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.reportCritical(80)
    device.pass(.milliseconds(100))
    device.finishSaving("draft")
    let consumption = device.device.services.consumption[device.app("draft")]
    let run = try #require(consumption.hours.last?.runs.last)
    #expect(run.wakes.entries.map(\.reason) == [.terminationSave])
    #expect(run.wakes.entries.map(\.count) == [1])
    #expect(run.used.timeMicroseconds == 100_000)
  }

  @Test("has the processor's share of an app in front, so that others do not take it")
  func priority() {
    var device = TestDevice.withDrafts()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.reportCritical(80)
    let orders = device.log.compactMap { entry -> ProcessPriority? in
      guard case .prioritize(let launch, let priority) = entry.effect,
        device.appOfLaunch[launch] == device.app("draft")
      else { return nil }
      return priority
    }
    #expect(orders.last == .foreground)
  }
}

@Suite("No time to save")
struct NoSavingTimeTests {
  private func refusal(_ device: TestDevice, _ name: String = "draft") -> String? {
    device.lastEnd(name)?.conditions.first { $0.reason == .noTimeToSave }?.phrase(
      for: .end(.jetsam)
    )
  }

  @Test("is given where memory is shortest, below half of the critical line")
  func shortest() {
    var device = TestDevice.withDrafts()
    device.reportCritical(49)
    #expect(device.lastExit("draft") == .jetsam)
    #expect(!device.isAskedToSave("draft"))
    #expect(refusal(device) == "it got no time to save its state (memory is almost used up)")
  }

  @Test("is given while the kernel kills processes by itself")
  func kernelKills() {
    var device = TestDevice.withDrafts()
    device.reportCritical(80, kernelKills: 1)
    #expect(device.lastExit("draft") == .jetsam)
    #expect(!device.isAskedToSave("draft"))
    #expect(
      refusal(device)
        == "it got no time to save its state (the kernel is killing processes for memory)"
    )
  }

  @Test("is given to an app whose memory in swap would not fit beside the rest")
  func swapped() {
    for (megabytes, isTold) in [(20, true), (40, false)] {
      var device = TestDevice.withDrafts()
      device.tell(.swap(SwapState(freeBytes: 1000 * megabyte, totalBytes: 1000 * megabyte)))
      device.report(
        "draft",
        .pagedOut(
          PageOutReport(
            freedBytes: Int64(megabytes) * megabyte,
            writtenBytes: Int64(megabytes) * megabyte,
            isComplete: true,
            swap: SwapState(freeBytes: 900 * megabyte, totalBytes: 1000 * megabyte)
          )
        )
      )
      // 80 MB are available, and 50 are the line below which there is no time.
      device.reportCritical(
        80,
        swap: SwapState(freeBytes: 900 * megabyte, totalBytes: 1000 * megabyte)
      )
      #expect(device.isAskedToSave("draft") == isTold)
      if !isTold {
        #expect(
          refusal(device)
            == "it got no time to save its state (40 MB of it were written to swap, and there is "
            + "no room for them)"
        )
      }
    }
  }

  @Test("is given to a third app while two others save")
  func twoAtATime() {
    // 140 MB are missing, and each has 50: all three go.
    var device = Self.three()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.reportCritical(60)
    let told = ["draft1", "draft2", "draft3"].filter { device.isAskedToSave($0) }
    #expect(told.count == 2)
    let third = ["draft1", "draft2", "draft3"].first { !told.contains($0) } ?? ""
    #expect(device.lastExit(third) == .jetsam)
    #expect(
      refusal(device, third) == "it got no time to save its state (2 others are saving)"
    )
    device.pass(.milliseconds(300))
    for name in told { #expect(device.lastExit(name) == .jetsam) }
    #expect(device.broken == [])
  }

  @Test("is given to a second app that would fit alone, and not beside what the first brings back")
  func swappedTogether() {
    var device = TestDevice.withDrafts(["draft1", "draft2"])
    device.slowCallbacks = ["willTerminateForMemory"]
    let swap = SwapState(freeBytes: 900 * megabyte, totalBytes: 1000 * megabyte)
    device.tell(.swap(swap))
    for name in ["draft1", "draft2"] {
      device.report(name, .footprint(bytes: 70 * megabyte))
      device.report(
        name,
        .pagedOut(
          PageOutReport(
            freedBytes: 20 * megabyte,
            writtenBytes: 20 * megabyte,
            isComplete: true,
            swap: swap
          )
        )
      )
    }
    // 30 MB are left to the line, and 120 are missing: both go, and each would bring 20 back.
    device.reportCritical(80, swap: swap)
    let told = ["draft1", "draft2"].filter { device.isAskedToSave($0) }
    #expect(told.count == 1)
    let other = told == ["draft1"] ? "draft2" : "draft1"
    #expect(
      refusal(device, other)
        == "it got no time to save its state (20 MB of it were written to swap, and there is no "
        + "room for them)"
    )
  }

  /// Three small ones, of which all must go.
  private static func three() -> TestDevice {
    var device = TestDevice.withDrafts(["draft1", "draft2", "draft3"])
    for name in ["draft1", "draft2", "draft3"] {
      device.report(name, .footprint(bytes: 50 * megabyte))
    }
    return device
  }

  @Test(
    "is left when memory gets shortest meanwhile, or the kernel kills a process",
    arguments: [(40, nil), (80, 1)] as [(Int64, Int64?)]
  )
  func cutShort(megabytes: Int64, kernelKills: Int64?) {
    var device = TestDevice.withDrafts()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.reportCritical(80)
    device.pass(.milliseconds(100))
    device.reportCritical(megabytes, kernelKills: kernelKills)
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.lastExitAt("draft") == device.now)
    #expect(device.lastSave("draft") == .unfinished)
    #expect(
      device.lastEnd("draft")?.conditions.last?.phrase(for: .end(.jetsam))
        == "it did not finish saving its state (100 ms)"
    )
  }
}
