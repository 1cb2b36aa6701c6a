import Testing
import TorporModel

@testable import TorporCore

@Suite("Suspension")
struct SuspensionTests {
  private func device(_ profile: ProfileName, isCooperative: Bool = false) -> TestDevice {
    var device = TestDevice(profile)
    device.install("holder", isCooperative: isCooperative)
    device.open("holder")
    return device
  }

  @Test("ends an app that holds a lock on a shared file, by iOS rules")
  func deadLock() {
    var device = device(.ios26, isCooperative: true)
    device.hazards[device.app("holder")] = [.fileLock(path: "/x", hasWaiters: false)]
    device.home()
    #expect(device.lastExit("holder") == .code(.fileLock))
    #expect(device.decisions("holder").last?.conditions.first?.subject == "/x")
  }

  @Test("leaves a lock that nobody waits for, and thaws within 16 s when somebody does")
  func watchedLock() {
    var device = device(.linux)
    device.hazards[device.app("holder")] = [.fileLock(path: "/x", hasWaiters: false)]
    device.home()
    device.pass(.seconds(30))
    #expect(device.state("holder") == .suspended)
    device.hazards[device.app("holder")] = [.fileLock(path: "/x", hasWaiters: true)]
    device.pass(.seconds(16))
    #expect(device.state("holder") == .background)
    let denial = device.decisions("holder").last { $0.verdict == .denied }
    #expect(denial?.conditions.map(\.reason) == [.fileLock])
    device.hazards[device.app("holder")] = []
    device.pass(.seconds(1))
    #expect(device.state("holder") == .suspended)
    #expect(device.broken == [])
  }

  @Test("is tried again at once when an app that has left the screen is taken from it once more")
  func lookedAtAgain() {
    var device = device(.linux)
    device.hazards[device.app("holder")] = [.controllingTerminal(name: "pts/3")]
    device.home()
    device.pass(.seconds(10))
    #expect(device.state("holder") == .background)
    device.hazards[device.app("holder")] = []
    device.pass(.seconds(1))
    #expect(device.state("holder") == .background)
    device.user(.home(app: device.app("holder")))
    device.pass(.milliseconds(100))
    #expect(device.state("holder") == .suspended)
    #expect(device.broken == [])
  }

  @Test("has the sockets that a program serves watched, and ends for 10 s when a peer waits there")
  func servedSocket() {
    var device = device(.linux)
    let free = Hazard.servedSocket(name: "tcp 0.0.0.0:80", hasWaiters: false)
    let waiting = Hazard.servedSocket(name: "tcp 0.0.0.0:80", hasWaiters: true)
    device.hazards[device.app("holder")] = [free]
    device.home()
    device.pass(.seconds(30))
    #expect(device.state("holder") == .suspended)
    #expect(device.count { if case .watchSockets = $0 { true } else { false } } == 1)
    device.report("holder", .hazard(waiting, isPresent: true))
    #expect(device.state("holder") == .background)
    let thaw = device.decisions("holder").last
    #expect(thaw?.action == .thaw)
    #expect(thaw?.conditions.map(\.reason) == [.waitingPeer])
    #expect(thaw?.sentence() == "thawed com.example.holder: a peer waits at tcp 0.0.0.0:80")
    device.pass(.seconds(9))
    #expect(device.state("holder") == .background)
    // A peer that waits still when the time has passed is looked for every second.
    device.hazards[device.app("holder")] = [waiting]
    device.pass(.seconds(5))
    #expect(device.state("holder") == .background)
    device.hazards[device.app("holder")] = [free]
    device.pass(.seconds(1))
    #expect(device.state("holder") == .suspended)
    #expect(device.count { if case .watchSockets = $0 { true } else { false } } == 2)
    #expect(device.broken == [])
  }

  @Test("has no socket watched by iOS rules, or of an app that can hand its sockets over")
  func socketsOfOthers() {
    for (profile, isCooperative) in [(ProfileName.ios26, false), (.linux, true)] {
      var device = device(profile, isCooperative: isCooperative)
      device.hazards[device.app("holder")] = [.servedSocket(name: "tcp :80", hasWaiters: true)]
      device.home()
      device.pass(.seconds(30))
      #expect(device.state("holder") == .suspended)
      #expect(device.count { if case .watchSockets = $0 { true } else { false } } == 0)
    }
  }

  @Test("has its sockets watched again by the next daemon")
  func socketsAfterRestart() throws {
    var device = device(.linux)
    device.hazards[device.app("holder")] = [.servedSocket(name: "tcp :80", hasWaiters: false)]
    device.home()
    device.pass(.seconds(30))
    let launch = try #require(device.device.apps[device.app("holder")]?.process.launch)
    device.tell(.daemonRestarted(survivors: device.survivors))
    #expect(device.state("holder") == .suspended)
    #expect(device.count { $0 == .watchSockets(launch) } == 2)
  }

  @Test("leaves the sockets of a program alone that was let run while the daemon was away")
  func socketsOfThawed() throws {
    var device = device(.linux)
    device.hazards[device.app("holder")] = [.servedSocket(name: "tcp :80", hasWaiters: false)]
    device.home()
    device.pass(.seconds(30))
    let launch = try #require(device.device.apps[device.app("holder")]?.process.launch)
    let thawed = Survivor(app: device.app("holder"), launch: launch, isFrozen: false)
    let before = device.log.count
    device.tell(.daemonRestarted(survivors: [thawed]))
    // Looked at anew first, and watched when it is about to be frozen.
    let orders = device.log[before...].map(\.effect)
    let look = try #require(orders.firstIndex(of: .inspect(launch)))
    let watch = try #require(orders.firstIndex(of: .watchSockets(launch)))
    #expect(look < watch)
  }

  @Test(
    "is denied while a hazard lasts, told once, and tried again every 30 s",
    arguments: [
      Hazard.controllingTerminal(name: "pts/1"), .sessionLeader(pid: 7), .callersShell(pid: 7),
      .displayServer(socket: "/tmp/.X11-unix/X1"),
    ]
  )
  func hazards(hazard: Hazard) {
    var device = device(.linux)
    device.hazards[device.app("holder")] = [hazard]
    device.home()
    device.pass(.minutes(10))
    #expect(device.state("holder") == .background)
    #expect(device.decisions("holder").count { $0.verdict == .denied } == 1)
    device.hazards[device.app("holder")] = []
    device.pass(.seconds(30))
    #expect(device.state("holder") == .suspended)
  }

  @Test("ends at once for a caller on the bus, for 10 s from the last call")
  func busCall() {
    var device = device(.linux)
    device.home()
    device.pass(.seconds(30))
    #expect(device.state("holder") == .suspended)
    device.report("holder", .hazard(.busName(name: "org.a", hasCaller: true), isPresent: true))
    #expect(device.state("holder") == .background)
    let thaw = device.decisions("holder").last { $0.action == .thaw }
    #expect(thaw?.conditions.map(\.reason) == [.busCall])
    #expect(thaw?.conditions.first?.subject == "org.a")
    device.pass(.seconds(6))
    device.report("holder", .hazard(.busName(name: "org.b", hasCaller: true), isPresent: true))
    device.pass(.seconds(9))
    #expect(device.state("holder") == .background)
    device.pass(.seconds(1))
    #expect(device.state("holder") == .suspended)
    #expect(device.broken == [])
  }

  @Test("ends for a push that comes over the bus, which has its 30 s and is counted as any other")
  func pushMessage() {
    var device = device(.linux)
    device.home()
    device.pass(.seconds(30))
    #expect(device.state("holder") == .suspended)
    let message = ProcessEvent.hazard(.pushMessage(name: "org.a"), isPresent: true)
    device.report("holder", message)
    #expect(device.state("holder") == .background)
    let thaw = device.decisions("holder").last { $0.action == .thaw }
    #expect(thaw?.conditions.map(\.reason) == [.wake])
    #expect(thaw?.conditions.first?.subject == "visiblePush")
    func wakes() -> [Decision] {
      device.decisions("holder").filter { $0.action == .wake(.visiblePush) }
    }
    #expect(wakes().map(\.verdict) == [.done])
    #expect(wakes().first?.conditions.map(\.reason) == [.budget])
    // Another one while it runs for the first begins its time anew, and is no other wake.
    device.pass(.seconds(20))
    device.report("holder", message)
    device.pass(.seconds(29))
    #expect(device.state("holder") == .background)
    #expect(wakes().count == 1)
    device.pass(.seconds(1))
    #expect(device.state("holder") == .suspended)
    device.report("holder", message)
    #expect(wakes().count == 2)
    #expect(device.broken == [])
  }

  @Test("is not disturbed by a name that nobody calls")
  func uncalledName() {
    var device = device(.linux)
    device.home()
    device.pass(.seconds(30))
    device.report("holder", .hazard(.busName(name: "org.a", hasCaller: false), isPresent: true))
    #expect(device.state("holder") == .suspended)
  }

  @Test("waits for as long as a window has the focus or the pointer, whatever else comes and goes")
  func focus() {
    var device = device(.linux)
    device.home()
    device.report("holder", .hazard(.hasFocus, isPresent: true))
    device.pass(.hours(1))
    #expect(device.state("holder") == .background)
    device.report("holder", .hazard(.isUnderPointer, isPresent: true))
    device.report("holder", .hazard(.hasFocus, isPresent: false))
    device.pass(.seconds(30))
    #expect(device.state("holder") == .background)
    device.report("holder", .hazard(.isUnderPointer, isPresent: false))
    #expect(device.state("holder") == .suspended)
    device.report("holder", .hazard(.hasFocus, isPresent: true))
    #expect(device.state("holder") == .background)
    #expect(device.broken == [])
  }

  @Test("waits for as long as a program that knows nothing of us has an item in the panel")
  func statusItem() {
    var device = device(.linux)
    device.report("holder", .hazard(.hasStatusItem, isPresent: true))
    device.home()
    device.pass(.hours(1))
    #expect(device.state("holder") == .background)
    let denials = device.decisions("holder").filter { $0.verdict == .denied }
    #expect(denials.map { $0.conditions.map(\.reason) } == [[.statusItem]])
    device.report("holder", .hazard(.hasStatusItem, isPresent: false))
    #expect(device.state("holder") == .suspended)
    // One that comes while the program stands still wakes it.
    device.report("holder", .hazard(.hasStatusItem, isPresent: true))
    #expect(device.state("holder") == .background)
    #expect(device.broken == [])
  }

  @Test("takes no account of an item of an app that speaks to the system, but of a call to it")
  func ownStatusItem() {
    var device = device(.linux, isCooperative: true)
    device.report("holder", .hazard(.hasStatusItem, isPresent: true))
    device.home()
    #expect(device.state("holder") == .suspended)
    device.report("holder", .hazard(.busName(name: "org.a", hasCaller: true), isPresent: true))
    #expect(device.state("holder") == .background)
    device.pass(.seconds(11))
    #expect(device.state("holder") == .suspended)
    #expect(device.decisions("holder").filter { $0.verdict == .denied } == [])
    #expect(device.broken == [])
  }

  @Test("ends at once for who holds the pointer, and for nothing that its last process did")
  func grab() {
    var device = device(.linux)
    device.home()
    device.pass(.seconds(30))
    device.report("holder", .hazard(.inputGrab, isPresent: true))
    #expect(device.state("holder") == .background)
    device.report("holder", .hazard(.hasFocus, isPresent: true))
    device.report("holder", .exited(status: .exited(status: 0)))
    device.open("holder")
    device.home()
    device.pass(.seconds(30))
    #expect(device.state("holder") == .suspended)
    #expect(device.broken == [])
  }

  @Test("is told to the app when it is over, once, with how long it was")
  func standstill() {
    var device = device(.linux, isCooperative: true)
    device.home()
    #expect(device.state("holder") == .suspended)
    let count = device.callbacks("holder").count
    #expect(device.standstills("holder").allSatisfy { $0 == nil })
    device.pass(.minutes(7))
    device.open("holder")
    #expect(
      device.callbacks("holder").dropFirst(count) == ["willEnterForeground", "didBecomeActive"]
    )
    #expect(device.standstills("holder").dropFirst(count) == [.minutes(7), nil])
  }

  @Test("adds up for an app that was run meanwhile and told nothing")
  func standstillsAddUp() {
    var device = device(.linux, isCooperative: true)
    device.home()
    let count = device.callbacks("holder").count
    device.pass(.minutes(2))
    // A caller has it run for 10 s, which is no event of its own.
    device.report("holder", .hazard(.busName(name: "org.a", hasCaller: true), isPresent: true))
    device.pass(.seconds(10))
    #expect(device.state("holder") == .suspended)
    device.pass(.minutes(3))
    device.open("holder")
    #expect(device.standstills("holder").dropFirst(count).first == .minutes(5))
  }

  @Test("that the kernel cannot do is told and tried again after a minute")
  func freezeFails() {
    var device = device(.linux)
    device.canFreeze = false
    device.home()
    device.pass(.seconds(10))
    #expect(device.state("holder") == .background)
    #expect(device.decisions("holder").last?.conditions.map(\.reason) == [.freezerUnavailable])
    device.canFreeze = true
    device.pass(.minutes(1))
    #expect(device.state("holder") == .suspended)
    #expect(device.broken == [])
  }

  @Test("that somebody else undoes is told, and tried again after a minute")
  func thawedFromOutside() {
    var device = device(.linux)
    device.home()
    device.pass(.seconds(30))
    #expect(device.state("holder") == .suspended)
    device.report("holder", .thawedFromOutside)
    #expect(device.state("holder") == .background)
    let thaw = device.decisions("holder").last
    #expect(thaw?.action == .thaw)
    #expect(thaw?.conditions.map(\.reason) == [.thawedFromOutside])
    device.pass(.seconds(59))
    #expect(device.state("holder") == .background)
    device.pass(.seconds(1))
    #expect(device.state("holder") == .suspended)
    // Of an app that runs it says nothing.
    device.open("holder")
    device.report("holder", .thawedFromOutside)
    #expect(device.state("holder") == .active)
    #expect(device.broken == [])
  }

  @Test("waits while the user exempts the app, and comes when the time is over")
  func exemption() {
    var device = device(.linux)
    device.user(.exempt(app: device.app("holder"), lasting: .hours(2)))
    device.home()
    device.pass(.hours(1))
    #expect(device.state("holder") == .background)
    device.pass(.hours(1) + .seconds(1))
    #expect(device.state("holder") == .suspended)
    #expect(device.broken == [])
  }

  @Test("shows an exemption wherever the app stands, on screen and without a process too")
  func visibleExemption() {
    func held(_ device: TestDevice) -> [Reason]? {
      device.device.status(of: device.app("holder"), at: .zero)?.heldBy.map(\.reason)
    }
    var device = device(.linux)
    device.user(.exempt(app: device.app("holder"), lasting: .hours(2)))
    #expect(held(device) == [.onScreen, .exemption])
    device.user(.forceQuit(app: device.app("holder")))
    device.pass(.seconds(10))
    #expect(device.state("holder") == .notRunning)
    #expect(held(device) == [.exemption])
    device.user(.endExemption(app: device.app("holder")))
    #expect(held(device) == [])
  }

  @Test("never comes for an app that plays and burns the processor: that one is ended")
  func processor() {
    var device = TestDevice()
    device.install("radio", modes: [.audio])
    device.open("radio")
    device.report("radio", .audio(isPlaying: true))
    device.home()
    for minute in 1...2 {
      device.pass(.minutes(1))
      #expect(device.state("radio") == .background)
      device.report("radio", .usedProcessor(total: .seconds(50 * minute)))
    }
    #expect(device.lastExit("radio") == .code(.excessiveResources))
  }
}

@Suite("The processor monitor")
struct ProcessorMonitorTests {
  @Test("calls 81 % of a minute too much and 79 % not")
  func share() {
    for (percent, isTooMuch) in [(79, false), (81, true)] {
      var monitor = ProcessorMonitor()
      monitor.start(at: .zero)
      #expect(monitor.sampleAt == .at(.seconds(60)))
      let first = monitor.take(total: .zero, at: .at(.seconds(60)))
      #expect(!first)
      let used = Duration.milliseconds(600 * percent)
      let second = monitor.take(total: used, at: .at(.seconds(120)))
      #expect(second == isTooMuch)
    }
  }
}
