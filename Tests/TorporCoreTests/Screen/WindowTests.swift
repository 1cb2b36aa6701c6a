import Testing
import TorporModel

@testable import TorporCore

@Suite("The windows of apps")
struct WindowTests {
  /// A desktop with two apps, each on screen in a window of its own.
  private func desktop(_ profile: ProfileName = .linux) -> TestDevice {
    var device = TestDevice(profile)
    for name in ["notes", "maps"] {
      device.install(name)
      device.open(name)
    }
    return device
  }

  @Test("that can be seen are on a desktop's screen together, the focus wherever it is")
  func together() {
    var device = desktop()
    device.see(("notes", .visible), ("maps", .focused))
    #expect(device.state("notes") == .active)
    #expect(device.state("maps") == .active)
    device.see(("notes", .focused), ("maps", .visible))
    #expect(device.state("maps") == .active)
    #expect(device.device.screen.front.last == device.app("notes"), "the one used last is last")
    #expect(!device.callbacks("maps").contains("willResignActive"))
    #expect(device.broken == [])
  }

  @Test(
    "take an app off the screen when none can be seen",
    arguments: [
      (WindowVisibility.minimised, "its windows are minimised"),
      (.elsewhere, "its windows are on a workspace or a tab that is not shown"),
    ]
  )
  func hidden(visibility: WindowVisibility, words: String) throws {
    var device = desktop()
    device.see(("notes", .focused), ("maps", .visible))
    device.see(("notes", visibility), ("maps", .focused))
    #expect(device.state("notes") == .suspended)
    #expect(device.callbacks("notes").suffix(2) == ["willResignActive", "didEnterBackground"])
    let left = try #require(device.decisions("notes") { $0 == .moveToBackground }.last)
    #expect(left.sentence().contains(words), "\(left.sentence())")
    #expect(device.state("maps") == .active)
  }

  @Test("take an app off the screen 30 s after the last one was closed")
  func closed() throws {
    var device = desktop()
    device.see(("notes", .focused), ("maps", .visible))
    device.see(("notes", nil), ("maps", .focused))
    device.pass(WindowTable.closingLength - .milliseconds(1))
    #expect(device.state("notes") == .active)
    device.pass(.milliseconds(1))
    #expect(device.state("notes") == .suspended)
    let left = try #require(device.decisions("notes") { $0 == .moveToBackground }.last)
    #expect(left.sentence().contains("its windows are closed"), "\(left.sentence())")
    #expect(device.broken == [])
  }

  @Test("leave an app on screen that opens one within 30 s after it has closed its last")
  func betweenWindows() {
    var device = desktop()
    device.see(("notes", .focused))
    device.see(("notes", nil))
    device.pass(WindowTable.closingLength - .seconds(1))
    device.see(("notes", .visible))
    device.pass(WindowTable.closingLength)
    #expect(device.state("notes") == .active)
    #expect(!device.callbacks("notes").contains("willResignActive"))
    // What it opens out of sight counts at once.
    device.see(("notes", nil))
    device.see(("notes", .elsewhere))
    #expect(device.state("notes") == .suspended)
  }

  @Test("that are closed stand behind a command that comes later")
  func closedAndCommanded() {
    var device = desktop()
    device.see(("notes", .focused))
    device.see(("notes", nil))
    device.open("notes")
    // Nothing is waited for any longer.
    #expect(device.broken == [] && device.device.screen.deadline == nil)
    device.pass(WindowTable.closingLength)
    #expect(device.state("notes") == .active)
    device.user(.home(app: device.app("notes")))
    #expect(device.state("notes") == .suspended)
  }

  @Test("give a program that knows nothing of the system its grace first")
  func grace() {
    var device = TestDevice(.linux)
    device.install("xterm", isCooperative: false)
    device.open("xterm")
    device.see(("xterm", .focused))
    device.see(("xterm", .minimised))
    device.pass(Suspension.grace - .milliseconds(1))
    #expect(device.state("xterm") == .background)
    device.pass(.milliseconds(1))
    #expect(device.state("xterm") == .suspended)
  }

  @Test("bring an app back in one turn, thawed before it is told")
  func comesBack() throws {
    var device = desktop()
    device.see(("notes", .focused))
    device.see(("notes", .minimised))
    let before = device.log.count
    device.see(("notes", .visible))
    #expect(device.state("notes") == .active)
    let orders = device.log[before...].map(\.effect)
    let thaw = try #require(orders.firstIndex { if case .thaw = $0 { true } else { false } })
    let told = try #require(orders.firstIndex { if case .deliver = $0 { true } else { false } })
    #expect(thaw < told)
    let back = device.decisions("notes") { $0 == .moveToForeground }.last
    #expect(back?.sentence().contains("one of its windows is visible") == true)
  }

  @Test("that no desktop has reported leave an app to the commands of the user")
  func unseen() {
    var device = desktop()
    device.see(("notes", .minimised))
    #expect(device.state("maps") == .active)
    device.user(.home(app: device.app("maps")))
    #expect(device.state("maps") == .suspended)
    device.open("maps")
    #expect(device.state("maps") == .active)
  }

  // MARK: A screen for one

  @Test("have one app in front on a phone: that with the focus")
  func oneInFront() throws {
    var device = desktop(.ios26)
    #expect(device.state("notes") == .suspended, "maps was opened last")
    device.see(("notes", .visible), ("maps", .focused))
    #expect(device.state("notes") == .suspended)
    device.see(("notes", .focused), ("maps", .visible))
    #expect(device.state("notes") == .active)
    #expect(device.state("maps") == .suspended)
    let left = try #require(device.decisions("maps") { $0 == .moveToBackground }.last)
    #expect(left.sentence().contains("its window does not have the focus"), "\(left.sentence())")
    #expect(device.broken == [])
  }

  @Test("leave the app in front of a phone inactive while the focus is in no app's window")
  func unfocused() {
    var device = desktop(.ios26)
    device.see(("maps", .focused))
    device.see(("maps", .visible))
    #expect(device.state("maps") == .inactive)
    #expect(device.callbacks("maps").last == "willResignActive")
    device.see(("maps", .focused))
    #expect(device.state("maps") == .active)
    #expect(!device.callbacks("maps").contains("didEnterBackground"))
    device.see(("maps", .minimised))
    #expect(device.state("maps") == .suspended)
  }

  @Test("do not make an app inactive that was opened a moment ago and has no focus yet")
  func firstWindow() {
    var device = desktop(.ios26)
    device.see(("maps", .visible))
    #expect(device.state("maps") == .active)
    device.see(("maps", .focused))
    device.see(("maps", .visible))
    #expect(device.state("maps") == .inactive)
  }

  // MARK: Commands

  @Test("yield to `torpor home` until what can be seen of them changes")
  func homeStands() {
    var device = desktop()
    device.see(("notes", .visible), ("maps", .focused))
    device.user(.home(app: device.app("notes")))
    #expect(device.state("notes") == .suspended)
    // What another app's windows do is no reason.
    device.see(("notes", .visible), ("maps", .minimised))
    #expect(device.state("notes") == .suspended)
    device.see(("notes", .minimised), ("maps", .minimised))
    device.see(("notes", .visible), ("maps", .minimised))
    #expect(device.state("notes") == .active)
  }

  @Test("yield to `torpor home` until one gets the focus")
  func focusEndsHome() {
    var device = desktop()
    device.see(("notes", .visible), ("maps", .focused))
    device.home()
    #expect(device.state("notes") == .suspended)
    device.see(("notes", .focused), ("maps", .visible))
    #expect(device.state("notes") == .active)
    #expect(device.state("maps") == .suspended)
  }

  @Test("yield to `torpor launch` while they are minimised")
  func launchStands() {
    var device = desktop()
    device.see(("notes", .focused))
    device.see(("notes", .minimised))
    device.open("notes")
    #expect(device.state("notes") == .active)
    device.see(("notes", .minimised), ("maps", .focused))
    #expect(device.state("notes") == .active)
    device.see(("notes", .visible), ("maps", .focused))
    device.see(("notes", .minimised), ("maps", .focused))
    #expect(device.state("notes") == .suspended)
  }

  @Test("are of no account once their app was quit, and its next process begins without any")
  func quit() {
    var device = desktop()
    device.see(("notes", .visible), ("maps", .focused))
    device.user(.forceQuit(app: device.app("notes")))
    #expect(device.device.screen.windows.row(of: device.app("notes")) == nil)
    device.open("notes")
    #expect(device.state("notes") == .active)
    #expect(device.device.screen.windows.row(of: device.app("notes")) == nil)
  }

  // MARK: The lock

  @Test("come back with the unlock as they can be seen then")
  func lock() {
    var device = desktop()
    device.see(("notes", .visible), ("maps", .focused))
    device.user(.lock)
    #expect(device.state("notes") == .suspended)
    device.see(("notes", .minimised), ("maps", .focused))
    device.user(.unlock)
    #expect(device.state("notes") == .suspended)
    #expect(device.state("maps") == .active)
    device.user(.lock)
    device.see(("notes", .visible), ("maps", .focused))
    #expect(device.state("notes") == .suspended, "behind the lock nothing can be seen")
    device.user(.unlock)
    #expect(device.state("notes") == .active)
    #expect(device.broken == [])
  }

  @Test("come back when opening an app has unlocked the screen")
  func unlockedByLaunch() {
    var device = desktop()
    device.see(("notes", .visible), ("maps", .focused))
    device.user(.lock)
    device.open("maps")
    #expect(device.state("notes") == .active)
  }

  // MARK: A desktop that goes

  @Test("stand for some seconds when their desktop is gone, so that another may come")
  func bridgeRestarts() {
    var device = desktop()
    device.see(("notes", .focused))
    device.see(("notes", .minimised))
    device.see()
    device.pass(WindowTable.lossLength - .milliseconds(1))
    #expect(device.state("notes") == .suspended)
    device.see(("notes", .minimised))
    device.pass(.minutes(1))
    #expect(device.state("notes") == .suspended)
    #expect(device.callbacks("notes").count { $0 == "willEnterForeground" } == 0)
  }

  @Test("are withdrawn then, and what only they sent away is on screen and thawed")
  func bridgeGone() throws {
    var device = desktop()
    device.see(("notes", .focused), ("maps", .visible))
    device.user(.home(app: device.app("maps")))
    device.see(("notes", .minimised), ("maps", .visible))
    device.see()
    device.pass(WindowTable.lossLength)
    #expect(device.state("notes") == .active)
    #expect(device.state("maps") == .suspended, "the user sent it away")
    let back = try #require(device.decisions("notes") { $0 == .moveToForeground }.last)
    #expect(back.sentence().contains("no desktop reports its windows"))
    #expect(device.device.screen.windows.isEmpty)
  }

  @Test("send nothing away by being withdrawn")
  func nothingIsFrozen() {
    var device = desktop()
    device.see(("notes", .focused), ("maps", .visible))
    device.see()
    device.pass(.hours(1))
    #expect(device.state("notes") == .active)
    #expect(device.state("maps") == .active)
  }

  @Test("that are withdrawn leave the app alone in front that is there, on a phone")
  func bridgeGoneOnPhone() {
    var device = desktop(.ios26)
    device.see(("notes", .visible), ("maps", .focused))
    device.see(("notes", .focused), ("maps", .minimised))
    device.see()
    device.pass(WindowTable.lossLength)
    #expect(device.state("notes") == .active)
    #expect(device.state("maps") == .suspended)
  }

  @Test("are waited for by a new daemon, too")
  func daemonRestarts() {
    var device = desktop()
    device.see(("notes", .focused))
    device.see(("notes", .minimised))
    device.tell(.daemonRestarted(survivors: device.survivors))
    device.pass(.seconds(2))
    device.see(("notes", .minimised))
    device.pass(.minutes(1))
    #expect(device.state("notes") == .suspended)
    device.tell(.daemonRestarted(survivors: device.survivors))
    device.pass(.minutes(1))
    #expect(device.state("notes") == .active)
  }

  // MARK: Use

  @Test("are no use of the device where input is heard: an app left open is idle with its user")
  func idleWithAppInFront() {
    var device = desktop(.ios26)
    device.tell(.hearsInput(true))
    device.tell(.userIdle(since: device.now))
    #expect(device.state("maps") == .active)
    #expect(device.device.conditionContext.idleSince == device.now)
    device.tell(.userIdle(since: nil))
    device.home()
    #expect(
      device.device.conditionContext.idleSince == nil,
      "an empty screen is not idle by itself"
    )
    device.pass(.hours(1))
    #expect(device.device.conditionContext.idleSince == nil)
  }

  @Test("are the evidence of use where nothing hears input")
  func useWithoutInput() {
    var device = desktop(.ios26)
    device.pass(.hours(1))
    #expect(device.device.conditionContext.idleSince == nil)
    device.see(("maps", .focused))
    device.see(("maps", .minimised))
    #expect(device.device.conditionContext.idleSince == device.now)
  }
}

extension TestDevice {
  /// A desktop reports what can be seen of these apps, and of no others; without any it is gone.
  mutating func see(_ windows: (String, WindowVisibility?)...) {
    let seen = windows.compactMap { name, visibility in
      device.apps[app(name)]?.process.launch.map {
        LaunchWindows(launch: $0, visibility: visibility)
      }
    }
    tell(.windows(seen.sorted { $0.launch < $1.launch }))
  }
}
