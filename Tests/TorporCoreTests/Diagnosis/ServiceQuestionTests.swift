import Testing
import TorporModel

@testable import TorporCore

/// Questions about pushes, transfers, places and the radio: the rules that are there answer first, and what
/// nothing can show is told as unseen.
@Suite("A question about a service")
struct ServiceQuestionTests {
  private static let questions: [Question] = [
    .pushLostAfterForceQuit, .onlySomePushes, .pushComesLate, .downloadsStop, .uploadIsSlow,
    .transferDelegateNotCalled, .transfersCancelled, .downloadedFileGone, .locationStops,
    .regionIsLate, .bluetoothNotRelaunched, .voipPushStopped,
  ]

  private func device() -> TestDevice {
    var device = TestDevice()
    device.power(isExternal: true)
    device.tell(.network(NetworkState(link: .wifi)))
    device.install(
      "chat",
      modes: [.remoteNotification, .location, .voip, .bluetoothCentral]
    )
    device.open("chat")
    device.home()
    return device
  }

  @Test(
    "finds nothing in an app that nothing is wrong with",
    arguments: questions.filter { $0 != .bluetoothNotRelaunched }
  )
  func nothing(question: Question) {
    let answer = device().answer(question, "chat")
    #expect(answer.checks.allSatisfy { $0.finding != .found })
    #expect(!answer.checks.isEmpty)
  }

  @Test(
    "finds the force-quit first",
    arguments: [
      Question.pushLostAfterForceQuit, .downloadsStop, .transferDelegateNotCalled,
      .transfersCancelled, .bluetoothNotRelaunched,
    ]
  )
  func forceQuit(question: Question) {
    var device = device()
    device.user(.forceQuit(app: device.app("chat")))
    #expect(device.answer(question, "chat").reason == .forceQuit)
  }

  @Test("about a lost push shows the push that was not delivered, also after the app was opened")
  func lostPush() {
    var device = device()
    device.user(.forceQuit(app: device.app("chat")))
    device.push("chat")
    device.open("chat")
    let answer = device.answer(.pushLostAfterForceQuit, "chat")
    #expect(answer.reason == .forceQuit)
    #expect(answer.shownBy.map(\.action) == [.wake(.visiblePush)])
    #expect(device.questions("chat").contains(.pushLostAfterForceQuit))
  }

  @Test("about pushes finds the mode, the switch and Low Power Mode")
  func pushes() {
    var modeless = TestDevice()
    modeless.install("plain")
    #expect(modeless.answer(.onlySomePushes, "plain").cause == .modeMissing)
    var device = device()
    device.user(.change(setting: .lowPowerMode(true)))
    #expect(device.answer(.onlySomePushes, "chat").reason == .lowPowerMode)
    #expect(device.answer(.pushComesLate, "chat").reason == .lowPowerMode)
    device.user(.change(setting: .lowPowerMode(false)))
    device.user(.change(setting: .backgroundRefresh(.off)))
    device.push("chat")
    #expect(device.answer(.onlySomePushes, "chat").reason == .backgroundRefreshOff)
    #expect(device.questions("chat") == [.onlySomePushes])
  }

  @Test("about a slow upload finds the network and the charger")
  func upload() {
    var device = device()
    device.power(isExternal: false)
    #expect(device.answer(.uploadIsSlow, "chat").reason == .externalPower)
    device.tell(.network(NetworkState(link: .none)))
    #expect(device.answer(.uploadIsSlow, "chat").reason == .network)
  }

  @Test("about cancelled transfers still finds the force-quit when the app was opened again")
  func cancelledTransfers() {
    var device = TestDevice.withPodcast()
    _ = device.download()
    device.home()
    device.user(.forceQuit(app: device.app("podcast")))
    device.open("podcast")
    let answer = device.answer(.transfersCancelled, "podcast")
    #expect(answer.reason == .forceQuit)
    #expect(answer.shownBy.count == 1)
    #expect(device.questions("podcast").contains(.transfersCancelled))
  }

  @Test("about Bluetooth finds that nothing was asked for, or that it cannot be restored")
  func radio() {
    var device = device()
    #expect(device.answer(.bluetoothNotRelaunched, "chat").cause == .noPendingConnection)
    device.open("chat")
    device.ask("chat", .service(.bluetooth(.connect(peripheral: "band", restoreIdentifier: nil))))
    #expect(device.answer(.bluetoothNotRelaunched, "chat").cause == .noRestoreIdentifier)
    device.ask("chat", .service(.bluetooth(.connect(peripheral: "band", restoreIdentifier: "c"))))
    #expect(device.answer(.bluetoothNotRelaunched, "chat").explanation == nil)
  }

  @Test("about location finds what the user allows, and the mode")
  func location() {
    var device = device()
    device.changeSettings("chat", AppSettings(location: .whenInUse))
    #expect(device.answer(.locationStops, "chat").cause == .locationNotAlways)
    #expect(device.answer(.regionIsLate, "chat").cause == .locationNotAlways)
    #expect(device.questions("chat") == [.locationStops])
    device.changeSettings("chat", AppSettings(location: .never))
    #expect(device.answer(.locationStops, "chat").cause == .locationNever)
    device.install("plain")
    #expect(device.answer(.locationStops, "plain").cause == .modeMissing)
    #expect(device.answer(.bluetoothNotRelaunched, "plain").cause == .modeMissing)
    #expect(device.answer(.voipPushStopped, "plain").cause == .modeMissing)
  }

  @Test("about notifications finds that the user does not allow them")
  func notifications() {
    var device = device()
    device.changeSettings("chat", AppSettings(allowsNotifications: false))
    #expect(device.answer(.notificationsDropped, "chat").cause == .notificationsOff)
  }

  @Test("about notifications finds that more were scheduled than are kept")
  func tooManyNotifications() {
    var device = device()
    #expect(
      device.answer(.notificationsDropped, "chat").checks.allSatisfy { $0.finding == .ruledOut }
    )
    device.open("chat")
    for number in 1...65 { device.schedule("n\(number)", after: .minutes(number), of: "chat") }
    let answer = device.answer(.notificationsDropped, "chat")
    #expect(answer.cause == .tooManyNotifications)
    #expect(answer.shownBy.map(\.action) == [.schedule(notification: "n65")])
  }

  @Test("about VoIP pushes finds a kill for calls that were not reported")
  func calls() {
    let kill = Decision(
      at: .at(.hours(1)),
      app: AppIdentifier("com.example.chat"),
      action: .end(.code(.unreportedCall)),
      because: [Condition(.wake, holds: false, subject: WakeReason.voipPush.rawValue)]
    )
    var evidence = device().evidence("chat")
    evidence.decisions.append(kill)
    let answer = Diagnosis.answer(.voipPushStopped, from: evidence)
    #expect(answer.cause == .callsNotReported)
    #expect(answer.shownBy == [kill])
    #expect(Diagnosis.relevant(from: evidence).contains(.voipPushStopped))
  }
}
