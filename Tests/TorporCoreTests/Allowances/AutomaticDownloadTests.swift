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

  private func blocked(_ subject: String? = nil) -> Condition {
    Condition(.automaticDownloadsOff, holds: false, subject: subject)
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
    for transfer in [first, upload] {
      #expect(device.device.transfers[transfer]?.isAutomatic == false)
      #expect(!device.blockers(of: transfer).contains(.automaticDownloadsOff))
    }
    #expect(device.broken == [])
  }

  @Test("over Wi-Fi wait for it, or for a cable")
  func wifi() {
    var device = offScreen()
    device.user(.change(setting: .kept(.automaticDownloads(.wifi))))
    device.tell(.network(NetworkState(link: .cellular)))
    let transfer = device.download()
    #expect(device.blockers(of: transfer).contains(.automaticDownloadsOff))
    device.tell(.network(NetworkState(link: .wired)))
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken == [])
  }

  @Test("are an answer in words, with what to do")
  func sentences() {
    let phrase = { (condition: Condition) in
      condition.phrase(for: .run(.transfer(.init(rawValue: 1))))
    }
    #expect(
      phrase(blocked())
        == "automatic downloads are off, and its app has not been opened since it was begun"
    )
    #expect(
      phrase(blocked("wifi")) == "the user lets it download by itself only over Wi-Fi or a cable"
    )
  }
}
