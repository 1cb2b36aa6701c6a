import Testing
import TorporModel

@testable import TorporCore

@Suite("A question about the task scheduler")
struct SchedulerQuestionTests {
  /// Mail in front of a charging, connected phone; its refresh and its indexing have handlers.
  private func device(
    _ profile: ProfileName = .ios26,
    modes: [BackgroundMode] = [.fetch, .processing],
    tasks: [String] = ["m.refresh", "m.other", "m.index"]
  ) -> TestDevice {
    var device = TestDevice(profile)
    device.power(isExternal: true)
    device.tell(.network(NetworkState(link: .wifi)))
    device.requests["didFinishLaunching"] = ["m.refresh", "m.other", "m.index"].map {
      .registerTask(identifier: $0, key: nil)
    }
    device.install("mail", modes: modes, tasks: tasks)
    device.open("mail")
    return device
  }

  // MARK: Q1

  @Test("why a refresh never ran finds an identifier that the Info.plist does not list")
  func unlisted() {
    var device = device()
    device.submit("mail", "m.Refresh")
    let answer = device.answer(.refreshNeverRan, "mail")
    #expect(answer.cause == .identifierNotPermitted)
    #expect(answer.explanation?.subject == "m.Refresh")
    #expect(answer.shownBy.map(\.verdict) == [.denied])
  }

  @Test("why a refresh never ran finds that the mode is missing")
  func modeless() {
    var device = device(modes: [])
    device.submit("mail", "m.refresh")
    let answer = device.answer(.refreshNeverRan, "mail")
    #expect(answer.cause == .modeMissing)
    #expect(answer.explanation?.subject == "fetch")
    #expect(answer.finding(.identifierNotPermitted) == .ruledOut)
  }

  @Test("why a refresh never ran finds a handler that came too late")
  func late() {
    var device = device()
    device.ask("mail", .registerTask(identifier: "m.refresh", key: "late"))
    let answer = device.answer(.refreshNeverRan, "mail")
    #expect(answer.cause == .registeredTooLate)
  }

  @Test("why a refresh never ran finds that nothing was submitted")
  func nothingPending() {
    let answer = device().answer(.refreshNeverRan, "mail")
    #expect(answer.cause == .nothingPending)
    #expect(answer.forecast == nil)
  }

  @Test("why a refresh never ran does not hold a refusal against a request that was accepted later")
  func acceptedLater() {
    var device = device()
    device.user(.change(setting: .backgroundRefresh(.off)))
    device.submit("mail", "m.refresh", earliest: .hours(9))
    #expect(device.answer(.submitUnavailable, "mail").cause == .refreshOffForDevice)
    device.user(.change(setting: .backgroundRefresh(.on)))
    device.submit("mail", "m.refresh", earliest: .hours(9))
    #expect(device.answer(.submitUnavailable, "mail").explanation == nil)
    #expect(device.answer(.refreshNeverRan, "mail").reason == .notBefore)
  }

  @Test(
    "why a refresh never ran finds what stands in its way, the first in the list first",
    arguments: [
      Reason.forceQuit, .backgroundRefreshOff, .lowPowerMode, .notBefore, .usage, .batteryLow,
      .network,
    ]
  )
  func unmetConditions(reason: Reason) {
    var device = device()
    device.submit("mail", "m.refresh", earliest: reason == .usage ? .days(8) : .hours(9))
    device.user(.lock)
    switch reason {
    case .forceQuit: device.user(.forceQuit(app: device.app("mail")))
    case .backgroundRefreshOff:
      device.changeSettings("mail", AppSettings(backgroundRefresh: .off))
    case .lowPowerMode: device.user(.change(setting: .lowPowerMode(true)))
    case .notBefore: break
    case .usage: device.pass(.days(8))
    case .batteryLow:
      device.power(isExternal: false, percent: 15)
      device.pass(.hours(9))
    default:
      device.tell(.network(NetworkState(link: .none)))
      device.pass(.hours(9))
    }
    let answer = device.answer(.refreshNeverRan, "mail")
    #expect(answer.cause == .obstacle)
    #expect(answer.reason == reason)
    #expect(answer.forecast != nil)
    // Time alone is nothing to be asked about.
    #expect(device.questions("mail").contains(.refreshNeverRan) == (reason != .notBefore))
  }

  @Test("why a refresh never ran says that habits are learned, and when it is planned")
  func learning() {
    var device = device()
    device.submit("mail", "m.refresh")
    device.user(.lock)
    let answer = device.answer(.refreshNeverRan, "mail")
    #expect(answer.cause == .plannedLater)
    #expect(answer.explanation?.until == answer.forecast?.at)
    #expect(answer.finding(.stillLearning) == .found)
    #expect(answer.finding(.hasRun) == .ruledOut)
  }

  // MARK: Q2, Q3

  @Test("why it runs only when simulated names the simulated run, and what differs from it")
  func simulated() {
    var device = device()
    device.submit("mail", "m.refresh", earliest: .hours(9))
    device.user(.lock)
    #expect(device.answer(.onlyWithDebugger, "mail").finding(.simulated) == .ruledOut)
    let token = device.simulate("mail", "m.refresh")
    device.submit("mail", "m.refresh", earliest: .hours(9))
    device.ask("mail", .complete(callback: token, result: .success))
    let answer = device.answer(.onlyWithDebugger, "mail")
    #expect(answer.cause == .simulated)
    #expect(answer.finding(.obstacle, .notBefore) == .found)
    #expect(answer.finding(.obstacle, .forceQuit) == .ruledOut)
    #expect(device.questions("mail").contains(.onlyWithDebugger))
  }

  @Test("why it ran once finds that nothing was submitted after it")
  func ranOnce() {
    var device = device()
    device.submit("mail", "m.refresh", earliest: .hours(9))
    device.user(.lock)
    #expect(device.answer(.ranOnce, "mail").finding(.notSubmittedAgain) == .ruledOut)
    let token = device.simulate("mail", "m.refresh")
    device.ask("mail", .complete(callback: token, result: .success))
    let answer = device.answer(.ranOnce, "mail")
    #expect(answer.cause == .notSubmittedAgain)
    #expect(answer.explanation?.subject == "m.refresh")
    #expect(answer.finding(.notCompleted) == .ruledOut)
    #expect(device.questions("mail").contains(.ranOnce))
  }

  @Test("why it ran once finds a run that was not completed, and one that failed")
  func uncompleted() {
    for fails in [true, false] {
      var device = device()
      device.submit("mail", "m.refresh", earliest: .hours(9))
      device.user(.lock)
      let token = device.simulate("mail", "m.refresh")
      device.submit("mail", "m.refresh")
      if fails { device.ask("mail", .complete(callback: token, result: .failure)) }
      device.pass(.minutes(1))
      let answer = device.answer(.ranOnce, "mail")
      #expect(answer.cause == (fails ? .completedAsFailed : .notCompleted))
      #expect(answer.finding(.obstacle, .rateLimit) == .found)
    }
  }

  // MARK: Q4, Q5, Q6

  @Test("about code 1 finds the switch of the device, that of the app, or an old profile")
  func unavailable() {
    var switched = device()
    switched.changeSettings("mail", AppSettings(backgroundRefresh: .off))
    switched.submit("mail", "m.refresh")
    #expect(switched.answer(.submitUnavailable, "mail").cause == .refreshOffForApp)
    #expect(switched.questions("mail").contains(.submitUnavailable))
    // It may be on again when one asks.
    switched.changeSettings("mail", AppSettings())
    #expect(switched.answer(.submitUnavailable, "mail").reason == .backgroundRefreshOff)
    var old = device(.ios10)
    old.submit("mail", "m.refresh")
    let answer = old.answer(.submitUnavailable, "mail")
    #expect(answer.cause == .schedulerMissing)
    #expect(answer.explanation?.subject == "ios10")
  }

  @Test("about codes 2 and 3 finds what was refused and why")
  func rejected() {
    var full = device()
    full.submit("mail", "m.refresh", earliest: .hours(9))
    full.submit("mail", "m.other")
    #expect(full.answer(.submitRejected, "mail").cause == .tooManyPending)
    var modeless = device(modes: [.fetch])
    modeless.submit("mail", "m.index", .processing(.init()))
    let answer = modeless.answer(.submitRejected, "mail")
    #expect(answer.cause == .modeMissing)
    #expect(answer.explanation?.subject == "processing")
    var unlisted = device(tasks: ["m.refresh"])
    unlisted.submit("mail", "m.other")
    #expect(unlisted.answer(.submitRejected, "mail").cause == .identifierNotPermitted)
    var entitled = device()
    entitled.submit("mail", "m.index", .healthResearch(.init(), protection: .none))
    #expect(entitled.answer(.submitRejected, "mail").cause == .entitlementMissing)
    for device in [full, modeless, unlisted, entitled] {
      #expect(device.questions("mail").contains(.submitRejected))
    }
  }

  @Test("about handlers finds which was missing, late or there twice")
  func handlers() {
    var missing = device()
    missing.requests = [:]
    missing.report("mail", .exited(status: .signalled(signal: 11)))
    missing.open("mail")
    missing.submit("mail", "m.refresh")
    let answer = missing.answer(.handlerNotRegistered, "mail")
    #expect(answer.cause == .handlerMissing)
    #expect(answer.explanation?.subject == "m.refresh")
    var late = device()
    late.ask("mail", .registerTask(identifier: "m.refresh", key: "late"))
    #expect(late.answer(.handlerNotRegistered, "mail").cause == .registeredTooLate)
    var twice = TestDevice()
    twice.requests["didFinishLaunching"] = ["one", "two"].map {
      .registerTask(identifier: "m.refresh", key: $0)
    }
    twice.install("mail", modes: [.fetch], tasks: ["m.refresh"])
    twice.open("mail")
    #expect(twice.answer(.handlerNotRegistered, "mail").cause == .registeredTwice)
    for device in [missing, late, twice] {
      #expect(device.questions("mail").contains(.handlerNotRegistered))
    }
  }

  // MARK: Q7, Q8, Q9, Q12

  @Test("why processing runs at night finds the user, the charger, and the rule where neither is")
  func night() {
    var device = device()
    device.submit("mail", "m.index", .processing(.init(externalPower: true)))
    #expect(device.answer(.processingOnlyAtNight, "mail").reason == .deviceInUse)
    #expect(device.questions("mail") == [.processingOnlyAtNight])
    device.power(isExternal: false)
    device.user(.lock)
    device.pass(.hours(1))
    let answer = device.answer(.processingOnlyAtNight, "mail")
    #expect(answer.reason == .externalPower)
    #expect(answer.finding(.obstacle, .network) == .unseen)
    #expect(answer.finding(.onlyWhileIdle) == .rule)
    device.ask("mail", .cancelTaskRequest(identifier: nil))
    #expect(device.answer(.processingOnlyAtNight, "mail").cause == .onlyWhileIdle)
  }

  @Test("why processing ended early finds that the device was picked up")
  func pickedUp() {
    var device = device()
    device.submit("mail", "m.index", .processing(.init()))
    device.user(.lock)
    while device.times(of: "task:m.index", "mail").isEmpty { device.pass(.minutes(1)) }
    device.user(.unlock)
    let answer = device.answer(.processingOnlyAtNight, "mail")
    #expect(answer.cause == .conditionsLost)
    #expect(answer.reason == .deviceInUse)
    #expect(answer.explanation?.since == device.now)
  }

  @Test("why a task was ended after 30 s says whether it was warned, and what it did then")
  func thirtySeconds() {
    for hasHandler in [true, false] {
      var device = device()
      device.submit("mail", "m.refresh", earliest: .hours(9))
      device.user(.lock)
      let began = device.now
      _ = device.simulate("mail", "m.refresh", hasHandler: hasHandler)
      device.pass(.minutes(1))
      let answer = device.answer(.killedAfterThirtySeconds, "mail")
      #expect(answer.cause == .timeSpent)
      #expect(answer.explanation?.subject == "m.refresh")
      #expect(answer.explanation?.until == began + .seconds(30))
      #expect(answer.finding(.expirationHandlerMissing) == (hasHandler ? .ruledOut : .found))
      #expect(answer.finding(.expirationHandlerTooSlow) == (hasHandler ? .found : .ruledOut))
      #expect(answer.finding(.mainThreadBusy) == .ruledOut)
      #expect(device.questions("mail").contains(.killedAfterThirtySeconds))
    }
  }

  @Test("why there are few runs a day shows those of a day, and what keeps them apart")
  func fewRuns() {
    var device = device()
    device.submit("mail", "m.refresh")
    device.user(.lock)
    #expect(device.answer(.runsTooSeldom, "mail").cause == .stillLearning)
    let token = device.simulate("mail", "m.refresh")
    device.submit("mail", "m.refresh")
    device.ask("mail", .complete(callback: token, result: .success))
    let answer = device.answer(.runsTooSeldom, "mail")
    #expect(answer.finding(.obstacle, .rateLimit) == .found)
    #expect(answer.finding(.earliestIsLowerBound) == .rule)
    #expect(answer.shownBy.count == 1)
    #expect(device.questions("mail").contains(.runsTooSeldom))
  }

  @Test("why it works only on the cable finds the low battery, or the user's exemption")
  func cable() {
    var device = device()
    device.submit("mail", "m.refresh")
    device.user(.lock)
    #expect(device.answer(.onlyOnTheCable, "mail").cause == .chargerLiftsLimits)
    device.power(isExternal: false, percent: 15)
    let answer = device.answer(.onlyOnTheCable, "mail")
    #expect(answer.reason == .batteryLow)
    #expect(answer.finding(.onBattery) == .found)
    #expect(device.questions("mail").contains(.onlyOnTheCable))
    device.power(isExternal: true)
    device.user(.exempt(app: device.app("mail"), lasting: nil))
    #expect(device.answer(.onlyOnTheCable, "mail").cause == .exempt)
  }
}
