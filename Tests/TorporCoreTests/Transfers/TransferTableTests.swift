import Testing
import TorporModel
import TorporWire

@testable import TorporCore

/// How transfers are kept.
@Suite("Table of transfers")
struct TransferTableTests {
  @Test("A device with transfers in every state is the same after it was written and read")
  func coding() throws {
    var device = TestDevice.withPodcast()
    let transfers = device.start((0..<200).map { .init(direction: .download, hostKey: $0 % 3) })
    device.finish(transfers[0])
    device.fail(transfers[1], .cannotConnectToHost)
    device.ask("podcast", .session(.suspend(transfers[150])))
    device.report(transfers[2], .challenged)
    // A queue that has run empty keeps its place.
    let alone = device.download(TransferRequest(direction: .download, hostKey: 7))
    device.download()
    device.finish(alone)
    device.tell(.network(NetworkState(link: .wired)))
    _ = device.userDownload(TransferRequest(direction: .upload, earliestBegin: .hours(3)))
    let bytes = try SavedCodec.encode(device.device)
    var copy = try SavedCodec.decode(Device.self, from: bytes)
    #expect(copy == device.device)
    #expect(copy.nextWakeup == device.device.nextWakeup)
    // And it goes on alike.
    let report = TransferReport(
      transfer: transfers[3],
      attempt: 1,
      event: .finished(status: 200)
    )
    var original = device.device
    let later = device.now + .seconds(1)
    #expect(
      copy.handle(.transfers([report]), at: later)
        == original.handle(.transfers([report]), at: later)
    )
  }

  @Test("Pages go with the last transfer in them")
  func pages() {
    var device = TestDevice.withPodcast()
    device.checksInvariants = false
    let transfers = device.start((0..<1000).map { _ in .init(direction: .download) })
    for transfer in transfers { device.finish(transfer) }
    #expect(device.device.transfers.count == 0)
    #expect(device.device.brokenInvariants().isEmpty)
    #expect(device.news().count == 2000)
  }

  @Test("Of a user's transfers that are over the newest thousand are kept, and all for ten minutes")
  func history() {
    var device = TestDevice.withPodcast()
    device.checksInvariants = false
    for _ in 0..<1009 { device.finish(device.userDownload()) }
    #expect(device.device.transfers.count == 1009)
    device.pass(.minutes(11))
    device.finish(device.userDownload())
    #expect(device.device.transfers.count == FinishedTransfers.ofUserMax)
    #expect(device.device.transfers[TransferIdentifier(rawValue: 10)] == nil)
    #expect(device.device.transfers[TransferIdentifier(rawValue: 11)] != nil)
    #expect(device.device.brokenInvariants().isEmpty)
  }

  @Test("A transfer that failed is tried again when its owner says so, and forgotten when told to")
  func retryAndRemove() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    #expect(
      device.user(.transfer(.remove(transfer)))
        == .refused(.transfer(.transferIsNotOver(transfer)))
    )
    device.fail(transfer, .digestMismatch, status: 200)
    #expect(device.user(.transfer(.retry(transfer))) == .done)
    #expect(device.state(of: transfer) == .running)
    device.finish(transfer)
    #expect(device.state(of: transfer) == .completed)
    #expect(
      device.user(.transfer(.cancel(transfer))) == .refused(.transfer(.transferIsOver(transfer)))
    )
    #expect(device.user(.transfer(.remove(transfer))) == .done)
    #expect(device.device.transfers.isEmpty)
    #expect(device.transferOrders.last == .remove(transfer))
  }

  @Test("An app that is removed takes its transfers along")
  func uninstall() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.user(.uninstall(app: device.app("podcast")))
    #expect(device.device.transfers.isEmpty)
    #expect(device.transferOrders.contains(.remove(transfer)))
  }

  @Test("An announced issue is fetched in the background and runs its app when it is there")
  func newsstand() {
    var device = TestDevice.withPodcast(onPower: false, network: .cellular)
    device.install("magazine", modes: [.newsstandContent])
    device.open("magazine")
    device.home()
    device.pass(.seconds(30))
    let configuration = SessionConfiguration(identifier: "issues")
    device.requests["issueAnnounced"] = [
      .session(.open(configuration)),
      .session(.start(session: "issues", [.init(direction: .download)], key: nil)),
    ]
    device.tell(
      .push(Push(app: device.app("magazine"), payload: "{}", isVisible: false, hasContent: true))
    )
    #expect(device.news("magazine") == ["issueAnnounced"])
    device.pass(.seconds(40))
    #expect(device.state("magazine") == .suspended)
    let transfer = TransferIdentifier(rawValue: 1)
    #expect(device.state(of: transfer) == .running)
    device.finish(transfer)
    #expect(device.news("magazine") == ["issueAnnounced", "issueDownloaded"])
    #expect(device.device.transfers.count == 0)
    device.push("magazine")
    #expect(device.news("magazine").count == 2)
    #expect(device.broken.isEmpty)
  }
}
