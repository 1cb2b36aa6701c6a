import Testing
import TorporModel

@testable import TorporCore

@Suite("A descriptor that its app leaves unread")
struct UnreadDescriptorTests {
  /// A messenger at home that was told of its line once, a minute ago, and reads nothing from it.
  private func device(_ purpose: DescriptorPurpose = .other) -> TestDevice {
    var device = TestDevice(.ios26, hasPasscode: false)
    device.install("phone", modes: [.externalAccessory])
    device.open("phone")
    device.ask("phone", .service(.accessory(.open(accessory: "pump"))))
    device.ask("phone", .service(.descriptor(.watch(name: "line", purpose: purpose))))
    device.home()
    device.pass(.minutes(1))
    report(&device, isUnread: false)
    return device
  }

  private func report(_ device: inout TestDevice, isHungUp: Bool = false, isUnread: Bool) {
    device.tell(
      .descriptor(
        app: device.app("phone"),
        name: "line",
        isHungUp: isHungUp,
        isUnread: isUnread
      )
    )
  }

  private func descriptors(_ device: TestDevice) -> AppDescriptors {
    device.device.descriptors(of: device.app("phone"))
  }

  /// How far apart the wakes begin when each is left unread, until the device has waited for `hours`.
  private func spacings(_ device: inout TestDevice, hours: Int64) -> [Duration] {
    let end = device.now + .seconds(hours * 3600)
    while device.now < end {
      // The app has run for its 10 s and is frozen, and the daemon finds what it left.
      device.pass(.seconds(11))
      report(&device, isUnread: true)
      let next = descriptors(device).held.first?.rest?.until ?? end
      device.pass(min(end, next) - device.now)
    }
    let times = device.times(of: "socketReadable", "phone")
    return zip(times, times.dropFirst()).map { $1 - $0 }
  }

  @Test("wakes it half a minute later, then twice as late each time, up to an hour")
  func backsOff() {
    var device = device()
    let seconds: [Int64] = [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
    let expected = seconds.map { Duration.seconds($0) }
    #expect(spacings(&device, hours: 6).prefix(expected.count) == expected[...])
    #expect(device.broken == [])
  }

  @Test("is not polled while it waits, and the ledger says why and until when")
  func explained() {
    var device = device()
    let woken = device.now
    device.pass(.seconds(11))
    report(&device, isUnread: true)
    let decision = device.decisions("phone").last
    #expect(decision?.action == .wake(.descriptor))
    #expect(decision?.verdict == .waiting)
    #expect(
      decision?.conditions == [
        Condition(
          .unread,
          holds: false,
          since: woken,
          until: woken + .seconds(30),
          subject: "line"
        )
      ]
    )
    #expect(
      decision?.sentence(naming: "phone")
        == "cannot wake phone for a descriptor of its own yet: it was woken for descriptor 'line' and left "
        + "it unread"
    )
    #expect(descriptors(device).held.first?.isWatched == false)
    #expect(device.device.services.descriptors.nextReview == woken + .seconds(30))
    // Settings and conditions that change do not have it polled either.
    device.tell(.thermal(.fair))
    #expect(descriptors(device).held.first?.isWatched == false)
  }

  @Test("wakes it at once again when it was once seen empty")
  func emptied() {
    var device = device()
    device.pass(.seconds(11))
    report(&device, isUnread: true)
    device.pass(.seconds(30))
    // The app has read it all, and then something new has come.
    report(&device, isUnread: false)
    #expect(device.times(of: "socketReadable", "phone").last == device.now)
    device.pass(.seconds(11))
    let second = device.now
    report(&device, isUnread: true)
    #expect(descriptors(device).held.first?.rest?.until == second + .seconds(19))
  }

  @Test("wakes it at once again when the app was on screen")
  func onScreen() {
    var device = device()
    device.pass(.seconds(11))
    report(&device, isUnread: true)
    device.open("phone")
    device.home()
    device.pass(.seconds(10))
    report(&device, isUnread: true)
    #expect(device.times(of: "socketReadable", "phone").last == device.now)
  }

  @Test("waits as long when the app was woken for something else in between")
  func otherWake() {
    var device = device()
    let woken = device.now
    device.pass(.seconds(11))
    report(&device, isUnread: true)
    device.tell(.accessory(.data(accessory: "pump")))
    #expect(descriptors(device).held.first?.rest == nil)
    device.pass(.seconds(11))
    report(&device, isUnread: true)
    #expect(descriptors(device).held.first?.rest?.until == woken + .seconds(30))
    #expect(device.times(of: "socketReadable", "phone").count == 1)
  }

  @Test("is left unread still when it is handed over once more")
  func handedOverAgain() {
    var device = device()
    let woken = device.now
    device.ask("phone", .service(.descriptor(.watch(name: "line", purpose: .other))))
    device.pass(.seconds(11))
    report(&device, isUnread: true)
    #expect(descriptors(device).held.first?.rest?.until == woken + .seconds(30))
  }

  @Test("of an accessory tells of its end at once all the same")
  func hungUp() {
    var device = device(.accessory("pump"))
    device.pass(.seconds(11))
    report(&device, isHungUp: true, isUnread: false)
    #expect(device.callbacks("phone").last == "accessoryDidDisconnect")
  }
}

@Suite("A descriptor that was lost")
struct LostDescriptorTests {
  private func device(_ purpose: DescriptorPurpose = .other) -> TestDevice {
    var device = TestDevice(.ios26, hasPasscode: false)
    device.install("phone", modes: [.externalAccessory])
    device.open("phone")
    device.ask("phone", .service(.descriptor(.watch(name: "timer", purpose: purpose))))
    return device
  }

  private func lose(_ device: inout TestDevice) {
    device.tell(.descriptorLost(app: device.app("phone"), name: "timer"))
  }

  @Test("has its app told, which is woken for that, once")
  func told() {
    for (purpose, reason) in [
      (DescriptorPurpose.other, WakeReason.descriptor), (.accessory("pump"), .accessory),
    ] {
      var device = device(purpose)
      device.home()
      device.pass(.minutes(1))
      lose(&device)
      lose(&device)
      #expect(device.callbacks("phone").count { $0 == "descriptorLost" } == 1)
      #expect(device.decisions("phone").contains { $0.action == .wake(reason) })
      device.pass(.seconds(11))
      #expect(device.state("phone") == .suspended)
      #expect(device.broken == [])
    }
  }

  @Test("has an app told that runs, and none started that does not")
  func phases() {
    var running = device()
    lose(&running)
    #expect(running.callbacks("phone").last == "descriptorLost")
    var dead = device()
    dead.home()
    dead.report("phone", .exited(status: .signalled(signal: 11)))
    lose(&dead)
    #expect(dead.state("phone") == .notRunning)
    #expect(dead.device.descriptors(of: dead.app("phone")).held == [])
  }
}
