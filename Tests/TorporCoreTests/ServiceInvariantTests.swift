import Testing
import TorporModel

@testable import TorporCore

/// Every rule of the services, broken by hand: a rule that cannot fail says nothing.
@Suite("A rule of a service")
struct ServiceInvariantTests {
  /// A change behind the device's back, and what the device says of it then.
  struct Case: Sendable, CustomTestStringConvertible {
    let sentence: String
    let change: @Sendable (inout Device) -> Void
    var testDescription: String { sentence }
  }

  private static let dead = AppIdentifier("com.example.dead")!
  private static let running = AppIdentifier("com.example.running")!
  private static let absent = AppIdentifier("com.example.absent")!

  private static func update(
    _ device: inout Device,
    _ app: AppIdentifier,
    _ change: (inout AppRecord) -> Void
  ) {
    guard let slot = device.apps.slot(of: app) else { return }
    device.apps.update(slot: slot, change)
  }

  private static func descriptorCase(
    _ app: AppIdentifier,
    _ sentence: String,
    _ change: @escaping @Sendable (inout AppDescriptors) -> Void
  ) -> Case {
    Case(sentence: sentence) { $0.services.descriptors.update(app, change) }
  }

  private static func descriptor(_ name: String) -> AppDescriptors.Descriptor {
    AppDescriptors.Descriptor(name: name, purpose: .other)
  }

  private static func notification(_ name: String) -> LocalNotification {
    LocalNotification(
      identifier: name,
      content: NotificationContent(body: "b"),
      trigger: .interval(.minutes(5), repeats: false)
    )
  }

  private static func schedule(_ app: AppIdentifier, _ count: Int, in device: inout Device) {
    for _ in 0..<count {
      let number = device.services.notifications.table.makeNumber()
      let pending = PendingNotification(
        notification("tea"),
        number: number,
        clock: device.clock,
        at: device.now
      )
      if let pending {
        _ = device.services.notifications.table.update(app) { $0.add(pending, countMax: 64) }
      }
    }
  }

  private static let pushes: [Case] = [
    Case(sentence: "com.example.absent waits for a push or a call and is not installed") {
      $0.services.push.table.wait(absent)
    },
    Case(sentence: "com.example.dead: has a held push or a call false, by the device true") {
      $0.services.push.table.wait(dead)
    },
    Case(
      sentence: "com.example.dead: a push is stored for it, or the device says so, and not both"
    ) {
      $0.services.push.table.store(dead)
    },
    Case(sentence: "com.example.running: is kept running for a call that it does not have") {
      let now = $0.now
      update(&$0, running) { $0.assertions.set(.call, true, at: now) }
    },
    Case(sentence: "com.example.dead: has a call and no process") {
      let now = $0.now
      $0.services.push.update(dead) { $0.call = AppPushes.Call(since: now, ringsUntil: now) }
    },
  ]

  private static let sounds: [Case] = [
    Case(sentence: "com.example.absent has an audio session and is not installed") {
      $0.services.audio.sessions.activate(AudioSession(category: .playback), of: absent)
    },
    Case(
      sentence:
        "[com.example.dead, com.example.running] are heard at a time, and none of them mixes"
    ) {
      for app in [dead, running] {
        $0.services.audio.sessions.activate(AudioSession(category: .playback), of: app)
      }
    },
    Case(sentence: "com.example.running gave way to com.example.absent, which is not installed") {
      $0.services.audio.sessions.activate(AudioSession(category: .playback), of: running)
      $0.services.audio.sessions.interrupt(running, by: absent)
    },
  ]

  private static let notifications: [Case] = [
    Case(sentence: "com.example.absent has notifications and is not installed") {
      $0.services.notifications.table.update(absent) { $0.badge = 1 }
    },
    Case(sentence: "com.example.running: 'tea' waits twice") { schedule(running, 2, in: &$0) },
    Case(sentence: "a notification is due at 300000000000 ns, without a deadline") {
      schedule(running, 1, in: &$0)
    },
    Case(sentence: "com.example.dead: is asked about 'tea' and is not in front") {
      let notice = DeliveredNotification(app: dead, notification("tea"), dueAt: $0.now)
      $0.services.notifications.table.ask(
        PendingPresentation(token: CallbackToken(rawValue: 1), notice: notice, until: $0.now)
      )
    },
    Case(sentence: "com.example.running: is asked about 65 notifications") {
      let notice = DeliveredNotification(app: running, notification("tea"), dueAt: $0.now)
      for number in 1...65 {
        let token = CallbackToken(rawValue: UInt64(number))
        $0.services.notifications.table.ask(
          PendingPresentation(token: token, notice: notice, until: $0.now)
        )
      }
    },
  ]

  private static let accessories: [Case] = [
    Case(sentence: "com.example.absent has to do with accessories and is not installed") {
      $0.services.accessories.update(absent) { $0.sessions = ["scale"] }
    },
    Case(sentence: "the accessory 'scale' is there twice") {
      let scale = Accessory(name: "scale")
      $0.services.accessories.connected = [scale, scale]
    },
    Case(sentence: "257 accessories are connected") {
      $0.services.accessories.connected = (1...257).map { Accessory(name: "\($0)") }
    },
    Case(sentence: "com.example.dead: has 17 accessories, above 16") {
      $0.services.accessories.update(dead) { $0.sessions = (1...17).map { "\($0)" } }
    },
    Case(sentence: "com.example.dead: has no process and heard of the end of an accessory") {
      $0.services.accessories.update(dead) { $0.hungUp = ["scale"] }
    },
  ]

  private static let bluetooth: [Case] = [
    Case(sentence: "com.example.absent has to do with Bluetooth and is not installed") {
      $0.services.bluetooth.update(absent) { $0.wait(.data(peripheral: "band")) }
    },
    Case(sentence: "the peripheral 'band' is there twice") {
      $0.services.bluetooth.peripherals = ["band", "band"]
    },
    Case(sentence: "com.example.running: has 65 requests of centrals, above 64") {
      $0.services.bluetooth.update(running) {
        $0.centralRequests = (1...65).map { CentralRequestIdentifier(rawValue: $0) }
      }
    },
    Case(
      sentence:
        "com.example.dead: has no process and owes centrals an answer, or is to be told of Bluetooth"
    ) {
      $0.services.bluetooth.update(dead) {
        $0.centralRequests = [CentralRequestIdentifier(rawValue: 1)]
      }
    },
  ]

  private static let descriptors: [Case] = [
    descriptorCase(absent, "com.example.absent has to do with descriptors and is not installed") {
      $0.held = [descriptor("a")]
    },
    descriptorCase(dead, "com.example.dead: has 17 descriptors, above 16") {
      $0.held = (1...17).map { descriptor("\($0)") }
    },
    descriptorCase(dead, "com.example.dead: has two descriptors of one name: [\"a\", \"a\"]") {
      $0.held = [descriptor("a"), descriptor("a")]
    },
    descriptorCase(running, "com.example.running: runs, and the host polls its descriptor 'a'") {
      $0.held = [descriptor("a")]
      $0.held[0].isWatched = true
    },
    descriptorCase(
      dead,
      "com.example.dead: its descriptor 'a' is polled and waits unread at once"
    ) {
      $0.held = [descriptor("a")]
      $0.held[0].isWatched = true
      $0.held[0].rest = AppDescriptors.Descriptor.Rest(until: .zero, isHungUp: false)
    },
    descriptorCase(
      running,
      "com.example.running: is on screen and is to be called to keep its line alive"
    ) {
      $0.keepAlive = AppDescriptors.KeepAlive(interval: .minutes(10), nextAt: .at(.minutes(10)))
    },
  ]

  private static let all =
    pushes + sounds + notifications + accessories + bluetooth + descriptors

  @Test("is seen to be broken", arguments: all)
  func broken(_ rule: Case) {
    var device = TestDevice()
    for name in ["dead", "running"] { device.install(name) }
    device.open("running")
    var changed = device.device
    #expect(changed.brokenInvariants() == [])
    rule.change(&changed)
    #expect(changed.brokenInvariants().contains(rule.sentence), "\(changed.brokenInvariants())")
  }

  @Test("that what is due is what the host waits for is seen to be broken")
  func unknownDeadline() {
    var device = Device(DeviceConfiguration(profile: .ios26), at: .zero)
    #expect(device.brokenInvariants() == [])
    let moment = Instant.zero + .nanoseconds(5)
    device.setDeadline(moment, for: .screen)
    let kept = "the deadline of screen is nothing, and 5 ns is kept"
    #expect(device.brokenInvariants() == ["nothing is waited for, and 5 ns is due", kept])
    device.findNextDue()
    #expect(device.nextWakeup == moment)
    #expect(device.brokenInvariants() == [kept])
    device.setDeadline(nil, for: .screen)
    #expect(device.brokenInvariants() == ["5 ns is waited for, and nothing is due"])
  }
}
