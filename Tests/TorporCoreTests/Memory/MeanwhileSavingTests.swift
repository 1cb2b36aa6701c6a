import Testing
import TorporModel

@testable import TorporCore

private let megabyte: Int64 = 1_000_000

@Suite("What happens while an app saves before its end")
struct MeanwhileSavingTests {
  private func saving() -> TestDevice {
    var device = TestDevice.withDrafts()
    device.slowCallbacks = ["willTerminateForMemory"]
    device.reportCritical(80)
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
    device.finishSaving("draft")
    #expect(device.state("draft") == .active)
    #expect(device.device.apps[device.app("draft")]?.process.launch != launch)
    #expect(device.savesTold("draft") == [nil, .finished])
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
    device.reportCritical(80)
    #expect(device.isAskedToSave("draft"))
    device.push("draft")
    #expect(!device.callbacks("draft").contains("didReceiveRemoteNotification"))
    device.pass(.milliseconds(300))
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.callbacks("draft").last == "didReceiveRemoteNotification")
    #expect(device.savesTold("draft") == [nil, .unfinished])
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
      #expect(device.lastSave("draft") == save)
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
      device.reportCritical(80)
      #expect(device.count { if case .requestTermination = $0 { true } else { false } } == 1)
      device.pass(.milliseconds(20))
      device.report("draft", .exited(status: status))
      #expect(device.lastExit("draft") == .jetsam)
      #expect(device.lastSave("draft") == save)
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
    device.finishSaving("draft")
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.lastSave("draft") == .finished)
    #expect(
      device.lastEnd("draft")?.conditions.last?.phrase(for: .end(.jetsam))
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
    #expect(device.lastSave("draft") == .unfinished)
  }

  @Test("is a sleep of the machine: its time stands still")
  func slept() {
    var device = saving()
    device.pass(.milliseconds(100))
    device.suspend(.hours(8))
    #expect(device.lastExit("draft") == nil)
    device.pass(.milliseconds(50))
    device.finishSaving("draft")
    #expect(
      device.lastEnd("draft")?.conditions.last?.phrase(for: .end(.jetsam))
        == "it saved its state first (150 ms)"
    )
  }

  @Test("is an end without a daemon: it has saved if it ended without an error, and else has not")
  func endedWithoutADaemon() {
    for (status, save, words) in [
      (
        ExitStatus.exited(status: 0), TerminationSave.finished,
        "it saved its state first (while the daemon was not running)"
      ),
      (
        .signalled(signal: 11), .unfinished,
        "it did not finish saving its state (while the daemon was not running)"
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
      #expect(device.lastSave("draft") == save)
      #expect(device.lastEnd("draft")?.conditions.last?.phrase(for: .end(.jetsam)) == words)
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
    #expect(device.lastSave("draft") == .unfinished)
    #expect(device.broken == [])
  }

  @Test("is a restart of the machine: it has ended, and nobody has seen how")
  func restarted() {
    var device = saving()
    device.skip(.hours(8))
    device.tell(.booted)
    #expect(device.lastSave("draft") == .unfinished)
    #expect(
      device.lastEnd("draft")?.conditions.last?.phrase(for: .end(.reboot))
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
    device.reportCritical(80)
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
    device.reportCritical(80)
    #expect(device.callbacks("upload").contains("willTerminate"))
    device.pass(.seconds(1))
    device.reportCritical(80, kernelKills: 1)
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
    device.reportCritical(80)
    device.user(.forceQuit(app: device.app("draft")))
    device.pass(.milliseconds(10))
    device.finishSaving("draft")
    #expect(device.lastExit("draft") == .jetsam)
    #expect(device.lastSave("draft") == .finished)
    device.push("draft")
    #expect(device.state("draft") == .notRunning)
    #expect(device.broken == [])
  }

  @Test("is no second end where apps go one by one: the next waits for its memory")
  func oneByOne() {
    var device = TestDevice.withDrafts(["draft", "draft2"], profile: .linux)
    device.slowCallbacks = ["willTerminateForMemory"]
    device.reportCritical(80)
    let told = ["draft", "draft2"].filter { device.isAskedToSave($0) }
    #expect(told.count == 1)
    device.pass(.milliseconds(200))
    device.reportCritical(80)
    #expect(["draft", "draft2"].filter { device.isAskedToSave($0) } == told)
    device.pass(.milliseconds(100))
    #expect(told.allSatisfy { device.lastExit($0) == .jetsam })
    #expect(device.broken == [])
  }
}
