import Testing
import TorporCore
import TorporModel

@testable import TorporSimulator

/// Watches that saw nothing wrong in any life would prove nothing: here they are shown what is wrong.
@Suite("A watch of a simulated life")
struct WatchTests {
  private let app: AppIdentifier
  private let machine: SimulatedMachine

  init() throws {
    app = try #require(AppIdentifier("com.example.chat"))
    var chat = AppDefinition(
      alias: "chat",
      manifest: AppManifest(
        identifier: app,
        backgroundModes: [.remoteNotification, .externalAccessory, .audio]
      )
    )
    chat.callbacks[.plain(.didBecomeActive)] = [
      Step(.playAudio),
      Step(
        .scheduleNotification(
          NotificationSchedule(identifier: "tea", moment: .after(.hours(1)), repeats: false)
        )
      ),
    ]
    machine = SimulatedMachine(
      device: DeviceDefinition(),
      profile: .ios26,
      apps: [chat],
      wallNanoseconds: 0
    )
    machine.start()
    machine.daemon.user(.open(app: app))
    machine.settle()
    machine.run(until: .at(.seconds(1)))
    machine.daemon.user(.home(app: nil))
    machine.settle()
    machine.run(until: .at(.seconds(2)))
  }

  private func decision(
    _ action: Decision.Action,
    _ verdict: Decision.Verdict = .done,
    _ conditions: [Condition] = [Condition(.wake)]
  ) -> Decision {
    let launch = machine.daemon.device?.apps[app]?.process.launch
    return Decision(
      at: machine.clock.now(),
      app: app,
      launch: launch,
      action: action,
      verdict: verdict,
      because: conditions
    )
  }

  private var silent: Push {
    Push(app: app, payload: "{\"n\":1}", isVisible: false, hasContent: true)
  }

  @Test("sees a push that nobody handed over, held or turned down")
  func lostPush() {
    let watch = PushWatch()
    watch.pushed(silent)
    #expect(
      watch.broken(machine) == [
        #"push {"n":1} to com.example.chat is lost without a reason"#
      ]
    )
    watch.pushed(silent)
    let reason = Condition(.network, holds: false)
    watch.decided(decision(.wake(.silentPush), .denied, [reason]))
    #expect(watch.broken(machine) == [])
    watch.pushed(silent)
    watch.delivered(.didReceiveRemoteNotification(payload: silent.payload), to: app)
    #expect(watch.broken(machine) == [])
  }

  @Test("sees the fourth silent push of an hour, and two too close to each other")
  func pushRate() {
    let watch = PushWatch()
    var broken: [String] = []
    for minute in [0, 15, 30, 34] {
      machine.run(until: .at(.minutes(1 + minute)))
      watch.decided(decision(.wake(.silentPush)))
      broken = watch.broken(machine)
      if minute < 34 { #expect(broken == []) }
    }
    #expect(
      broken == [
        "com.example.chat: 4 silent pushes in an hour",
        "com.example.chat: silent pushes 240.0 seconds apart",
      ]
    )
  }

  @Test("sees a notification that is gone, is shown against the user's wish, or too early")
  func notices() {
    let watch = NotificationWatch()
    #expect(watch.broken(machine) == [])
    watch.decided(decision(.show(notification: "tea")))
    #expect(watch.broken(machine) == ["com.example.chat: 'tea' is shown 3598.0 seconds early"])
    machine.daemon.user(.forceQuit(app: app))
    let settings = AppSettings(allowsNotifications: false)
    machine.daemon.user(.change(setting: .appSettings(app: app, settings: settings)))
    machine.settle()
    watch.decided(decision(.show(notification: "coffee")))
    #expect(
      watch.broken(machine) == ["com.example.chat: 'coffee' is shown and the user allows none"]
    )
    machine.run(until: .at(.hours(2)))
    #expect(
      watch.broken(machine) == ["com.example.chat: notification 'tea' is lost without a reason"]
    )
  }

  @Test("sees a dead app that is started for what wakes the living alone")
  func wake() {
    let watch = WakeWatch()
    let cause = Condition(.wake, subject: WakeReason.accessory.rawValue)
    watch.decided(decision(.launch(.background(.accessory)), .done, [cause]))
    #expect(
      watch.broken(machine) == ["com.example.chat runs for accessory although it was dead"]
    )
  }

  @Test("sees a no without a reason")
  func ledger() {
    let watch = LedgerWatch()
    watch.decided(decision(.wake(.silentPush), .denied))
    #expect(
      watch.broken(machine) == [
        "com.example.chat: wake(TorporAppModel.WakeReason.silentPush) is denied and no condition says why"
      ]
    )
  }

  @Test("sees an app that is heard and frozen")
  func sound() throws {
    let process = try #require(machine.processes.process(of: app))
    #expect(process.resources.isPlaying)
    #expect(SoundingAppRuns().broken(machine) == [])
    machine.processes.freeze(process.launch)
    #expect(SoundingAppRuns().broken(machine) == ["'chat' is heard and frozen"])
  }
}
