import Testing
import TorporModel

@testable import TorporCore

@Suite("What lies over the apps on screen")
struct InterruptionTests {
  private func inFront(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    device.install("notes")
    device.install("phone", modes: [.voip])
    device.open("notes")
    return device
  }

  @Test(
    "makes the app in front inactive, and gives it back without its having left",
    arguments: [
      MachineInterruption.sleep, .screenSaver,
    ]
  )
  func cancelled(machine: MachineInterruption) {
    var device = inFront()
    device.tell(.interruption(by: machine, begins: true))
    #expect(device.state("notes") == .inactive)
    device.tell(.interruption(by: machine, begins: false))
    #expect(device.state("notes") == .active)
    #expect(device.callbacks("notes").suffix(2) == ["willResignActive", "didBecomeActive"])
    #expect(!device.callbacks("notes").contains("didEnterBackground"))
  }

  @Test("is followed by the lock: inactive first, then in the background, and resigned once")
  func locked() {
    var device = inFront()
    device.tell(.interruption(by: .screenSaver, begins: true))
    device.pass(.seconds(5))
    #expect(device.state("notes") == .inactive)
    device.user(.lock)
    #expect(device.callbacks("notes").suffix(2) == ["willResignActive", "didEnterBackground"])
    #expect(device.state("notes") == .suspended)
    device.tell(.interruption(by: .screenSaver, begins: false))
    device.user(.unlock)
    #expect(device.state("notes") == .active)
  }

  @Test("may be several things, and all of them have to go")
  func several() {
    var device = inFront()
    device.tell(.interruption(by: .screenSaver, begins: true))
    device.tell(.interruption(by: .sleep, begins: true))
    device.tell(.interruption(by: .screenSaver, begins: false))
    #expect(device.state("notes") == .inactive)
    device.tell(.interruption(by: .sleep, begins: false))
    #expect(device.state("notes") == .active)
  }

  @Test("covers an app that is opened meanwhile by something else, too")
  func openedUnder() {
    var device = inFront(.linux)
    device.tell(.interruption(by: .sleep, begins: true))
    device.user(.interrupt)
    device.open("phone")
    #expect(device.state("phone") == .inactive)
  }

  // MARK: Calls

  private func ringing(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = inFront(profile)
    device.requests["didReceiveIncomingPush"] = [.service(.push(.reportCall))]
    device.call("phone")
    return device
  }

  @Test("is a call while it rings: a minute, unless it ends before")
  func rings() {
    var device = ringing()
    #expect(device.state("notes") == .inactive)
    device.pass(AppPushes.ringTime - .milliseconds(1))
    #expect(device.state("notes") == .inactive)
    device.pass(.milliseconds(1))
    #expect(device.state("notes") == .active)
    var ended = ringing()
    ended.user(.endCall(app: ended.app("phone")))
    #expect(ended.state("notes") == .active)
    #expect(!ended.callbacks("notes").contains("didEnterBackground"))
  }

  @Test("is a call still when its app is heard, which may be the ringtone")
  func ringtone() {
    var device = ringing()
    device.report("phone", .audio(isPlaying: true))
    #expect(device.state("notes") == .inactive)
  }

  @Test("is no screen saver any more after a lock")
  func saverAndLock() {
    var device = inFront()
    device.tell(.interruption(by: .screenSaver, begins: true))
    #expect(device.state("notes") == .inactive)
    device.user(.lock)
    device.user(.unlock)
    #expect(device.state("notes") == .active)
    #expect(device.callbacks("notes").suffix(2) == ["willEnterForeground", "didBecomeActive"])
  }

  @Test("is a call no longer when its app is opened")
  func answeredByOpening() {
    var phone = ringing()
    phone.open("phone")
    #expect(phone.state("notes") == .suspended)
    #expect(phone.state("phone") == .active)
    var desktop = ringing(.linux)
    #expect(desktop.state("notes") == .inactive)
    desktop.open("phone")
    #expect(desktop.state("notes") == .active)
    #expect(desktop.state("phone") == .active)
  }

  // MARK: Questions

  @Test("is a question of the system's about the app, until the user answers it or uses the app")
  func question() {
    var device = inFront()
    device.blur("notes")
    device.askLocation("notes", .startUpdating(LocationSession()))
    device.askLocation("notes", .requestFullAccuracy(purpose: "map"))
    #expect(device.questions.count == 1)
    #expect(device.state("notes") == .inactive)
    device.answer("notes", .fullAccuracy, "decline")
    #expect(device.state("notes") == .active)
    device.askLocation("notes", .requestFullAccuracy(purpose: "map"))
    #expect(device.state("notes") == .inactive)
    device.pass(Interruption.questionLength)
    #expect(device.state("notes") == .active)
  }

  @Test("ends with the daemon that was told of it, where the machine said so")
  func restart() {
    var device = inFront()
    device.tell(.interruption(by: .sleep, begins: true))
    device.tell(.daemonRestarted(survivors: device.survivors))
    #expect(device.state("notes") == .active)
  }
}
