import Testing
import TorporModel

@testable import TorporCore

@Suite("An end of the machine or of a user's last session")
struct GoodbyeTests {
  /// A frozen program that says nothing, a frozen app that speaks, and one on screen.
  private func device() -> TestDevice {
    var device = TestDevice(.linux)
    device.install("plain", isCooperative: false)
    device.install("speaks")
    device.install("front")
    for name in ["plain", "speaks"] { device.open(name) }
    device.home()
    device.pass(.seconds(30))
    device.open("front")
    return device
  }

  /// What was ordered of the app's process since the log had that many entries.
  private func orders(_ device: TestDevice, _ name: String, since count: Int) -> [String] {
    guard let launch = device.device.apps[device.app(name)]?.process.launch else { return [] }
    return device.log[count...].compactMap { entry in
      switch entry.effect {
      case .thaw(launch): "thaw"
      case .requestTermination(launch): "SIGTERM"
      case .kill(launch): "SIGKILL"
      case .deliver(launch, let delivery): delivery.callback.name
      default: nil
      }
    }
  }

  @Test("of the machine: every process is thawed and told, and has its time to end")
  func machineStops() {
    var device = device()
    device.slowCallbacks = ["willTerminate"]
    let before = device.log.count
    device.tell(.machineStops)
    #expect(orders(device, "plain", since: before) == ["thaw", "SIGTERM"])
    #expect(orders(device, "speaks", since: before) == ["thaw", "willTerminate"])
    #expect(
      orders(device, "front", since: before)
        == ["willResignActive", "didEnterBackground", "willTerminate"]
    )
    device.pass(.seconds(5))
    for name in ["plain", "speaks", "front"] { #expect(device.lastExit(name) == .reboot) }
    #expect(device.broken == [])
  }

  @Test("of the machine: nothing is started any more, and nobody is told after the end")
  func nothingBegins() {
    var device = device()
    device.install("dead", modes: [.remoteNotification])
    device.user(.lock)
    device.slowCallbacks = ["willTerminate"]
    device.tell(.machineStops)
    let launches = device.count { if case .launch = $0 { true } else { false } }
    device.silentPush("dead")
    device.silentPush("speaks")
    device.pass(.seconds(30))
    #expect(device.count { if case .launch = $0 { true } else { false } } == launches)
    let kept = device.decisions("dead").last
    #expect(kept?.verdict == .waiting)
    #expect(kept?.conditions == [Condition(.machineStops, holds: false)])
    // It is kept for the machine's next start.
    device.tell(.booted)
    device.user(.unlock)
    device.user(.lock)
    device.pass(.minutes(1))
    #expect(device.count { if case .launch = $0 { true } else { false } } == launches + 1)
    #expect(device.broken == [])
  }

  @Test("of the machine interrupts jobs, and begins none again before the machine is back")
  func jobs() {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.command())
    device.tell(.machineStops)
    #expect(device.wasAskedToEnd(job))
    device.exit(job, .signalled(signal: 15))
    device.pass(.minutes(10))
    #expect(device.ends(of: job) == [.interrupted])
    #expect(device.state(of: job) == .waiting)
    device.tell(.booted)
    device.pass(.minutes(10))
    #expect(device.begins(of: job).count == 2)
  }

  @Test("of a session: the apps of its user go, and no others")
  func logout() {
    var device = device()
    let before = device.log.count
    device.tell(.loggedOut(apps: [device.app("plain")]))
    #expect(orders(device, "plain", since: before) == ["thaw", "SIGTERM"])
    device.pass(.milliseconds(4999))
    #expect(orders(device, "plain", since: before) == ["thaw", "SIGTERM"])
    device.pass(.milliseconds(1))
    #expect(device.lastExit("plain") == .logout)
    #expect(device.state("speaks") == .suspended)
    #expect(device.state("front") == .active)
    let end = device.decisions("plain").last
    #expect(end?.sentence() == "ended com.example.plain: its user has logged out")
    #expect(device.broken == [])
  }

  @Test("does not kill an app that ends by itself in time")
  func endsInTime() {
    var device = device()
    device.tell(.loggedOut(apps: [device.app("plain")]))
    device.report("plain", .exited(status: .exited(status: 0)))
    device.pass(.minutes(1))
    let isKilled = { (effect: Effect) in if case .kill = effect { true } else { false } }
    #expect(device.count(of: isKilled) == 0)
    #expect(device.lastExit("plain") == .logout)
  }
}
