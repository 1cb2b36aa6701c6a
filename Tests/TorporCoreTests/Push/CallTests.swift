import Testing
import TorporModel

@testable import TorporCore

@Suite("A VoIP push")
struct CallTests {
  private let modes: [BackgroundMode] = [.voip, .audio]

  private func phone(_ profile: ProfileName = .ios26, reports: Bool = true) -> TestDevice {
    var device = TestDevice.withFrozen("phone", modes: modes, profile)
    if reports { device.requests["didReceiveIncomingPush"] = [.service(.push(.reportCall))] }
    return device
  }

  @Test("launches the app after any death, a force-quit among them (PK1)")
  func launches() {
    var device = phone()
    device.user(.forceQuit(app: device.app("phone")))
    device.call("phone")
    #expect(
      device.callbacks("phone").suffix(3)
        == ["didFinishLaunching", "didEnterBackground", "didReceiveIncomingPush"]
    )
    #expect(device.broken == [])
  }

  @Test("does not launch before the first unlock (RL3)")
  func locked() {
    var device = phone()
    device.tell(.booted)
    device.call("phone")
    #expect(device.state("phone") == .notRunning)
    #expect(device.lastWake("phone")?.unmetConditions == [.beforeFirstUnlock])
  }

  @Test("ends an app that reports no call, from iOS 13 on (PK2)")
  func unreported() {
    for (profile, reason) in [
      (ProfileName.ios10, nil), (.ios13, ExitReason.code(.unreportedCall)),
      (.ios26, .code(.unreportedCall)),
    ] {
      var device = phone(profile, reports: false)
      device.call("phone")
      device.pass(.minutes(2))
      #expect(device.lastExit("phone") == reason)
    }
  }

  @Test("of a process that is ending announces no call: nothing would end it")
  func ending() {
    var device = phone(reports: false)
    device.install("radio", modes: [.audio])
    device.open("phone")
    device.slowCallbacks = ["willTerminate"]
    device.user(.forceQuit(app: device.app("phone")))
    device.ask("phone", .service(.push(.reportCall)))
    device.pass(.seconds(10))
    #expect(device.state("phone") == .notRunning)
    #expect(device.broken == [])
    device.open("radio")
    let music = AudioSession(category: .playback)
    #expect(device.ask("radio", .service(.audio(.activate(music)))) == .done)
  }

  @Test("is refused after three without a call, until the user opens the app (PK2)")
  func blocked() {
    var device = phone(reports: false)
    for _ in 1...4 {
      device.call("phone")
      device.pass(.minutes(1))
    }
    #expect(device.times(of: "didReceiveIncomingPush", "phone").count == 3)
    #expect(device.lastWake("phone")?.unmetConditions == [.callsNotReported])
    device.open("phone")
    device.home()
    device.pass(.minutes(1))
    device.call("phone")
    #expect(device.times(of: "didReceiveIncomingPush", "phone").count == 4)
  }

  @Test("need not be reported by an app at hand, from iOS 26 on (PK3)")
  func atHand() {
    for (profile, survives) in [(ProfileName.ios13, false), (.ios26, true)] {
      var device = phone(profile, reports: false)
      device.open("phone")
      device.call("phone")
      #expect((device.state("phone") == .active) == survives)
    }
  }

  @Test("keeps the app running while it rings, and while the call is heard")
  func rings() {
    var device = phone()
    device.call("phone")
    let rang = device.now
    device.pass(.seconds(50))
    #expect(device.state("phone") == .background)
    device.report("phone", .audio(isPlaying: true))
    device.pass(.minutes(10))
    #expect(device.state("phone") == .background)
    device.report("phone", .audio(isPlaying: false))
    #expect(device.state("phone") == .suspended)
    device.pass(.minutes(10))
    device.call("phone")
    device.pass(AppPushes.ringTime + .seconds(1))
    #expect(device.state("phone") == .suspended)
    #expect(rang < device.now)
    #expect(device.broken == [])
  }

  @Test("takes the sound of others while its call goes on, and gives it back (AU3, AU4)")
  func interruptsSound() {
    var device = phone()
    device.install("radio", modes: [.audio])
    device.open("radio")
    device.ask("radio", .service(.audio(.activate(AudioSession(category: .playback)))))
    device.report("radio", .audio(isPlaying: true))
    device.home()
    device.call("phone")
    #expect(device.callbacks("radio").last == "interruptionBegan")
    device.user(.endCall(app: device.app("phone")))
    #expect(device.callbacks("radio").last == "interruptionEnded")
    #expect(device.broken == [])
  }

  @Test("gives the sound of others back when its app dies in the call")
  func diesInCall() {
    var device = phone()
    device.install("radio", modes: [.audio])
    device.open("radio")
    device.ask("radio", .service(.audio(.activate(AudioSession(category: .playback)))))
    device.report("radio", .audio(isPlaying: true))
    device.home()
    device.call("phone")
    #expect(device.callbacks("radio").last == "interruptionBegan")
    device.report("phone", .exited(status: .signalled(signal: 11)))
    #expect(device.callbacks("radio").last == "interruptionEnded")
    #expect(device.broken == [])
  }

  @Test("outranks the sounds of others under its banner, and not its own app's (AU3)")
  func banner() {
    var device = phone()
    device.install("radio", modes: [.audio])
    device.open("radio")
    let session = AppRequest.service(.audio(.activate(AudioSession(category: .playback))))
    device.user(.interrupt)
    #expect(device.ask("radio", session) == .refused(.service(.audio(.insufficientPriority))))
    device.call("phone")
    #expect(device.ask("phone", session) == .done)
    #expect(device.ask("radio", session) == .refused(.service(.audio(.insufficientPriority))))
    device.user(.endInterrupt)
    device.user(.endCall(app: device.app("phone")))
    #expect(device.ask("radio", session) == .done)
  }

  @Test("comes to nobody before iOS 8 (PK1)")
  func beforePushKit() {
    for (profile, runs) in [(ProfileName.ios7, 0), (.ios8, 1)] {
      var device = phone(profile)
      device.call("phone")
      #expect(device.times(of: "didReceiveIncomingPush", "phone").count == runs)
    }
  }

  @Test("brings a token of its own, which stays (PK5)")
  func tokens() {
    var device = phone()
    device.open("phone")
    let ask = { (device: inout TestDevice, kind: PushTokenKind, token: String) in
      device.ask("phone", .service(.push(.register(kind, token: token))))
    }
    #expect(ask(&device, .voIP, "a") == .service(.pushToken("a")))
    #expect(ask(&device, .remote, "b") == .service(.pushToken("b")))
    #expect(ask(&device, .voIP, "c") == .service(.pushToken("a")))
    device.install("notes")
    device.open("notes")
    let refusal = device.ask("notes", .service(.push(.register(.voIP, token: "d"))))
    #expect(refusal == .refused(.service(.modeNotDeclared(.voip))))
  }
}
