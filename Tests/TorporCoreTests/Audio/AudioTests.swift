import Testing
import TorporModel

@testable import TorporCore

@Suite("Sound")
struct AudioTests {
  private func device(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    device.install("radio", modes: [.audio])
    device.install("game")
    return device
  }

  @discardableResult
  private func play(
    _ name: String,
    _ category: AudioCategory = .playback,
    mixes: Bool = false,
    on device: inout TestDevice
  ) -> Reply? {
    let session = AudioSession(category: category, mixesWithOthers: mixes)
    let reply = device.ask(name, .service(.audio(.activate(session))))
    if reply == .done { device.report(name, .audio(isPlaying: true)) }
    return reply
  }

  @Test("keeps an app with the mode running for as long as it is heard (§7)")
  func plays() {
    var device = device()
    device.open("radio")
    play("radio", on: &device)
    device.home()
    device.user(.lock)
    device.pass(.hours(2))
    #expect(device.state("radio") == .background)
    device.report("radio", .audio(isPlaying: false))
    #expect(device.state("radio") == .suspended)
    #expect(device.broken == [])
  }

  @Test("that nobody hears keeps nothing running: a session alone is not sound")
  func silence() {
    var device = device()
    device.open("radio")
    device.ask("radio", .service(.audio(.activate(AudioSession(category: .playback)))))
    device.home()
    #expect(device.state("radio") == .suspended)
  }

  @Test(
    "without the mode, or of a category for the screen, ends with the screen; the ledger says so"
  )
  func undeclared() {
    for (name, category) in [("game", AudioCategory.playback), ("radio", .soloAmbient)] {
      var device = device()
      device.open(name)
      play(name, category, on: &device)
      device.home()
      #expect(device.state(name) == .suspended)
      #expect(device.decisions(name).contains { $0.action == .endUse(.audio) })
    }
  }

  @Test("of a program that knows nothing of us keeps it running without any mode")
  func plainProgram() {
    var device = TestDevice(.linux)
    device.install("player", isCooperative: false)
    device.open("player")
    device.report("player", .audio(isPlaying: true))
    device.home()
    device.pass(.hours(1))
    #expect(device.state("player") == .background)
    device.report("player", .audio(isPlaying: false))
    device.pass(.minutes(1))
    #expect(device.state("player") == .suspended)
  }

  @Test("that does not mix interrupts what played before, the last wins (AU3)")
  func lastWins() {
    var device = device()
    device.open("radio")
    play("radio", on: &device)
    device.home()
    device.open("game")
    play("game", on: &device)
    #expect(device.callbacks("radio").last == "interruptionBegan")
    #expect(device.state("radio") == .suspended)
    #expect(!device.callbacks("game").contains("interruptionBegan"))
  }

  @Test("that mixes disturbs nobody and is not disturbed (AU1)")
  func mixes() {
    for mixesFirst in [false, true] {
      var device = device()
      device.open("radio")
      play("radio", mixes: mixesFirst, on: &device)
      device.home()
      device.open("game")
      play("game", mixes: !mixesFirst, on: &device)
      #expect(!device.callbacks("radio").contains("interruptionBegan"))
      #expect(device.state("radio") == .background)
    }
  }

  @Test("of a process that is ending begins no more: it would interrupt others for nobody")
  func ending() {
    var device = device()
    device.open("radio")
    play("radio", on: &device)
    device.home()
    device.open("game")
    device.slowCallbacks = ["willTerminate"]
    device.user(.forceQuit(app: device.app("game")))
    #expect(
      play("game", on: &device) == .refused(.service(.audio(.notPermittedInBackground)))
    )
    device.pass(.seconds(10))
    #expect(device.state("game") == .notRunning)
    #expect(!device.callbacks("radio").contains("interruptionBegan"))
    #expect(device.broken == [])
  }

  @Test("of a command that has ended gives the sound back, though the command is forgotten (AU4)")
  func forgotten() {
    var device = device()
    device.install("command", isTransient: true)
    device.open("radio")
    play("radio", on: &device)
    device.home()
    device.open("command")
    play("command", on: &device)
    #expect(device.callbacks("radio").last == "interruptionBegan")
    device.report("command", .exited(status: .exited(status: 0)))
    #expect(device.callbacks("radio").last == "interruptionEnded")
    #expect(device.broken == [])
  }

  @Test("that was interrupted may go on when the other has ended (AU4)")
  func resumes() {
    var device = device()
    device.open("radio")
    play("radio", on: &device)
    device.home()
    device.open("game")
    play("game", on: &device)
    device.ask("game", .service(.audio(.deactivate(notifiesOthers: true))))
    #expect(device.callbacks("radio").last == "interruptionEnded")
  }

  @Test(
    "that a restart of the daemon gives back launches its app, which no host can have found (AU4)"
  )
  func givenBackByRestart() {
    // Whichever app the device knows first.
    for (heard, other) in [("radio", "second"), ("second", "radio")] {
      var device = device()
      device.install("second", modes: [.audio])
      device.open(heard)
      play(heard, on: &device)
      device.home()
      device.open(other)
      play(other, on: &device)
      device.report(heard, .exited(status: .signalled(signal: 9)))
      #expect(device.state(heard) == .notRunning)
      let before = device.log.count
      device.tell(.daemonRestarted(survivors: []))
      #expect(device.state(other) == .notRunning)
      #expect(device.state(heard) != .notRunning, "\(heard) was launched and forgotten")
      let launches = device.log[before...].count {
        if case .launch = $0.effect { true } else { false }
      }
      #expect(launches == 1)
      #expect(device.broken == [])
    }
  }

  @Test("cannot be started from the background over others' (AU6), nor without the mode")
  func fromBackground() {
    var device = device()
    device.install("other", modes: [.audio, .remoteNotification])
    device.open("radio")
    play("radio", on: &device)
    device.home()
    device.push("other")
    #expect(
      play("other", on: &device) == .refused(.service(.audio(.cannotInterruptOthers)))
    )
    #expect(play("other", mixes: true, on: &device) == .done)
    device.install("third", modes: [.remoteNotification])
    device.push("third")
    #expect(
      play("third", on: &device) == .refused(.service(.audio(.notPermittedInBackground)))
    )
  }

  @Test("is recorded only where the user lets the app")
  func microphone() {
    var device = device()
    let settings = AppSettings(allowsMicrophone: false)
    device.user(.change(setting: .appSettings(app: device.app("radio"), settings: settings)))
    device.open("radio")
    #expect(
      play("radio", .record, on: &device) == .refused(.service(.audio(.recordingNotPermitted)))
    )
  }

  @Test("of an app that was suspended is over when it comes back, and it is told so (AU5)")
  func suspended() {
    for (profile, isTold) in [(ProfileName.ios8, false), (.ios10, true)] {
      var device = device(profile)
      device.open("game")
      play("game", on: &device)
      device.home()
      device.pass(.minutes(1))
      device.open("game")
      #expect(device.callbacks("game").contains("interruptionBegan") == isTold)
    }
  }

  @Test("gives way to what lies over the screen, and comes back after it")
  func banner() {
    var device = device()
    device.open("radio")
    play("radio", on: &device)
    device.home()
    device.user(.interrupt)
    #expect(device.state("radio") == .suspended)
    device.user(.endInterrupt)
    #expect(device.callbacks("radio").suffix(2) == ["didEnterBackground", "interruptionEnded"])
    #expect(play("radio", on: &device) == .done)
    device.pass(.minutes(5))
    #expect(device.state("radio") == .background)
    #expect(device.broken == [])
  }
}
