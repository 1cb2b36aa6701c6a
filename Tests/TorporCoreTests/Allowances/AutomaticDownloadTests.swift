import Testing
import TorporModel

@testable import TorporCore

@Suite("Automatic downloads")
struct AutomaticDownloadTests {
  /// podcast has a background session, off screen with time left, and conditions are good.
  private func offScreen() -> TestDevice {
    var device = TestDevice.withPodcast()
    _ = device.beginTask("podcast", "work")
    device.home()
    return device
  }

  private func blocked(_ hold: AutomaticDownloadsHold, since: Instant? = nil) -> Condition {
    Condition(.automaticDownloadsOff, holds: false, since: since, subject: hold.rawValue)
  }

  private func blocker(of transfer: TransferIdentifier, _ device: TestDevice) -> Condition? {
    device.device.transferStatus(of: transfer, at: device.now)?.blockers.first {
      $0.reason == .automaticDownloadsOff
    }
  }

  @Test(
    "that are off hold what an app begins to download off screen, until the user opens it",
    arguments: [true, false]
  )
  func off(isOfDevice: Bool) {
    var device = offScreen()
    if isOfDevice {
      device.user(.change(setting: .kept(.automaticDownloads(.off))))
    } else {
      device.changeSettings("podcast", AppSettings(automaticDownloads: .off))
    }
    let transfer = device.download()
    #expect(device.blockers(of: transfer) == [.automaticDownloadsOff])
    device.pass(.hours(20))
    #expect(device.blockers(of: transfer) == [.automaticDownloadsOff])
    device.open("podcast")
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken == [])
  }

  @Test("that were off begin as soon as they are switched on")
  func switchedOn() {
    var device = offScreen()
    device.user(.change(setting: .kept(.automaticDownloads(.off))))
    let transfer = device.download()
    #expect(device.state(of: transfer) != .running)
    device.user(.change(setting: .kept(.automaticDownloads(.on))))
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken == [])
  }

  @Test(
    "know that the user has opened the app since, also where it is off screen again before conditions are good"
  )
  func openedSince() {
    var device = offScreen()
    device.user(.change(setting: .kept(.automaticDownloads(.off))))
    device.tell(.network(NetworkState(link: .none)))
    let transfer = device.download()
    #expect(device.blockers(of: transfer).contains(.automaticDownloadsOff))
    device.pass(.minutes(1))
    device.open("podcast")
    device.home()
    #expect(!device.blockers(of: transfer).contains(.automaticDownloadsOff))
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken == [])
  }

  @Test("do not hold what is begun on screen, nor uploads, nor a user's own transfers")
  func others() {
    var device = TestDevice.withPodcast()
    device.user(.change(setting: .kept(.automaticDownloads(.off))))
    let first = device.download(TransferRequest(direction: .download, isDiscretionary: true))
    _ = device.beginTask("podcast", "work")
    device.home()
    device.pass(.seconds(1))
    let upload = device.download(TransferRequest(direction: .upload))
    let ofUser = device.userDownload()
    for transfer in [first, upload, ofUser] {
      #expect(device.device.transfers[transfer]?.isAutomatic == false)
      #expect(!device.blockers(of: transfer).contains(.automaticDownloadsOff))
    }
    #expect(device.broken == [])
  }

  @Test("over Wi-Fi wait for it, or for a cable", arguments: [NetworkLink.wired, .wifi])
  func wifi(link: NetworkLink) {
    var device = offScreen()
    device.user(.change(setting: .kept(.automaticDownloads(.wifi))))
    device.tell(.network(NetworkState(link: .cellular, isMetered: false)))
    let transfer = device.download()
    #expect(blocker(of: transfer, device) == blocked(.wifiOnDevice, since: device.now))
    device.tell(.network(NetworkState(link: link)))
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken == [])
  }

  @Test("over Wi-Fi wait for it also once the user has opened the app, and while they look at it")
  func wifiOnScreen() {
    var device = offScreen()
    device.changeSettings("podcast", AppSettings(automaticDownloads: .wifi))
    device.tell(.network(NetworkState(link: .cellular, isMetered: false)))
    let transfer = device.download()
    device.pass(.minutes(1))
    device.open("podcast")
    #expect(device.blockers(of: transfer) == [.automaticDownloadsOff])
    device.home()
    #expect(device.blockers(of: transfer).contains(.automaticDownloadsOff))
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken == [])
  }

  @Test("follow the stricter of both switches: off ends with a look at the app, and Wi-Fi does not")
  func stricter() {
    var device = offScreen()
    device.user(.change(setting: .kept(.automaticDownloads(.off))))
    device.changeSettings("podcast", AppSettings(automaticDownloads: .wifi))
    device.tell(.network(NetworkState(link: .cellular, isMetered: false)))
    let transfer = device.download()
    #expect(blocker(of: transfer, device) == blocked(.offOnDevice))
    device.pass(.minutes(1))
    device.open("podcast")
    #expect(blocker(of: transfer, device)?.subject == AutomaticDownloadsHold.wifiForApp.rawValue)
    device.changeSettings("podcast", AppSettings(automaticDownloads: .on))
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken == [])
  }

  @Test("that run are not stopped by the switch")
  func switchedOff() {
    var device = offScreen()
    let transfer = device.download()
    #expect(device.state(of: transfer) == .running)
    device.user(.change(setting: .kept(.automaticDownloads(.off))))
    device.changeSettings("podcast", AppSettings(automaticDownloads: .off))
    device.pass(.minutes(1))
    #expect(device.state(of: transfer) == .running)
    #expect(device.transferOrders == [])
    // Its connection breaks: the next attempt is asked.
    device.fail(transfer, .networkConnectionLost, movedBytes: 1000)
    device.pass(.hours(1))
    #expect(device.state(of: transfer) != .running)
    #expect(blocker(of: transfer, device) == blocked(.offForBoth))
    #expect(device.broken == [])
  }

  @Test(
    "that run stop when Wi-Fi is lost, or the switch asks for it, and continue with it",
    arguments: Change.allCases
  )
  func handedOver(change: Change) {
    var device = offScreen()
    if change == .network {
      device.user(.change(setting: .kept(.automaticDownloads(.wifi))))
    } else {
      device.tell(.network(NetworkState(link: .cellular, isMetered: false)))
    }
    let transfer = device.download()
    let onScreen = device.userDownload()
    #expect(device.state(of: transfer) == .running)
    device.report(transfer, .moved, movedBytes: 1000)
    switch change {
    case .network: device.tell(.network(NetworkState(link: .cellular, isMetered: false)))
    case .device: device.user(.change(setting: .kept(.automaticDownloads(.wifi))))
    case .app: device.changeSettings("podcast", AppSettings(automaticDownloads: .wifi))
    }
    #expect(device.state(of: transfer) != .running)
    #expect(
      device.transferOrders.contains { order in
        if case .stop(transfer, owner: _, discards: false) = order { true } else { false }
      }
    )
    #expect(blocker(of: transfer, device)?.reason == .automaticDownloadsOff)
    #expect(device.state(of: onScreen) == .running)
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(device.state(of: transfer) == .running)
    #expect(device.attempts(of: transfer).count == 2)
    #expect(device.broken == [])
  }

  enum Change: CaseIterable { case network, device, app }

  @Test(
    "are an answer about what does not download, with the file of an administrator who fixed it"
  )
  func question() {
    var device = offScreen()
    device.user(.change(setting: .kept(.automaticDownloads(.off))))
    device.download()
    #expect(
      device.answer(.downloadsStop, "podcast").nextStep
        == "Open the app, or allow automatic downloads: `torpor settings automaticDownloads=on`."
    )
    device.tell(
      .restrictions(
        Restrictions(file: "/etc/torpor/x", device: [.kept(.automaticDownloads(.off))])
      )
    )
    let answer = device.answer(.downloadsStop, "podcast")
    #expect(answer.explanation?.fixedBy == "/etc/torpor/x")
    #expect(
      answer.nextStep
        == "Open the app. The administrator of this machine has fixed the setting in /etc/torpor/x."
    )
    // That of the app is fixed, and is not what is off.
    device.tell(
      .restrictions(
        Restrictions(file: "/etc/torpor/x", device: [], allApps: [.automaticDownloads(.on)])
      )
    )
    #expect(device.answer(.downloadsStop, "podcast").explanation?.fixedBy == nil)
  }

  @Test("that begin because Wi-Fi is there say so")
  func holds() {
    let condition = Condition(
      .automaticDownloadsOff,
      subject: AutomaticDownloadsHold.wifiOnDevice.rawValue
    )
    #expect(
      condition.phrase(for: .run(.transfer(.init(rawValue: 1))))
        == "there is Wi-Fi or a cable, over which the user allows automatic downloads"
    )
  }
}
