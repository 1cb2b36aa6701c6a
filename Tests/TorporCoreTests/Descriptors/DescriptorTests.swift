import Testing
import TorporModel

@testable import TorporCore

@Suite("A descriptor that was handed over")
struct DescriptorTests {
  private func device(
    _ purpose: DescriptorPurpose = .voIP,
    modes: [BackgroundMode] = [.voip],
    _ profile: ProfileName = .ios6
  ) -> TestDevice {
    var device = TestDevice(profile, hasPasscode: false)
    device.install("phone", modes: modes)
    device.open("phone")
    device.ask("phone", .service(.descriptor(.watch(name: "line", purpose: purpose))))
    return device
  }

  private func readable(_ device: inout TestDevice, isHungUp: Bool = false) {
    device.tell(.descriptor(app: device.app("phone"), name: "line", isHungUp: isHungUp))
  }

  private func orders(_ device: TestDevice) -> [String] {
    device.log.compactMap { entry in
      switch entry.effect {
      case .service(.watchDescriptor): "watch"
      case .service(.pauseDescriptor): "rest"
      case .service(.dropDescriptor): "drop"
      default: nil
      }
    }
  }

  @Test("is polled while the app is frozen, and left to the app while it runs (VO1)")
  func watched() {
    var device = device()
    #expect(orders(device) == [])
    device.home()
    #expect(orders(device) == ["watch"])
    device.open("phone")
    #expect(orders(device) == ["watch", "rest"])
  }

  @Test("of an app that was ended while it ran is polled from then on, and launches it")
  func endedWhileRunning() {
    var device = device(.other, modes: [], .ios26)
    _ = device.beginTask("phone", "endless", hasHandler: false)
    device.home()
    device.pass(.minutes(1))
    #expect(device.lastExit("phone") == .code(.backgroundTaskOverrun))
    #expect(orders(device) == ["watch"])
    readable(&device)
    #expect(device.callbacks("phone").last == "socketReadable")
    #expect(device.broken == [])
  }

  @Test("of a legacy VoIP app starts it again when a rule has ended it (VO3)")
  func endedByRule() {
    var device = device()
    _ = device.beginTask("phone", "endless", hasHandler: false)
    device.home()
    device.pass(.minutes(11))
    #expect(device.lastExit("phone") == .code(.watchdog))
    #expect(device.launches("phone") == 1)
    #expect(device.broken == [])
  }

  @Test("wakes the app for ten seconds, and is polled again after it")
  func wakes() {
    var device = device()
    device.home()
    device.pass(.minutes(30))
    readable(&device)
    #expect(device.callbacks("phone").last == "socketReadable")
    device.pass(.seconds(11))
    #expect(device.state("phone") == .suspended)
    #expect(orders(device) == ["watch", "watch"])
    #expect(device.broken == [])
  }

  @Test("launches an app that is not running, but not after a force-quit (VO3, VO4)")
  func launches() {
    for purpose in [DescriptorPurpose.voIP, .other] {
      var device = device(purpose)
      device.home()
      device.tell(
        .memory(MemoryReport(level: .critical, availableBytes: -1, totalBytes: 1 << 30))
      )
      #expect(device.state("phone") == .notRunning)
      readable(&device)
      #expect(device.callbacks("phone").last == "socketReadable")
      device.user(.forceQuit(app: device.app("phone")))
      readable(&device)
      #expect(device.state("phone") == .notRunning)
      #expect(orders(device).last == "drop")
    }
  }

  @Test(
    "goes back to the next process of its app, which reads on, and to nobody once it is taken (VO1)"
  )
  func takenBack() {
    var device = device(.other, modes: [], .ios26)
    device.home()
    device.report("phone", .exited(status: .signalled(signal: 11)))
    #expect(device.state("phone") == .notRunning)
    readable(&device)
    let take = AppRequest.service(.descriptor(.unwatch(name: "line")))
    let back = Reply.service(.descriptor(of: device.app("phone"), name: "line"))
    let first = device.ask("phone", take)
    #expect(first == back)
    #expect(device.device.descriptors(of: device.app("phone")).held == [])
    // The host hands it out with the reply: to close it before would be to lose it.
    #expect(!orders(device).contains("drop"))
    let refusal = Reply.refused(.service(.descriptor(.unknown(name: "line"))))
    let second = device.ask("phone", take)
    #expect(second == refusal)
    #expect(device.broken == [])
  }

  @Test("of a dead app is polled under the next daemon, too, and launches the app (VO1)")
  func deadOverARestart() {
    var device = device(.other, modes: [], .ios26)
    device.home()
    device.report("phone", .exited(status: .signalled(signal: 11)))
    let before = orders(device).count
    device.tell(.daemonRestarted(survivors: []))
    #expect(orders(device).dropFirst(before) == ["watch"])
    readable(&device)
    #expect(device.callbacks("phone").last == "socketReadable")
    #expect(device.broken == [])
  }

  @Test("of a VoIP app has it started after a crash, and not again for ten minutes (VO3)")
  func crashes() {
    var device = device()
    device.home()
    device.report("phone", .exited(status: .signalled(signal: 11)))
    #expect(device.state("phone") == .suspended)
    let relaunched = device.now
    device.report("phone", .exited(status: .signalled(signal: 11)))
    #expect(device.state("phone") == .notRunning)
    device.pass(.minutes(11))
    let launches = device.times(of: "didFinishLaunching", "phone")
    #expect(launches.last == relaunched + AppDescriptors.relaunchSpacing)
  }

  @Test("of a VoIP app has it started with the machine, once that is unlocked (VO3)")
  func boot() {
    var open = device()
    open.home()
    open.tell(.booted)
    #expect(open.state("phone") == .suspended)

    var locked = TestDevice(.ios6)
    locked.install("phone", modes: [.voip])
    locked.open("phone")
    locked.ask("phone", .service(.descriptor(.watch(name: "line", purpose: .voIP))))
    locked.tell(.booted)
    #expect(locked.state("phone") == .notRunning)
    locked.user(.unlock)
    #expect(locked.state("phone") == .suspended)
    #expect(!locked.callbacks("phone").suffix(2).contains("didBecomeActive"))
  }

  @Test("needs the mode of its purpose, and a version that watches sockets")
  func refused() {
    let watch = { (device: inout TestDevice, purpose: DescriptorPurpose) in
      device.ask("phone", .service(.descriptor(.watch(name: "x", purpose: purpose))))
    }
    var plain = device(.other, modes: [])
    #expect(watch(&plain, .voIP) == .refused(.service(.descriptor(.modeNotDeclared(.voip)))))
    #expect(
      watch(&plain, .accessory("pump"))
        == .refused(.service(.descriptor(.modeNotDeclared(.externalAccessory))))
    )
    var modern = device(.other, modes: [.voip], .ios26)
    #expect(watch(&modern, .voIP) == .refused(.service(.descriptor(.noSockets))))
  }

  @Test("is one of sixteen at the most, and a second of the name takes the place of the first")
  func limit() {
    var device = device()
    for number in 1...20 {
      device.ask("phone", .service(.descriptor(.watch(name: "\(number % 17)", purpose: .other))))
    }
    #expect(
      device.device.descriptors(of: device.app("phone")).held.count == AppDescriptors.countMax
    )
  }

  @Test("of an accessory tells of data, and of its end")
  func accessoryLine() {
    var device = device(.accessory("pump"), modes: [.externalAccessory])
    device.home()
    readable(&device)
    #expect(device.callbacks("phone").last == "accessoryData")
    device.pass(.seconds(11))
    readable(&device, isHungUp: true)
    #expect(device.callbacks("phone").last == "accessoryDidDisconnect")
    #expect(orders(device).last == "drop")
  }

  @Test("brings keep-alives off screen, of ten minutes at least (VO2)")
  func keepAlive() {
    var device = device()
    #expect(
      device.ask("phone", .service(.descriptor(.setKeepAlive(.seconds(599)))))
        == .refused(
          .service(
            .descriptor(.keepAliveTooShort(.seconds(599), least: AppDescriptors.keepAliveMin))
          )
        )
    )
    device.ask("phone", .service(.descriptor(.setKeepAlive(.seconds(600)))))
    device.pass(.minutes(20))
    #expect(!device.callbacks("phone").contains("keepAlive"))
    device.home()
    let left = device.now
    device.pass(.minutes(25))
    #expect(
      device.times(of: "keepAlive", "phone") == [left + .minutes(10), left + .minutes(20)]
    )
    #expect(device.state("phone") == .suspended)
    #expect(device.broken == [])
  }
}
