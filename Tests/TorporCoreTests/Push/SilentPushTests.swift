import Testing
import TorporModel

@testable import TorporCore

@Suite("A silent push")
struct SilentPushTests {
  @Test("wakes a frozen app at once, for 30 s at the most (PN4, PN12)")
  func wakes() {
    var device = TestDevice.withFrozen("notes")
    device.silentPush("notes")
    #expect(device.times(of: "didReceiveRemoteNotification", "notes") == [device.now])
    device.completePush("notes")
    #expect(device.state("notes") == .suspended)
    #expect(device.broken == [])
  }

  @Test(
    "with another priority than 5 runs nothing (§6.1)",
    arguments: [PushPriority.low, .immediate]
  )
  func priority(_ priority: PushPriority) {
    var device = TestDevice.withFrozen("notes")
    device.silentPush("notes", priority: priority)
    device.pass(.hours(6))
    #expect(device.payloads("notes") == [])
    #expect(device.lastWake("notes")?.verdict == .denied)
  }

  @Test("is held within a quarter of an hour of the last, and the newest is kept (PN7)")
  func spacing() {
    var device = TestDevice.withFrozen("notes")
    device.silentPush("notes", "1")
    let first = device.now
    device.completePush("notes")
    device.pass(.minutes(1))
    device.silentPush("notes", "2")
    device.silentPush("notes", "3")
    #expect(device.lastWake("notes")?.verdict == .waiting)
    #expect(device.lastWake("notes")?.unmetConditions == [.rateLimit])
    let notes = device.app("notes")
    #expect(device.device.conditionsOfWaitingPush(to: notes)?.map(\.reason) == [.rateLimit])
    device.pass(.minutes(30))
    #expect(device.payloads("notes") == ["1", "3"])
    #expect(device.device.conditionsOfWaitingPush(to: notes) == nil)
    #expect(device.times(of: "didReceiveRemoteNotification", "notes").last == first + .minutes(15))
  }

  /// On a cable without a battery the number in an hour counts, for it never ends; while a battery is
  /// charged hardly anything does (PN15).
  @Test(
    "runs an app three times an hour, more often only while a battery is charged (PN6, PN15)",
    arguments: [
      (PowerState(isOnExternalPower: false, batteryPercent: 80), 3),
      (PowerState(isOnExternalPower: true, batteryPercent: nil), 3),
      (PowerState(isOnExternalPower: true, batteryPercent: 80), 12),
    ]
  )
  func hourly(power: PowerState, runs: Int) {
    var device = TestDevice.withFrozen("notes")
    device.tell(.power(power))
    for number in 1...12 {
      device.silentPush("notes", "\(number)")
      device.completePush("notes")
      device.pass(.minutes(4))
      device.completePush("notes")
    }
    #expect(device.payloads("notes").count == runs)
  }

  @Test("that is held goes along with what the user sees, whoever it is for (PN4)")
  func goesAlong() {
    var device = TestDevice.withFrozen("notes")
    device.install("chat", modes: [.remoteNotification])
    device.silentPush("notes", "1")
    device.completePush("notes")
    device.silentPush("notes", "2")
    device.visiblePush("chat", hasContent: false)
    #expect(device.payloads("notes") == ["1", "2"])
    #expect(device.state("chat") == .notRunning)
  }

  @Test("that is held is handed over when the user opens the app, and when a charger comes (PN7)")
  func goesWithUser() {
    for plugsIn in [false, true] {
      var device = TestDevice.withFrozen("notes")
      device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 80)))
      device.silentPush("notes", "1")
      device.completePush("notes")
      device.silentPush("notes", "2")
      if plugsIn {
        device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 80)))
      } else {
        device.open("notes")
      }
      #expect(device.payloads("notes") == ["1", "2"])
    }
  }

  @Test("waits for what speaks against it, and not longer", arguments: [0, 1, 2, 3])
  func waits(for which: Int) {
    var device = TestDevice.withFrozen("notes")
    let app = device.app("notes")
    let reason: Reason
    switch which {
    case 0:
      device.user(.change(setting: .lowPowerMode(true)))
      reason = .lowPowerMode
    case 1:
      device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 10)))
      reason = .batteryLow
    case 2:
      device.user(.change(setting: .backgroundRefresh(.off)))
      reason = .backgroundRefreshOff
    default:
      let settings = AppSettings(backgroundRefresh: .off)
      device.user(.change(setting: .appSettings(app: app, settings: settings)))
      reason = .backgroundRefreshOff
    }
    device.silentPush("notes")
    device.pass(.hours(20))
    #expect(device.payloads("notes") == [])
    #expect(device.lastWake("notes")?.unmetConditions == [reason])
    // Others' traffic does not lift what the user or the battery says.
    device.install("chat")
    device.visiblePush("chat")
    #expect(device.payloads("notes") == [])
    switch which {
    case 0: device.user(.change(setting: .lowPowerMode(false)))
    case 1: device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 50)))
    case 2: device.user(.change(setting: .backgroundRefresh(.on)))
    default: device.user(.change(setting: .appSettings(app: app, settings: AppSettings())))
    }
    #expect(device.payloads("notes") == ["{}"])
  }

  /// A frozen app for notes, and a game in front.
  private func inUse() -> TestDevice {
    var device = TestDevice.withFrozen("notes")
    device.install("game")
    device.open("game")
    return device
  }

  @Test("runs a suspended app at once while the device is in use, all day (PN14)")
  func runsWhileInUse() {
    var device = inUse()
    for hour in 0..<8 {
      device.silentPush("notes", "\(hour)")
      #expect(device.payloads("notes").count == hour + 1)
      device.completePush("notes")
      device.pass(.hours(1))
    }
    #expect(device.state("notes") == .suspended)
    #expect(device.broken == [])
  }

  @Test(
    "waits after a burst of them while the device is in use, a quarter of an hour at most (PN14)"
  )
  func afterBurst() {
    var device = inUse()
    for number in 1..<PushBurst.count {
      device.install("other\(number)", modes: [.remoteNotification])
      device.silentPush("other\(number)")
    }
    #expect((1..<PushBurst.count).allSatisfy { device.payloads("other\($0)").count == 1 })
    let burst = device.now
    device.silentPush("notes")
    #expect(device.payloads("notes") == [])
    #expect(device.lastWake("notes")?.verdict == .waiting)
    #expect(device.lastWake("notes")?.unmetConditions == [.deviceInUse])
    device.pass(.hours(1))
    #expect(
      device.times(of: "didReceiveRemoteNotification", "notes") == [burst + PushBurst.vetoLength]
    )
  }

  @Test("does not wait after a burst while the device is locked, nor where they come more slowly")
  func noBurst() {
    for isLocked in [true, false] {
      var device = inUse()
      if isLocked { device.user(.lock) }
      for number in 1..<PushBurst.count {
        device.install("other\(number)", modes: [.remoteNotification])
        device.silentPush("other\(number)")
        if !isLocked { device.pass(.seconds(2)) }
      }
      device.silentPush("notes")
      #expect(device.payloads("notes") == ["{}"])
    }
  }

  @Test("goes to an app in front at once, and is not counted")
  func inFront() {
    var device = TestDevice.withFrozen("notes")
    device.open("notes")
    for number in 1...5 { device.silentPush("notes", "\(number)") }
    #expect(device.payloads("notes").count == 5)
    #expect(device.device.pushes(of: device.app("notes")).held == nil)
  }

  @Test("that is held is dropped with a force-quit (PN7, PN9)")
  func forceQuit() {
    var device = TestDevice.withFrozen("notes")
    device.silentPush("notes", "1")
    device.completePush("notes")
    device.silentPush("notes", "2")
    device.user(.forceQuit(app: device.app("notes")))
    device.pass(.hours(1))
    device.open("notes")
    #expect(device.payloads("notes") == ["1"])
    #expect(device.broken == [])
  }

  @Test("that nobody can use any more is dropped (apns-expiration)")
  func expires() {
    var device = TestDevice.withFrozen("notes")
    device.user(.change(setting: .lowPowerMode(true)))
    device.silentPush("notes", lifetime: .minutes(5))
    device.pass(.minutes(6))
    device.user(.change(setting: .lowPowerMode(false)))
    #expect(device.payloads("notes") == [])
  }

  @Test(
    "of more bytes than the version takes is dropped (§6.1, §16)",
    arguments: [(ProfileName.ios7, 256), (.ios8, 2048), (.ios10, 4096), (.ios26, 4096)]
  )
  func payloadLimit(profile: ProfileName, bytesMax: Int) {
    var device = TestDevice.withFrozen("notes", profile)
    device.silentPush("notes", String(repeating: "x", count: bytesMax + 1))
    #expect(device.payloads("notes") == [])
    #expect(device.lastWake("notes")?.unmetConditions == [.payloadTooLarge])
    device.silentPush("notes", String(repeating: "x", count: bytesMax))
    #expect(device.payloads("notes").count == 1)
  }

  @Test("announces an issue whatever the refresh switch says, until iOS 7 brings it (§10)")
  func issueWithoutRefresh() {
    for (profile, runs) in [(ProfileName.ios6, 1), (.ios7, 0)] {
      var device = TestDevice.withFrozen("paper", modes: [.newsstandContent], profile)
      device.user(.change(setting: .backgroundRefresh(.off)))
      device.silentPush("paper")
      #expect(device.times(of: "issueAnnounced", "paper").count == runs)
    }
  }

  @Test("outlives the daemon while it is held")
  func restart() throws {
    var device = TestDevice.withFrozen("notes")
    device.silentPush("notes", "1")
    device.completePush("notes")
    device.silentPush("notes", "2")
    device.tell(.daemonRestarted(survivors: device.survivors))
    device.pass(.minutes(20))
    #expect(device.payloads("notes") == ["1", "2"])
  }
}

@Suite("A push without a connection")
struct StoredPushTests {
  private func offline() -> TestDevice {
    var device = TestDevice.withFrozen("chat")
    device.tell(.network(NetworkState(link: .none)))
    return device
  }

  @Test("is stored, the newest of each app, and arrives with the connection (PN1)")
  func stored() {
    var device = offline()
    device.visiblePush("chat", "1")
    device.visiblePush("chat", "2")
    device.pass(.hours(2))
    #expect(device.payloads("chat") == [])
    #expect(device.lastWake("chat")?.unmetConditions == [.network])
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(device.payloads("chat") == ["2"])
  }

  @Test("is not stored where it is now or never, and not delivered late (§6.2)")
  func expiration() {
    for lifetime in [Duration.zero, .minutes(10)] {
      var device = offline()
      device.silentPush("chat", lifetime: lifetime)
      device.pass(.minutes(11))
      device.tell(.network(NetworkState(link: .wifi)))
      device.pass(.hours(1))
      #expect(device.payloads("chat") == [])
    }
  }
}
