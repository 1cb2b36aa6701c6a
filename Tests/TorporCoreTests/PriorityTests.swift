import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("Shares of the processor")
struct PriorityTests {
  /// What the processes of the app were ordered to get, in order.
  private func orders(_ device: TestDevice) -> [ProcessPriority] {
    device.log.compactMap {
      if case .prioritize(_, let priority) = $0.effect { priority } else { nil }
    }
  }

  private func device(
    _ modes: [BackgroundMode] = [],
    _ profile: ProfileName = .ios26
  ) -> TestDevice {
    var device = TestDevice(profile)
    device.install("app", modes: modes)
    return device
  }

  @Test("are whole for an app on screen, and what others leave for one that works off screen")
  func leavesAndReturns() {
    var device = device()
    device.open("app")
    #expect(orders(device) == [])
    _ = device.beginTask("app")
    device.home()
    #expect(device.state("app") == .background)
    #expect(orders(device) == [.background])
    device.open("app")
    #expect(orders(device) == [.background, .foreground])
    #expect(device.broken == [])
  }

  @Test("stay what they are while an app is frozen, and are whole before it is seen again")
  func frozen() throws {
    var device = device()
    device.open("app")
    device.home()
    device.pass(.seconds(60))
    #expect(device.state("app") == .suspended)
    #expect(orders(device) == [.background])
    device.open("app")
    let effects = device.log.map(\.effect)
    let ordered = effects.lastIndex { if case .prioritize = $0 { true } else { false } }
    let shown = effects.lastIndex {
      if case .deliver(_, let delivery) = $0 {
        delivery.callback.name == "didBecomeActive"
      } else {
        false
      }
    }
    #expect(orders(device).last == .foreground)
    #expect(try #require(ordered) < #require(shown))
  }

  @Test("are what others leave for an app that is launched off screen, from its first instruction")
  func launchedOffScreen() throws {
    var device = device([.remoteNotification])
    device.push("app")
    let orders = device.log.map(\.effect).filter {
      switch $0 {
      case .launch, .prioritize: true
      default: false
      }
    }
    try #require(orders.count == 2)
    guard case .launch(let order) = orders[0] else {
      Issue.record("\(orders)")
      return
    }
    #expect(orders[1] == .prioritize(order.launch, .background))
  }

  @Test("are whole for an app that is heard off screen")
  func heard() {
    var device = device([.audio])
    device.open("app")
    device.report("app", .audio(isPlaying: true))
    device.home()
    #expect(device.state("app") == .background)
    #expect(orders(device) == [])
    device.report("app", .audio(isPlaying: false))
    device.pass(.seconds(60))
    #expect(orders(device) == [.background])
  }

  @Test("are whole for a program that may not be frozen, since others depend on it")
  func hazard() {
    var device = TestDevice(.linux)
    device.install("app", isCooperative: false)
    device.open("app")
    device.hazards[device.app("app")] = [.controllingTerminal(name: "pts/3")]
    device.home()
    device.pass(.minutes(10))
    #expect(device.state("app") == .background)
    // What others leave in the seconds in which it is not known, and then once and for all.
    #expect(orders(device) == [.background, .foreground])
  }

  @Test("are ordered again when the daemon was started anew")
  func newDaemon() throws {
    var device = device()
    device.open("app")
    _ = device.beginTask("app")
    device.home()
    let launch = try #require(device.device.apps[device.app("app")]?.process.launch)
    let survivor = Survivor(app: device.app("app"), launch: launch, isFrozen: false)
    device.tell(.daemonRestarted(survivors: [survivor]))
    #expect(orders(device) == [.background, .background])
  }

  @Test("follow from the rest of a device that is read")
  func saved() throws {
    var device = device()
    device.open("app")
    _ = device.beginTask("app")
    device.home()
    let copy = try SavedCodec.decode(Device.self, from: SavedCodec.encode(device.device))
    #expect(copy.apps[device.app("app")]?.orderedPriority == .background)
  }
}
