import Testing
import TorporModel

@testable import TorporCore

@Suite("An app that the desktop has started")
struct AdoptedAppTests {
  private func desktop(_ profile: ProfileName = .linux, isOn: Bool = true) -> TestDevice {
    var device = TestDevice(profile)
    if isOn { device.user(.change(setting: .kept(.adoption(true)))) }
    return device
  }

  private func manifest(_ device: TestDevice, _ name: String) -> AppManifest {
    var manifest = AppManifest(
      identifier: device.app(name),
      name: name,
      isCooperative: false,
      isTransient: true
    )
    manifest.isAdopted = true
    return manifest
  }

  /// A desktop with the app, whose window has the focus.
  private func seen() -> TestDevice {
    var device = desktop()
    device.tell(.adopted(manifest(device, "web")))
    device.see(("web", .focused))
    return device
  }

  @Test("is not adopted while adoption is off, and where a screen shows one app")
  func off() {
    for var device in [desktop(isOn: false), desktop(.ios26)] {
      device.tell(.adopted(manifest(device, "web")))
      #expect(device.state("web") == nil)
      #expect(device.orders("launch") == 0)
      #expect(device.broken == [])
    }
  }

  @Test("is frozen when its windows are out of sight, and thawed first when they return")
  func lifeCycle() throws {
    var device = seen()
    #expect(device.state("web") == .active)
    device.see(("web", .minimised))
    #expect(device.state("web") == .background)
    device.pass(Suspension.grace)
    #expect(device.state("web") == .suspended)
    device.see(("web", .focused))
    #expect(device.state("web") == .active)
    let adopted = try #require(device.decisions("web").first)
    #expect(adopted.sentence() == "adopted com.example.web, which the desktop has started")
    #expect(device.broken == [])
  }

  @Test("whose windows nobody reports is never frozen, whatever is asked")
  func unseen() {
    var device = desktop()
    device.tell(.adopted(manifest(device, "web")))
    device.user(.home(app: device.app("web")))
    device.pass(.minutes(10))
    #expect(device.state("web") == .background)
    #expect(device.orders("freeze") == 0)
    let held = device.device.apps[device.app("web")]?.heldBy(at: device.now) ?? []
    #expect(held.map { $0.phrase(for: .freeze) } == ["no desktop reports its windows"])
    // As soon as one does, what it says counts.
    device.see(("web", .elsewhere))
    device.pass(Suspension.grace)
    #expect(device.state("web") == .suspended)
    #expect(device.broken == [])
  }

  @Test("runs again 5 s after its desktop has ended, which was the last to know of its windows")
  func desktopEnds() {
    var device = seen()
    device.see(("web", .minimised))
    device.pass(Suspension.grace)
    #expect(device.state("web") == .suspended)
    device.tell(.windows([]))
    device.pass(WindowTable.lossLength)
    #expect(device.state("web") != .suspended)
    device.pass(.minutes(10))
    #expect(device.state("web") != .suspended)
    #expect(device.broken == [])
  }

  @Test("that plays is not frozen, nor one with a hazard")
  func guards() {
    var device = seen()
    device.report("web", .audio(isPlaying: true))
    device.see(("web", .minimised))
    device.pass(.minutes(1))
    #expect(device.state("web") == .background)
    device.hazards[device.app("web")] = [.controllingTerminal(name: "pts/3")]
    device.report("web", .audio(isPlaying: false))
    device.pass(.minutes(1))
    #expect(device.state("web") == .background)
    device.hazards = [:]
    device.pass(.minutes(1))
    #expect(device.state("web") == .suspended)
  }

  @Test("is let go when others have undone three of its freezes, one soon after the other")
  func fought() throws {
    var device = seen()
    device.see(("web", .minimised))
    device.pass(Suspension.grace)
    let launch = try #require(device.device.apps[device.app("web")]?.process.launch)
    func undo() {
      #expect(device.state("web") == .suspended)
      device.report("web", .thawedFromOutside)
    }
    undo()
    device.pass(Suspension.freezeRetry)
    undo()
    // Later than what counts as a row: it begins anew.
    device.pass(Suspension.undoneInterval + .seconds(1))
    undo()
    device.pass(Suspension.freezeRetry)
    undo()
    #expect(device.device.apps[device.app("web")] != nil)
    device.pass(Suspension.freezeRetry)
    undo()
    #expect(device.device.apps[device.app("web")] == nil)
    #expect(device.log.contains { $0.effect == .release(launch) })
    #expect(device.broken == [])
  }

  @Test("is let go also while nothing can be saved")
  func durability() {
    let off = Input.user(action: .change(setting: .kept(.adoption(false))), id: nil)
    #expect(off.durability.whileUnsaved == .followed)
    let on = Input.user(action: .change(setting: .kept(.adoption(true))), id: nil)
    #expect(on.durability.whileUnsaved == .refused)
  }

  @Test("is let go, running and without a trace, when adoption is turned off")
  func release() throws {
    var device = seen()
    device.see(("web", .minimised))
    device.pass(Suspension.grace)
    let launch = try #require(device.device.apps[device.app("web")]?.process.launch)
    device.user(.change(setting: .kept(.adoption(false))))
    #expect(device.device.apps[device.app("web")] == nil)
    #expect(device.log.contains { $0.effect == .release(launch) })
    #expect(device.orders("kill") == 0)
    let end = try #require(
      device.log.compactMap { entry -> Decision? in
        if case .record(let decision) = entry.effect, case .end = decision.action {
          decision
        } else {
          nil
        }
      }.last
    )
    #expect(
      end.sentence() == "released com.example.web, which keeps running: the user asked for it"
    )
    #expect(device.broken == [])
  }

  @Test("is let go when the profile has a screen for one app")
  func profile() {
    var device = seen()
    device.user(.change(setting: .profile(.ios26)))
    #expect(device.device.apps[device.app("web")] == nil)
    #expect(device.orders("kill") == 0)
  }

  @Test("is not ended, changed or written to swap, and says why")
  func refusals() {
    var device = seen()
    let web = device.app("web")
    let actions: [UserAction] = [
      .forceQuit(app: web), .uninstall(app: web), .update(app: web), .pageOut(app: web),
      .purgeCaches(app: web), .offload(app: web), .restoreProgram(app: web),
      .change(setting: .appSettings(app: web, settings: AppSettings())),
      .decide(app: web, permissions: [], settings: AppSettings()),
      .install(
        manifest: AppManifest(identifier: web),
        settings: AppSettings(),
        replaces: true
      ),
    ]
    for action in actions { #expect(device.user(action) == .refused(.isAdopted(web))) }
    #expect(device.state("web") == .active)
    #expect(device.user(.exempt(app: web, lasting: nil)) == .done)
  }

  @Test("is not ended where memory is short, and no app with it that is not")
  func memory() {
    var device = seen()
    device.see(("web", .minimised))
    device.pass(Suspension.grace)
    for _ in 0..<5 {
      device.tell(.memory(MemoryReport(level: .critical, availableBytes: -1, totalBytes: 1 << 30)))
      device.pass(.seconds(20))
    }
    #expect(device.state("web") == .suspended)
    #expect(device.orders("kill") == 0)
    #expect(device.orders("pageOut") == 0)
  }

  @Test("has its memory written to swap after five minutes, where there is any")
  func pagesOut() {
    var device = seen()
    device.tell(.swap(SwapState(freeBytes: 1 << 30, totalBytes: 1 << 30)))
    device.see(("web", .minimised))
    device.pass(Suspension.grace)
    device.pass(.seconds(299))
    #expect(device.orders("pageOut") == 0)
    device.pass(.seconds(1))
    #expect(device.orders("pageOut") == 1)
    #expect(device.broken == [])
  }

  @Test("is let go when its user logs out, or the machine stops, so that it hears of it")
  func goodbyes() {
    for event in [
      DeviceEvent.loggedOut(apps: [desktop().app("web")]), .machineStops,
    ] {
      var device = seen()
      device.see(("web", .minimised))
      device.pass(Suspension.grace)
      device.tell(event)
      #expect(device.device.apps[device.app("web")] == nil)
      #expect(device.orders("requestTermination") == 0)
      #expect(device.orders("kill") == 0)
      #expect(device.broken == [])
    }
  }

  @Test("that another process has thawed is left alone for a minute, and then frozen again")
  func thawedFromOutside() {
    var device = seen()
    device.see(("web", .minimised))
    device.pass(Suspension.grace)
    device.report("web", .thawedFromOutside)
    #expect(device.state("web") == .background)
    device.pass(Suspension.freezeRetry - .seconds(1))
    #expect(device.state("web") == .background)
    device.pass(.seconds(1))
    #expect(device.state("web") == .suspended)
  }

  @Test("that comes while the screen is locked is not on it, and returns with the unlock")
  func locked() {
    var device = desktop()
    device.user(.lock)
    device.tell(.adopted(manifest(device, "web")))
    #expect(device.state("web") == .background)
    #expect(device.device.screen.isLocked, "what the desktop starts by itself opens no lock")
    device.pass(.minutes(1))
    #expect(device.state("web") == .background, "nobody has reported its windows")
    device.user(.unlock)
    #expect(device.state("web") == .active)
    #expect(device.broken == [])
  }

  @Test("does not take the place of one that has its identifier")
  func taken() {
    var device = desktop()
    device.install("web", isCooperative: false)
    device.open("web")
    device.tell(.adopted(manifest(device, "web")))
    #expect(device.device.apps[device.app("web")]?.isAdopted == false)
    #expect(device.orders("launch") == 1)
  }

  @Test("ends with its last process, and nothing of it is kept")
  func ends() {
    var device = seen()
    device.report("web", .exited(status: .unknown))
    #expect(device.device.apps[device.app("web")] == nil)
    device.tell(.adopted(manifest(device, "web")))
    #expect(device.state("web") == .active)
  }
}

extension TestDevice {
  /// How many orders of that kind were given.
  fileprivate func orders(_ kind: String) -> Int {
    log.count { entry in
      switch (entry.effect, kind) {
      case (.launch, "launch"), (.freeze, "freeze"), (.kill, "kill"), (.pageOut, "pageOut"),
        (.requestTermination, "requestTermination"):
        true
      default: false
      }
    }
  }
}
