import Testing
import TorporModel

@testable import TorporCore

@Suite("A request to the task scheduler")
struct SubmittingTests {
  private func device(
    modes: [BackgroundMode] = [.fetch, .processing],
    tasks: [String] = ["m.refresh", "m.index", "m.tidy"]
  ) -> TestDevice {
    var device = TestDevice()
    device.requests["didFinishLaunching"] = tasks.map { .registerTask(identifier: $0, key: nil) }
    device.install("mail", modes: modes, tasks: tasks)
    device.open("mail")
    return device
  }

  private func refresh(_ identifier: String = "m.refresh") -> AppRequest {
    .submitTask(TaskRequest(identifier: identifier, kind: .appRefresh, earliestBegin: .hours(1)))
  }

  private func processing(_ identifier: String) -> AppRequest {
    .submitTask(TaskRequest(identifier: identifier, kind: .processing(.init())))
  }

  private func error(_ reply: Reply?) -> TaskSchedulerError? {
    guard case .refused(.scheduler(let error, let conditions)) = reply else { return nil }
    #expect(conditions.contains { !$0.holds })
    return error
  }

  @Test("waits when the mode, the identifier and the handler are there")
  func accepted() {
    var device = device()
    #expect(device.ask("mail", refresh()) == .done)
    #expect(device.pending("mail") == ["m.refresh"])
    guard case .pendingTasks(let tasks) = device.ask("mail", .pendingTaskRequests) else {
      Issue.record("no list")
      return
    }
    #expect(tasks.map(\.request.identifier) == ["m.refresh"])
    #expect(tasks.first?.earliestBegin == .at(.hours(1)))
  }

  @Test("without the mode or the identifier fails with notPermitted")
  func notPermitted() {
    var noMode = device(modes: [])
    #expect(error(noMode.ask("mail", refresh())) == .notPermitted)
    #expect(error(noMode.ask("mail", processing("m.index"))) == .notPermitted)
    var device = device()
    #expect(error(device.ask("mail", refresh("m.other"))) == .notPermitted)
    #expect(device.pending("mail").isEmpty)
  }

  @Test("for health research needs the entitlement")
  func healthResearch() {
    var device = device()
    let study = AppRequest.submitTask(
      TaskRequest(
        identifier: "m.index",
        kind: .healthResearch(.init(), protection: .complete)
      )
    )
    #expect(error(device.ask("mail", study)) == .notPermitted)
    var entitled = TestDevice()
    entitled.requests["didFinishLaunching"] = [.registerTask(identifier: "m.index", key: nil)]
    entitled.install(
      "mail",
      modes: [.processing],
      tasks: ["m.index"],
      entitlements: ["com.apple.developer.backgroundtasks.healthresearch"]
    )
    entitled.open("mail")
    #expect(entitled.ask("mail", study) == .done)
  }

  @Test("fails with unavailable while Background App Refresh is off, and is not kept")
  func unavailable() {
    var device = device()
    device.user(.change(setting: .backgroundRefresh(.off)))
    #expect(error(device.ask("mail", refresh())) == .unavailable)
    device.user(.change(setting: .backgroundRefresh(.on)))
    var settings = AppSettings()
    settings.backgroundRefresh = .off
    device.user(.change(setting: .appSettings(app: device.app("mail"), settings: settings)))
    #expect(error(device.ask("mail", refresh())) == .unavailable)
    #expect(device.pending("mail").isEmpty)
  }

  @Test("is the second refresh or the eleventh processing that fails")
  func limits() {
    let names = (1...11).map { "m.p\($0)" } + ["m.r1", "m.r2"]
    var device = device(tasks: names)
    #expect(device.ask("mail", refresh("m.r1")) == .done)
    #expect(error(device.ask("mail", refresh("m.r2"))) == .tooManyPendingTaskRequests)
    for name in names.prefix(10) { #expect(device.ask("mail", processing(name)) == .done) }
    #expect(error(device.ask("mail", processing("m.p11"))) == .tooManyPendingTaskRequests)
    // The same identifier again takes its own place.
    #expect(device.ask("mail", processing("m.p3")) == .done)
    #expect(device.pending("mail").count == 11)
  }

  @Test("whose identifier has no handler ends the app, one that is not listed does not")
  func misuse() {
    var device = TestDevice()
    device.install("mail", modes: [.fetch], tasks: ["m.refresh"])
    device.open("mail")
    #expect(
      device.ask("mail", refresh()) == .refused(.misuse(.noHandler(identifier: "m.refresh")))
    )
    #expect(device.ask("mail", .registerTask(identifier: "m.x", key: nil)) == .registered(false))
  }

  @Test("may be registered for at launch only, once, and a repeated call is the same call")
  func registration() {
    var device = TestDevice()
    device.install("mail", modes: [.fetch], tasks: ["m.refresh", "m.late"])
    device.slowCallbacks = ["didFinishLaunching"]
    device.open("mail")
    let register = AppRequest.registerTask(identifier: "m.refresh", key: "one")
    #expect(device.ask("mail", register) == .registered(true))
    #expect(device.ask("mail", register) == .registered(true))
    #expect(
      device.ask("mail", .registerTask(identifier: "m.refresh", key: "two"))
        == .refused(.misuse(.registeredTwice(identifier: "m.refresh")))
    )
    let launching = device.token(of: "didFinishLaunching", "mail")!
    device.ask("mail", .returned(callback: launching))
    #expect(device.ask("mail", register) == .registered(true))
    #expect(
      device.ask("mail", .registerTask(identifier: "m.late", key: nil))
        == .refused(.misuse(.registeredTooLate(identifier: "m.late")))
    )
  }

  @Test("survives a reboot and an update, but not a manifest that no longer lists it")
  func survives() {
    var device = device()
    device.ask("mail", refresh())
    device.tell(.booted)
    #expect(device.pending("mail") == ["m.refresh"])
    device.user(.update(app: device.app("mail")))
    #expect(device.pending("mail") == ["m.refresh"])
    let fewer = AppManifest(identifier: device.app("mail"), backgroundModes: [.fetch])
    device.user(.install(manifest: fewer, settings: AppSettings(), replaces: true))
    #expect(device.pending("mail").isEmpty)
    #expect(device.broken.isEmpty)
  }
}

@Suite("A request for continued processing")
struct ContinuedSubmittingTests {
  private func device() -> TestDevice {
    var device = TestDevice()
    device.install("video", tasks: ["com.example.video.export.*"])
    device.open("video")
    return device
  }

  private func export(
    _ name: String,
    _ strategy: TaskRequest.ContinuedProcessing.Strategy = .queue
  ) -> AppRequest {
    .submitTask(
      TaskRequest(
        identifier: "com.example.video.export.\(name)",
        kind: .continued(.init(title: "Export", strategy: strategy))
      )
    )
  }

  private func register(_ name: String) -> AppRequest {
    .registerTask(identifier: "com.example.video.export.\(name)", key: nil)
  }

  @Test("starts at once, on screen, under a pattern that holds the app's identifier")
  func starts() {
    var device = device()
    #expect(device.ask("video", register("a")) == .registered(true))
    #expect(device.ask("video", export("a")) == .done)
    #expect(device.callbacks("video").last == "task:com.example.video.export.a")
    let pattern = "com.example.video.export.*"
    #expect(device.ask("video", .registerTask(identifier: pattern, key: nil)) == .registered(false))
  }

  @Test(
    "may be registered late under an identifier that is listed in full, for that kind alone (BG1)"
  )
  func late() {
    var device = TestDevice(.ios26)
    device.install("video", modes: [.fetch], tasks: ["v.export", "v.other"])
    device.open("video")
    let late = AppRequest.registerTask(identifier: "v.export", key: nil, type: .continued)
    #expect(device.ask("video", late) == .registered(true))
    let export = TaskRequest(identifier: "v.export", kind: .continued(.init(title: "Export")))
    #expect(device.ask("video", .submitTask(export)) == .done)
    #expect(device.callbacks("video").last == "task:v.export")
    let refresh = TaskRequest(identifier: "v.export", kind: .appRefresh)
    #expect(
      device.ask("video", .submitTask(refresh))
        == .refused(.misuse(.noHandler(identifier: "v.export")))
    )
    #expect(
      device.ask("video", .registerTask(identifier: "v.other", key: nil))
        == .refused(.misuse(.registeredTooLate(identifier: "v.other")))
    )
  }

  @Test("waits for one of three slots, or fails, as its strategy says")
  func slots() {
    var device = device()
    for name in ["a", "b", "c", "d", "e"] { device.ask("video", register(name)) }
    for name in ["a", "b", "c", "d"] { #expect(device.ask("video", export(name)) == .done) }
    #expect(device.pending("video") == ["com.example.video.export.d"])
    #expect(device.blockers(of: "com.example.video.export.d", "video") == [.slotTaken])
    guard case .refused(.scheduler(let error, _)) = device.ask("video", export("e", .fail)) else {
      Issue.record("a fourth task was accepted")
      return
    }
    #expect(error == .immediateRunIneligible)
    let first = device.token(of: "task:com.example.video.export.a", "video")!
    device.ask("video", .complete(callback: first, result: .success))
    #expect(device.callbacks("video").last == "task:com.example.video.export.d")
    #expect(device.broken.isEmpty)
  }

  @Test("is dropped from the queue when the user removes the app from the switcher")
  func dropped() {
    var device = device()
    for name in ["a", "b", "c", "d"] {
      device.ask("video", register(name))
      device.ask("video", export(name))
    }
    device.user(.forceQuit(app: device.app("video")))
    #expect(device.pending("video").isEmpty)
  }

  @Test("off screen cannot begin")
  func offScreen() {
    var device = device()
    device.ask("video", register("a"))
    _ = device.beginTask("video")
    device.home()
    guard
      case .refused(.scheduler(.immediateRunIneligible, let why)) = device.ask(
        "video",
        export("a")
      )
    else {
      Issue.record("it began")
      return
    }
    #expect(why.map(\.reason) == [.onScreen])
  }
}
