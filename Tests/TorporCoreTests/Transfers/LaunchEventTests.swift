import Testing
import TorporModel

@testable import TorporCore

/// What an app hears of its transfers, and when it is run for them (US2 to US5, US16, US19).
@Suite("Events of background sessions")
struct LaunchEventTests {
  @Test("An app that runs is told at once, without a launch event")
  func runningApp() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    #expect(device.state(of: transfer) == .running)
    device.finish(transfer)
    #expect(device.news() == ["didFinishDownloading", "didCompleteWithError"])
    #expect(device.device.transfers.count == 0)
    #expect(device.broken.isEmpty)
  }

  @Test(
    "A suspended app is woken when the last transfer of the session is done, and told everything"
  )
  func suspendedApp() {
    var device = TestDevice.withPodcast()
    let transfers = device.start([.init(direction: .download), .init(direction: .download)])
    device.home()
    device.pass(.seconds(30))
    #expect(device.state("podcast") == .suspended)
    device.finish(transfers[0])
    #expect(device.news().isEmpty)
    device.finish(transfers[1])
    #expect(
      device.news() == [
        "handleEventsForBackgroundURLSession", "didFinishDownloading", "didCompleteWithError",
        "didFinishDownloading", "didCompleteWithError", "didFinishEvents",
      ]
    )
    #expect(device.state("podcast") == .background)
    device.completeEvents()
    #expect(device.state("podcast") == .suspended)
    #expect(device.broken.isEmpty)
  }

  @Test("A dead app is launched, makes its session again, and hears what happened meanwhile")
  func deadApp() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.home()
    device.report("podcast", .exited(status: .signalled(signal: 9)))
    device.finish(transfer)
    #expect(device.news() == ["handleEventsForBackgroundURLSession"])
    device.openSession()
    #expect(
      device.news() == [
        "handleEventsForBackgroundURLSession", "didFinishDownloading", "didCompleteWithError",
        "didFinishEvents",
      ]
    )
    #expect(device.broken.isEmpty)
  }

  @Test("An app that dies of its news is woken for it again, three times and no more")
  func dyingApp() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.home()
    device.report("podcast", .exited(status: .signalled(signal: 9)))
    device.finish(transfer)
    for _ in 0..<10 {
      device.report("podcast", .exited(status: .signalled(signal: 11)))
      device.pass(.hours(1))
    }
    #expect(device.news().count == 3)
    device.open("podcast")
    device.openSession()
    #expect(device.news().suffix(2) == ["didFinishDownloading", "didCompleteWithError"])
    #expect(device.broken.isEmpty)
  }

  @Test("An app that slept through one launch event without its session is woken for the next")
  func sleptThrough() {
    var device = TestDevice.withPodcast()
    let transfers = device.start([.init(direction: .download), .init(direction: .download)])
    device.home()
    device.report("podcast", .exited(status: .signalled(signal: 9)))
    device.report(transfers[0], .challenged)
    #expect(device.news() == ["handleEventsForBackgroundURLSession"])
    device.completeEvents()
    #expect(device.state("podcast") == .suspended)
    // Not for the same question again.
    device.pass(.hours(1))
    #expect(device.news().count == 1)
    device.finish(transfers[1])
    #expect(device.news().count == 2)
    device.openSession()
    #expect(device.news().last == "didFinishEvents")
    #expect(device.broken.isEmpty)
  }

  @Test("What an app did not return from is told again to its next process")
  func toldAgain() {
    var device = TestDevice.withPodcast()
    device.slowCallbacks = ["didCompleteWithError"]
    let transfer = device.download()
    device.finish(transfer)
    device.report("podcast", .exited(status: .signalled(signal: 11)))
    device.slowCallbacks = []
    device.open("podcast")
    device.openSession()
    // The file was handed over; only the end of the task is told again.
    #expect(
      device.news() == ["didFinishDownloading", "didCompleteWithError", "didCompleteWithError"]
    )
    #expect(device.broken.isEmpty)
  }

  @Test("Without launch events the app sleeps on, and is told when the user comes back")
  func noLaunchEvents() {
    var device = TestDevice.withPodcast()
    device.openSession(
      "podcast",
      SessionConfiguration(identifier: "quiet", sendsLaunchEvents: false)
    )
    let request = TransferRequest(direction: .download)
    device.ask("podcast", .session(.start(session: "quiet", [request], key: nil)))
    device.home()
    device.pass(.seconds(30))
    device.finish(TransferIdentifier(rawValue: 1))
    device.pass(.hours(1))
    #expect(device.news().isEmpty)
    device.open("podcast")
    #expect(device.news() == ["didFinishDownloading", "didCompleteWithError"])
  }

  @Test("A force-quit takes all back, runs nobody, and is told when the user opens the app")
  func forceQuit() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.user(.forceQuit(app: device.app("podcast")))
    #expect(device.state(of: transfer) == .cancelled)
    #expect(device.outcome(of: transfer)?.cancellation == .userForceQuit)
    #expect(
      device.transferOrders == [
        .stop(transfer, owner: .app(device.app("podcast")), discards: true)
      ]
    )
    device.pass(.days(1))
    #expect(device.news().isEmpty)
    device.open("podcast")
    device.openSession()
    #expect(device.news() == ["didCompleteWithError"])
    #expect(device.broken.isEmpty)
  }

  @Test("On iOS 7 a force-quit leaves neither the session nor its tasks")
  func forceQuitOniOS7() {
    var device = TestDevice.withPodcast(.ios7)
    _ = device.download()
    device.user(.forceQuit(app: device.app("podcast")))
    #expect(device.device.transfers.isEmpty)
    device.open("podcast")
    device.openSession()
    #expect(device.news().isEmpty)
  }

  @Test("With background refresh switched off a transfer ends when its app leaves the screen")
  func refreshSwitch() {
    var device = TestDevice.withPodcast()
    device.user(.change(setting: .backgroundRefresh(.off)))
    let transfer = device.download()
    #expect(device.state(of: transfer) == .running)
    device.home()
    device.pass(.seconds(10))
    #expect(device.outcomesTold() == [.backgroundUpdatesDisabled])
    device.pass(.hours(1))
    #expect(device.news() == ["didCompleteWithError"])
  }

  @Test("A challenge wakes the app, and its answer lets the transfer go on")
  func challenge() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.home()
    device.report("podcast", .exited(status: .signalled(signal: 9)))
    device.report(transfer, .challenged)
    #expect(device.state(of: transfer) == .waiting)
    #expect(device.blockers(of: transfer) == [.awaitsAnswer])
    device.openSession()
    #expect(
      device.news() == [
        "handleEventsForBackgroundURLSession", "didReceiveChallenge", "didFinishEvents",
      ]
    )
    #expect(
      device.ask("podcast", .session(.answerChallenge(transfer, .useCredential))) == .done
    )
    #expect(device.state(of: transfer) == .running)
    #expect(device.attempts(of: transfer).count == 2)
    #expect(
      device.ask("podcast", .session(.answerChallenge(transfer, .useCredential)))
        == .refused(.transfer(.nothingAsked(transfer)))
    )
    #expect(device.broken.isEmpty)
  }

  @Test("An app that takes too long over its events is ended with 0x2182bad3")
  func overrun() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.home()
    device.pass(.seconds(30))
    device.finish(transfer)
    device.pass(.seconds(32))
    #expect(device.lastExit("podcast") == .code(.transferEventsOverrun))
  }

  @Test("An invalidated session takes nothing new, and says last that it is invalid")
  func invalidated() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.ask("podcast", .session(.invalidate(session: "eps", cancelsTransfers: false)))
    #expect(
      device.ask(
        "podcast",
        .session(.start(session: "eps", [.init(direction: .download)], key: nil))
      )
        == .refused(.transfer(.sessionIsInvalid("eps")))
    )
    device.finish(transfer)
    #expect(device.news() == ["didFinishDownloading", "didCompleteWithError", "didBecomeInvalid"])
    #expect(device.device.transfers.isEmpty)
    #expect(device.broken.isEmpty)
  }

  @Test("The app is asked before a delayed request, and may give it up")
  func delayedRequest() {
    var device = TestDevice.withPodcast()
    device.openSession(
      "podcast",
      SessionConfiguration(identifier: "later", asksBeforeDelayedRequests: true)
    )
    let request = TransferRequest(direction: .download, earliestBegin: .hours(1))
    device.ask("podcast", .session(.start(session: "later", [request], key: nil)))
    let transfer = TransferIdentifier(rawValue: 1)
    #expect(device.blockers(of: transfer) == [.notBefore])
    device.pass(.hours(2))
    #expect(device.news() == ["willBeginDelayedRequest"])
    #expect(device.attempts(of: transfer).isEmpty)
    device.ask("podcast", .session(.answerDelayedRequest(transfer, .cancel)))
    #expect(device.news() == ["willBeginDelayedRequest", "didCompleteWithError"])
    #expect(device.broken.isEmpty)
  }
}
