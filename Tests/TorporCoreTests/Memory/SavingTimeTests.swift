import Testing
import TorporModel

@testable import TorporCore

private let megabyte: Int64 = 1_000_000

/// A device of 2 GB: suspended apps of 100 MB, of which those named like "draft" ask for time to save, and one in front.
private func device(
  _ suspended: [String] = ["draft"],
  profile: ProfileName = .ios7
) -> TestDevice {
  var device = TestDevice(profile)
  for name in suspended + ["front"] {
    device.install(name, savesBeforeTermination: name.hasPrefix("draft"))
    device.open(name)
    if profile == .linux, name != "front" { device.user(.home(app: device.app(name))) }
    device.pass(.seconds(10))
  }
  for name in suspended { device.report(name, .footprint(bytes: 100 * megabyte)) }
  return device
}

extension TestDevice {
  /// So many of 2,000 MB are available; tasks wait, and the kernel has ended so many processes by itself.
  fileprivate mutating func memory(
    _ megabytes: Int64,
    kernelKills: Int64? = nil,
    swap: SwapState? = nil
  ) {
    tell(
      .memory(
        MemoryReport(
          level: .critical,
          availableBytes: megabytes * megabyte,
          totalBytes: 2000 * megabyte,
          evidence: MemoryEvidence(swap: swap, kernelKills: kernelKills)
        )
      )
    )
  }

  fileprivate func wasTold(_ name: String) -> Bool {
    callbacks(name).contains("willTerminateForMemory")
  }

  fileprivate func end(_ name: String) -> Decision? {
    decisions(name) { if case .end = $0 { true } else { false } }.last
  }

  fileprivate func save(_ name: String) -> TerminationSave? {
    device.apps[app(name)]?.persistentState.lastExit?.terminationSave
  }

  /// What the launches of the app said of the time that the process before had to save.
  fileprivate func saves(_ name: String) -> [TerminationSave?] {
    log.compactMap { entry -> TerminationSave?? in
      guard case .deliver(let launch, let delivery) = entry.effect,
        appOfLaunch[launch] == app(name), delivery.callback.isLaunch
      else { return nil }
      return .some(delivery.terminationSave)
    }
  }

  fileprivate mutating func finish(_ name: String) {
    guard let token = token(of: "willTerminateForMemory", name) else { return }
    ask(name, .returned(callback: token))
  }
}

@Suite("The time to save before an end for memory")
struct SavingTimeTests {
  @Test("is for a suspended app that asked for it: it is thawed, told, and ended when it returns")
  func saves() throws {
    var device = device()
    device.slowCallbacks = ["willTerminateForMemory"]
    #expect(device.state("draft") == .suspended)
    device.memory(80)
    #expect(device.state("draft") == .background)
    #expect(device.wasTold("draft") && !device.callbacks("draft").contains("willTerminate"))
    #expect(device.lastExit("draft") == nil)
    device.pass(.milliseconds(42))
    device.finish("draft")
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.lastExitAt("draft") == device.now)
    #expect(device.save("draft") == .finished)
    #expect(device.broken == [])
  }

  @Test("is not for one that did not ask: it ends at once, and without a word (T9)")
  func othersAsBefore() {
    var device = device(["plain"])
    device.memory(80)
    #expect(device.lastExit("plain") == .jetsam)
    #expect(!device.wasTold("plain"))
    #expect(device.save("plain") == nil)
    let thaws = device.decisions("plain") { $0 == .thaw }
    #expect(thaws.isEmpty)
  }

  @Test("is 300 ms, and not a millisecond longer")
  func overruns() {
    var device = device()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.memory(80)
    device.pass(.milliseconds(299))
    #expect(device.lastExit("draft") == nil)
    device.pass(.milliseconds(1))
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.save("draft") == .unfinished)
    #expect(device.broken == [])
  }

  @Test("is told in the ledger: that it was given, whether it was enough, and how long it took")
  func ledger() throws {
    for (length, isReturned, words) in [
      (42, true, "it saved its state first (42 ms)"),
      (300, false, "it did not finish saving its state (300 ms)"),
    ] {
      var device = device()
      device.slowCallbacks = ["willTerminateForMemory"]
      device.memory(80)
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
      if isReturned { device.finish("draft") }
      let end = try #require(device.end("draft"))
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
      var device = device()
      device.slowCallbacks = ["willTerminateForMemory"]
      device.memory(80)
      if save == .finished { device.finish("draft") }
      device.pass(.milliseconds(300))
      device.memory(1500)
      device.open("draft")
      #expect(device.saves("draft") == [nil, save])
      device.user(.forceQuit(app: device.app("draft")))
      device.open("draft")
      #expect(device.saves("draft") == [nil, save, nil])
    }
  }

  @Test("is counted as one wake, and in the receipts of the battery page")
  func receipt() throws {
    var device = device()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.memory(80)
    device.pass(.milliseconds(100))
    device.finish("draft")
    let consumption = device.device.services.consumption[device.app("draft")]
    let run = try #require(consumption.hours.last?.runs.last)
    #expect(run.wakes.entries.map(\.reason) == [.terminationSave])
    #expect(run.wakes.entries.map(\.count) == [1])
    #expect(run.used.timeMicroseconds == 100_000)
  }

  @Test("has the processor's share of an app in front, so that others do not take it")
  func priority() {
    var device = device()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.memory(80)
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
    device.end(name)?.conditions.first { $0.reason == .noTimeToSave }?.phrase(for: .end(.jetsam))
  }

  @Test("is given where memory is shortest, below half of the critical line")
  func shortest() {
    var device = device()
    device.memory(49)
    #expect(device.lastExit("draft") == .jetsam)
    #expect(!device.wasTold("draft"))
    #expect(refusal(device) == "it got no time to save its state (memory is almost used up)")
  }

  @Test("is given while the kernel kills processes by itself")
  func kernelKills() {
    var device = device()
    device.memory(80, kernelKills: 1)
    #expect(device.lastExit("draft") == .jetsam)
    #expect(!device.wasTold("draft"))
    #expect(
      refusal(device)
        == "it got no time to save its state (the kernel is killing processes for memory)"
    )
  }

  @Test("is given to an app whose memory in swap would not fit beside the rest")
  func swapped() {
    for (megabytes, isTold) in [(20, true), (40, false)] {
      var device = device()
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
      device.memory(80, swap: SwapState(freeBytes: 900 * megabyte, totalBytes: 1000 * megabyte))
      #expect(device.wasTold("draft") == isTold)
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
    device.memory(60)
    let told = ["draft1", "draft2", "draft3"].filter { device.wasTold($0) }
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
    var device = device(["draft1", "draft2"])
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
    device.memory(80, swap: swap)
    let told = ["draft1", "draft2"].filter { device.wasTold($0) }
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
    var device = device(["draft1", "draft2", "draft3"])
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
    var device = device()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.memory(80)
    device.pass(.milliseconds(100))
    device.memory(megabytes, kernelKills: kernelKills)
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.lastExitAt("draft") == device.now)
    #expect(device.save("draft") == .unfinished)
    #expect(
      device.end("draft")?.conditions.last?.phrase(for: .end(.jetsam))
        == "it did not finish saving its state (100 ms)"
    )
  }
}

@Suite("What happens while an app saves before its end")
struct MeanwhileSavingTests {
  private func saving() -> TestDevice {
    var device = device()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.memory(80)
    return device
  }

  @Test("does not keep it: opened, it is ended all the same, and launched anew")
  func opened() {
    var device = saving()
    let launch = device.device.apps[device.app("draft")]?.process.launch
    device.pass(.milliseconds(50))
    device.open("draft")
    #expect(device.device.apps[device.app("draft")]?.process.launch == launch)
    device.pass(.milliseconds(50))
    device.finish("draft")
    #expect(device.state("draft") == .active)
    #expect(device.device.apps[device.app("draft")]?.process.launch != launch)
    #expect(device.saves("draft") == [nil, .finished])
    #expect(device.broken == [])
  }

  @Test("does not keep it: a push waits for its next process")
  func pushed() {
    var device = TestDevice(.ios26)
    device.install("draft", modes: [.remoteNotification], savesBeforeTermination: true)
    device.install("front")
    device.open("draft")
    device.pass(.seconds(10))
    device.open("front")
    device.pass(.seconds(60))
    device.report("draft", .footprint(bytes: 100 * megabyte))
    device.slowCallbacks = ["willTerminateForMemory"]
    device.memory(80)
    #expect(device.wasTold("draft"))
    device.push("draft")
    #expect(!device.callbacks("draft").contains("didReceiveRemoteNotification"))
    device.pass(.milliseconds(300))
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.callbacks("draft").last == "didReceiveRemoteNotification")
    #expect(device.saves("draft") == [nil, .unfinished])
    #expect(device.broken == [])
  }

  @Test("is an end: one that ends by itself without an error has saved, one that crashes has not")
  func endsByItself() {
    for (status, save) in [
      (ExitStatus.exited(status: 0), TerminationSave.finished), (.exited(status: 1), .unfinished),
      (.signalled(signal: 11), .unfinished),
    ] {
      var device = saving()
      device.pass(.milliseconds(20))
      device.report("draft", .exited(status: status))
      #expect(device.lastExit("draft") == .jetsam)
      #expect(device.save("draft") == save)
      #expect(device.broken == [])
    }
  }

  @Test("is SIGTERM for a program that knows nothing of the system: it has saved if it then exits")
  func plainProgram() {
    for (status, save) in [
      (ExitStatus.exited(status: 143), TerminationSave.finished),
      (.signalled(signal: 15), .unfinished),
    ] {
      var device = TestDevice(.ios7)
      device.install("draft", isCooperative: false, savesBeforeTermination: true)
      device.install("front")
      device.open("draft")
      device.pass(.seconds(10))
      device.open("front")
      device.pass(.seconds(60))
      #expect(device.state("draft") == .suspended)
      device.report("draft", .footprint(bytes: 100 * megabyte))
      device.memory(80)
      #expect(device.count { if case .requestTermination = $0 { true } else { false } } == 1)
      device.pass(.milliseconds(20))
      device.report("draft", .exited(status: status))
      #expect(device.lastExit("draft") == .jetsam)
      #expect(device.save("draft") == save)
    }
  }

  @Test("is a new daemon: the app is told again, has 300 ms from then, and is ended")
  func daemonRestarts() {
    var device = saving()
    device.pass(.milliseconds(100))
    device.skip(.seconds(20))
    let survivors = device.survivors
    device.tell(.daemonRestarted(survivors: survivors))
    #expect(device.lastExit("draft") == nil)
    device.ask("draft", .attach)
    #expect(device.times(of: "willTerminateForMemory", "draft").count == 2)
    device.pass(.milliseconds(30))
    device.finish("draft")
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.save("draft") == .finished)
    #expect(
      device.end("draft")?.conditions.last?.phrase(for: .end(.jetsam))
        == "it saved its state first (30 ms after a restart of the daemon)"
    )
    #expect(device.broken == [])
  }

  @Test("is a new daemon that the app does not find: it is ended 300 ms later")
  func notBack() {
    var device = saving()
    device.skip(.seconds(20))
    let survivors = device.survivors
    device.tell(.daemonRestarted(survivors: survivors))
    device.pass(.milliseconds(299))
    #expect(device.lastExit("draft") == nil)
    device.pass(.milliseconds(1))
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.save("draft") == .unfinished)
  }

  @Test("is a sleep of the machine: its time stands still")
  func slept() {
    var device = saving()
    device.pass(.milliseconds(100))
    device.suspend(.hours(8))
    #expect(device.lastExit("draft") == nil)
    device.pass(.milliseconds(50))
    device.finish("draft")
    #expect(
      device.end("draft")?.conditions.last?.phrase(for: .end(.jetsam))
        == "it saved its state first (150 ms)"
    )
  }

  @Test("is an end without a daemon: it has saved if it ended without an error, and else has not")
  func endedWithoutADaemon() {
    for (status, save, words) in [
      (
        ExitStatus.exited(status: 0), TerminationSave.finished,
        "it saved its state first (while the daemon was away)"
      ),
      (
        .signalled(signal: 11), .unfinished,
        "it did not finish saving its state (while the daemon was away)"
      ),
      (
        .unknown, .unfinished, "it did not finish saving its state (its end was not seen)"
      ),
    ] {
      var device = saving()
      device.skip(.seconds(20))
      let survivors = device.survivors.map { survivor in
        Survivor(app: survivor.app, launch: survivor.launch, isFrozen: false, end: status)
      }
      device.tell(.daemonRestarted(survivors: survivors))
      #expect(device.lastExit("draft") == .jetsam)
      #expect(device.save("draft") == save)
      #expect(device.end("draft")?.conditions.last?.phrase(for: .end(.jetsam)) == words)
      #expect(device.broken == [])
    }
  }

  @Test(
    "is an end of its command: what that leaves behind has the rest of the 300 ms, and nobody knows of its save"
  )
  func commandEnds() {
    var device = saving()
    device.pass(.milliseconds(20))
    device.report("draft", .commandExited(CommandEnd(status: .exited(status: 0), remaining: 1)))
    #expect(device.device.apps[device.app("draft")]?.isSaving == true)
    device.pass(.milliseconds(100))
    device.report("draft", .exited(status: .exited(status: 0)))
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.save("draft") == .unfinished)
    #expect(device.broken == [])
  }

  @Test("is a restart of the machine: it has ended, and nobody has seen how")
  func restarted() {
    var device = saving()
    device.skip(.hours(8))
    device.tell(.booted)
    #expect(device.save("draft") == .unfinished)
    #expect(
      device.end("draft")?.conditions.last?.phrase(for: .end(.reboot))
        == "it did not finish saving its state (its end was not seen)"
    )
    #expect(device.broken == [])
  }

  @Test("is its removal: it is ended at once")
  func uninstalled() {
    var device = saving()
    device.user(.uninstall(app: device.app("draft")))
    #expect(device.count { if case .kill = $0 { true } else { false } } == 1)
    #expect(device.state("draft") == nil)
    #expect(device.broken == [])
  }

  @Test("is an exemption: it comes too late, and the app is ended after its 300 ms")
  func exempted() {
    var device = saving()
    device.user(.exempt(app: device.app("draft"), lasting: nil))
    device.pass(.milliseconds(300))
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.broken == [])
  }

  @Test("is a freeze that the kernel confirms late: it changes nothing")
  func lateFreeze() {
    var device = TestDevice(.ios7)
    device.canFreeze = true
    device.install("draft", savesBeforeTermination: true)
    device.install("front")
    device.open("draft")
    device.open("front")
    device.pass(.seconds(10))
    device.report("draft", .footprint(bytes: 100 * megabyte))
    device.slowCallbacks = ["willTerminateForMemory"]
    device.memory(80)
    device.report("draft", .frozen)
    device.report("draft", .freezeFailed(errno: 16))
    #expect(device.state("draft") == .background)
    device.pass(.milliseconds(300))
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.broken == [])
  }

  @Test("is an end by the kernel, which leaves the 5 s of an app that ran as they are")
  func runningIsLeftAlone() {
    var device = TestDevice(.ios7)
    device.install("upload")
    device.install("front")
    device.open("upload")
    _ = device.beginTask("upload")
    device.open("front")
    device.report("upload", .footprint(bytes: 300 * megabyte))
    device.slowCallbacks = ["willTerminate"]
    device.memory(80)
    #expect(device.callbacks("upload").contains("willTerminate"))
    device.pass(.seconds(1))
    device.memory(80, kernelKills: 1)
    #expect(device.lastExit("upload") == nil)
    device.pass(.seconds(4))
    #expect(device.lastExit("upload") == .jetsam)
  }

  @Test("is the user's wish to end it: it saves on, and is not launched for anything then")
  func forceQuit() {
    var device = TestDevice(.ios26)
    device.install("draft", modes: [.remoteNotification], savesBeforeTermination: true)
    device.install("front")
    device.open("draft")
    device.open("front")
    device.pass(.seconds(60))
    device.report("draft", .footprint(bytes: 100 * megabyte))
    device.slowCallbacks = ["willTerminateForMemory"]
    device.memory(80)
    device.user(.forceQuit(app: device.app("draft")))
    device.pass(.milliseconds(10))
    device.finish("draft")
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.save("draft") == .finished)
    device.push("draft")
    #expect(device.state("draft") == .notRunning)
    #expect(device.broken == [])
  }

  @Test("is no second end where apps go one by one: the next waits for its memory")
  func oneByOne() {
    var device = device(["draft", "draft2"], profile: .linux)
    device.slowCallbacks = ["willTerminateForMemory"]
    device.memory(80)
    let told = ["draft", "draft2"].filter { device.wasTold($0) }
    #expect(told.count == 1)
    device.pass(.milliseconds(200))
    device.memory(80)
    #expect(["draft", "draft2"].filter { device.wasTold($0) } == told)
    device.pass(.milliseconds(100))
    #expect(told.allSatisfy { device.lastExit($0) == .jetsam })
    #expect(device.broken == [])
  }
}
