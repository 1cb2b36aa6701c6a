import Testing
import TorporModel

@testable import TorporCore

/// What reviews found about transfers.
@Suite("Reviewed transfers")
struct ReviewedTransferTests {
  @Test("An app that is killed between being told and having heard is woken for the same news")
  func killedWhileTold() {
    var device = TestDevice.withPodcast()
    device.slowCallbacks = ["didFinishDownloading", "didCompleteWithError"]
    let transfer = device.download()
    device.home()
    device.pass(.seconds(30))
    device.finish(transfer)
    device.report("podcast", .exited(status: .signalled(signal: 9)))
    device.slowCallbacks = []
    device.pass(.seconds(61))
    device.openSession()
    #expect(device.news().filter { $0 == "handleEventsForBackgroundURLSession" }.count == 2)
    #expect(
      device.news().suffix(3) == [
        "didFinishDownloading", "didCompleteWithError", "didFinishEvents",
      ]
    )
    #expect(device.device.transfers.count == 0)
    #expect(device.broken.isEmpty)
  }

  @Test("A question that was heard and not answered is asked again of the next process")
  func questionAskedAgain() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.report(transfer, .challenged)
    #expect(device.news() == ["didReceiveChallenge"])
    device.report("podcast", .exited(status: .signalled(signal: 11)))
    device.open("podcast")
    device.openSession()
    #expect(device.news() == ["didReceiveChallenge", "didReceiveChallenge"])
    #expect(device.broken.isEmpty)
  }

  @Test("An app that dies of its issue is launched three times for it, not without end")
  func dyingOfAnIssue() {
    var device = TestDevice.withPodcast()
    device.install("magazine", modes: [.newsstandContent])
    let configuration = SessionConfiguration(identifier: "issues")
    device.requests["issueAnnounced"] = [
      .session(.open(configuration)),
      .session(.start(session: "issues", [.init(direction: .download)], key: nil)),
    ]
    device.push("magazine")
    device.slowCallbacks = ["issueDownloaded"]
    device.report("magazine", .exited(status: .signalled(signal: 9)))
    device.finish(TransferIdentifier(rawValue: 1))
    for _ in 0..<10 {
      device.report("magazine", .exited(status: .signalled(signal: 11)))
      device.pass(.hours(1))
    }
    #expect(device.times(of: "issueDownloaded", "magazine").count == 3)
    #expect(device.broken.isEmpty)
  }

  @Test("Background refresh over Wi-Fi alone makes a transfer wait, and ends none")
  func refreshOverWifi() {
    var device = TestDevice.withPodcast()
    device.user(.change(setting: .backgroundRefresh(.wifi)))
    let transfer = device.download()
    device.home()
    device.pass(.seconds(30))
    device.tell(.network(NetworkState(link: .cellular)))
    #expect(device.state(of: transfer) == .waiting)
    #expect(device.blockers(of: transfer) == [.backgroundRefreshOff])
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(device.state(of: transfer) == .running)
  }

  @Test("The last tenth of a discretionary transfer's time begins by itself")
  func relaxedByItself() {
    var device = TestDevice.withPodcast(onPower: false)
    let transfer = device.download(TransferRequest(direction: .download, isDiscretionary: true))
    device.home()
    device.pass(.days(6) + .hours(8))
    let lastTenth = Instant.zero + .days(7) * 9 / 10
    #expect(device.attempts(of: transfer) == [lastTenth])
  }

  @Test("One app's queue leaves another app room, and its own foreground transfers too")
  func shares() {
    var device = TestDevice.withPodcast()
    device.checksInvariants = false
    let many = (0..<500).map {
      TransferRequest(direction: .download, isDiscretionary: true, hostKey: $0 % 10)
    }
    device.start(many)
    #expect(device.device.transfers.running.count == TransferPolicy.runningOfOwnerMax)
    let other = device.userDownload(TransferRequest(direction: .download, hostKey: 1))
    #expect(device.state(of: other) == .running)
  }

  @Test("A hold gets nobody round an interval")
  func heldGate() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.fail(transfer, .httpStatus, status: 503, retryAfter: .hours(1))
    device.ask("podcast", .session(.suspend(transfer)))
    device.ask("podcast", .session(.resume(transfer)))
    #expect(device.blockers(of: transfer) == [.retryInterval])
  }

  @Test("A file too large for the disk holds up none behind it")
  func largeFile() {
    var device = TestDevice.withPodcast()
    device.tell(.storage(freeBytes: 1_000_000_000))
    let transfers = device.start([
      TransferRequest(direction: .download, expectedBytes: 50_000_000_000),
      TransferRequest(direction: .download, expectedBytes: 1000),
    ])
    #expect(device.blockers(of: transfers[0]).contains(.storage))
    #expect(device.state(of: transfers[1]) == .running)
    #expect(device.device.wantsStorage)
    device.tell(.storage(freeBytes: 100_000_000_000))
    #expect(device.state(of: transfers[0]) == .running)
    #expect(device.broken.isEmpty)
  }

  @Test("What finds no room until its time is up is cancelled for want of it, and its app is woken")
  func noRoom() {
    var device = TestDevice.withPodcast()
    device.tell(.storage(freeBytes: 1_000_000_000))
    let request = TransferRequest(direction: .download, expectedBytes: 50_000_000_000)
    let transfer = device.start([request])[0]
    #expect(device.blockers(of: transfer).contains(.storage))
    device.home()
    device.pass(.days(7) + .hours(1))
    device.openSession()
    #expect(device.outcomesTold() == [.insufficientResources])
    #expect(device.news().first == "handleEventsForBackgroundURLSession")
    #expect(device.broken.isEmpty)
  }

  @Test("What a session had done before its app was force-quit launches nobody after a restart")
  func forceQuitBeforeRestart() {
    var device = TestDevice.withPodcast()
    let transfers = device.start([.init(direction: .download), .init(direction: .download)])
    device.home()
    device.pass(.seconds(30))
    device.finish(transfers[0])
    device.user(.forceQuit(app: device.app("podcast")))
    device.tell(.booted)
    device.pass(.days(1))
    #expect(!device.news().contains("handleEventsForBackgroundURLSession"))
    #expect(device.broken.isEmpty)
  }
}
