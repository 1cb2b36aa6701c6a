import Testing
import TorporModel

@testable import TorporCore

@Suite("The notice of a continued task")
struct ProgressNoticeTests {
  private let notice = "io.torpor.task.v.export"

  /// Video, in the background, with an export that was begun on screen.
  private func device(hasHandler: Bool = true) -> TestDevice {
    var device = TestDevice()
    device.requests["didFinishLaunching"] = [.registerTask(identifier: "v.export", key: nil)]
    device.install("video", tasks: ["v.export"])
    device.open("video")
    let shown = TaskRequest.ContinuedProcessing(title: "Export", subtitle: "Film 1")
    device.ask("video", .submitTask(TaskRequest(identifier: "v.export", kind: .continued(shown))))
    if hasHandler {
      let token = device.token(of: "task:v.export", "video")!
      device.ask("video", .setExpirationHandler(callback: token, isSet: true))
    }
    device.home()
    return device
  }

  private func report(_ device: inout TestDevice, _ permille: Int, _ subtitle: String? = nil) {
    let token = device.token(of: "task:v.export", "video")!
    let progress = AppRequest.reportProgress(
      callback: token,
      permille: permille,
      title: nil,
      subtitle: subtitle
    )
    #expect(device.ask("video", progress) == .done)
  }

  private func complete(_ device: inout TestDevice, _ result: CompletionResult) {
    let token = device.token(of: "task:v.export", "video")!
    device.ask("video", .complete(callback: token, result: result))
  }

  @Test(
    "stands on the screen as soon as the task runs, with its words and a button that cancels it"
  )
  func begins() {
    let device = device()
    #expect(device.shown.count == 1)
    let shown = device.shown.first
    #expect(shown?.key.identifier == notice)
    #expect(shown?.content.title == "Export")
    #expect(shown?.content.body == "Film 1")
    #expect(shown?.percent == 0)
    #expect(shown?.actions.map(\.title) == ["Cancel"])
  }

  @Test("is drawn anew once a second at most, and the last of what was reported is shown")
  func rate() {
    var device = device()
    device.pass(.seconds(5))
    let begun = device.now
    for step in 1...40 {
      report(&device, step * 5)
      device.pass(.milliseconds(100))
    }
    device.pass(.seconds(5))
    let times = device.shown(notice).dropFirst().map { $0 - (begun - .zero) }
    // 40 reports in 4 s, each of half a percent.
    #expect(times == [0, 1, 2, 3, 4].map { .seconds($0) } || times.count == 5)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(1) })
    #expect(device.shown.last?.percent == 20)
    #expect(device.broken.isEmpty)
  }

  @Test("is not drawn anew for less than a percent, but for other words")
  func news() {
    var device = device()
    device.pass(.seconds(5))
    report(&device, 4)
    device.pass(.seconds(5))
    report(&device, 9)
    device.pass(.seconds(5))
    #expect(device.shown.count == 1)
    report(&device, 9, "Film 2")
    #expect(device.shown.map(\.content.body) == ["Film 1", "Film 2"])
  }

  @Test("is taken off the screen when the task has come to a good end")
  func finished() {
    var device = device()
    complete(&device, .success)
    #expect(device.withdrawn == [notice])
    #expect(device.shown.count == 1)
  }

  @Test("says that the task was lost, when it failed or its app died")
  func lost() {
    var failed = device()
    complete(&failed, .failure)
    var crashed = device()
    crashed.report("video", .exited(status: .signalled(signal: 11)))
    for device in [failed, crashed] {
      #expect(device.shown.last?.content.body == "It did not finish.")
      #expect(device.shown.last?.percent == nil)
      #expect(device.shown.last?.actions.isEmpty == true)
    }
  }

  @Test("goes without a word when the user removes the app from the switcher")
  func forceQuit() {
    var device = device()
    device.user(.forceQuit(app: device.app("video")))
    device.report("video", .exited(status: .signalled(signal: 9)))
    #expect(device.withdrawn == [notice])
    #expect(device.shown.count == 1)
  }

  @Test("has a button that tells the app to end the task, and the ledger says that it was the user")
  func cancelled() {
    var device = device()
    #expect(device.answer(notice, ProgressNotice.cancelAction, of: "video") == .done)
    #expect(device.callbacks("video").last == "expiration:v.export")
    #expect(device.withdrawn == [notice])
    let told = device.decisions("video") { $0 == .expire(.task(identifier: "v.export")) }
    #expect(told.map { $0.conditions.map(\.reason) } == [[.userAction]])
    report(&device, 900)
    complete(&device, .failure)
    device.pass(.seconds(20))
    #expect(device.shown.count == 1)
    #expect(device.state("video") == .suspended)
    #expect(device.broken.isEmpty)
  }

  @Test("cancels a task without an expiration handler at once")
  func cancelledWithoutHandler() {
    var device = device(hasHandler: false)
    device.answer(notice, ProgressNotice.cancelAction, of: "video")
    let ends = device.decisions("video") { if case .finish = $0 { true } else { false } }
    #expect(ends.map { $0.conditions.map(\.reason) } == [[.userAction]])
  }

  @Test("ends the app of a cancelled task that does not heed it within six seconds")
  func unheeded() {
    var device = device()
    let at = device.now
    device.answer(notice, ProgressNotice.cancelAction, of: "video")
    device.pass(.seconds(20))
    #expect(device.lastExitAt("video") == at + .seconds(6))
  }

  @Test("that the user closes does not come back, and the task continues")
  func closed() {
    var device = device()
    device.answer(notice, NotificationResponse.dismissAction, of: "video")
    device.pass(.seconds(5))
    report(&device, 500)
    device.pass(.seconds(5))
    #expect(device.shown.count == 1)
    #expect(device.times(of: "expiration:v.export", "video").isEmpty)
  }

  @Test("opens its app with a tap")
  func tapped() {
    var device = device()
    device.answer(notice, of: "video")
    #expect(device.state("video") == .active)
  }

  @Test("refuses an action that it does not have, with the one that it has")
  func unknownAction() {
    var device = device()
    let reply = device.answer(notice, "snooze", of: "video")
    let refusal = NotificationRefusal.unknownAction(
      "snooze",
      notification: notice,
      known: ["cancel"]
    )
    #expect(reply == .refused(.service(.notification(refusal))))
  }

  @Test("has a name that no notification of an app may have")
  func reserved() {
    var device = device()
    device.add(notice, nil, of: "video")
    #expect(device.objections(to: notice, "video") == [.notPermitted])
    #expect(device.shown.count == 1)
  }

  @Test("is what the lists of work say, too")
  func listed() {
    var device = device()
    report(&device, 437, "Film 2")
    let status = device.device.activity(named: "v.export", of: device.app("video"), at: device.now)
    #expect(
      status?.display == ActivityStatus.Display(title: "Export", subtitle: "Film 2", permille: 437)
    )
  }
}

@Suite("A task that the user cancels by its name")
struct CancelledTaskTests {
  @Test("may run, or wait for its turn where it is continued work")
  func waiting() {
    var device = TestDevice()
    let names = ["one", "two", "three", "four"]
    for name in names {
      device.requests["didFinishLaunching"] = [.registerTask(identifier: name, key: nil)]
      device.install(name, tasks: [name])
      device.open(name)
      device.ask(
        name,
        .submitTask(TaskRequest(identifier: name, kind: .continued(.init(title: name))))
      )
    }
    #expect(device.pending("four") == ["four"])
    #expect(device.user(.cancelTask(app: nil, task: "four")) == .done)
    #expect(device.pending("four").isEmpty)
    let cancelled = device.decisions("four") { $0 == .cancel(.task(identifier: "four")) }
    #expect(cancelled.map { $0.conditions.map(\.reason) } == [[.userAction]])
    #expect(device.user(.cancelTask(app: device.app("one"), task: "one")) == .done)
    let absent = device.user(.cancelTask(app: device.app("one"), task: "two"))
    #expect(absent == .refused(.noSuchTask(identifier: "two")))
    #expect(device.broken.isEmpty)
  }
}
