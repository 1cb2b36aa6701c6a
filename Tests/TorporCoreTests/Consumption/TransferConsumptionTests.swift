import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("The bytes of transfers, in what apps use")
struct TransferConsumptionTests {
  private func moved(_ device: TestDevice) -> NetworkBytes {
    device.device.services.consumption[device.app("podcast")].hours.total.transferred
  }

  @Test("are booked at each report of an attempt, once")
  func eachReport() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    #expect(device.state(of: transfer) == .running)
    device.report(transfer, .moved, movedBytes: 4000)
    #expect(moved(device) == NetworkBytes(wifi: 4000))
    // It says nothing else.
    #expect(device.device.transfers[transfer]?.bytes == 0)
    #expect(device.state(of: transfer) == .running)
    device.report(transfer, .moved, movedBytes: 4000)
    device.report(transfer, .moved, movedBytes: 10_000)
    device.report(transfer, .finished(status: 200), movedBytes: 12_000)
    #expect(moved(device) == NetworkBytes(wifi: 12_000))
    #expect(device.broken == [])
  }

  @Test("are those of an attempt whose service has died, and of the next one from its beginning")
  func deaths() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.report(transfer, .moved, movedBytes: 4000)
    device.report(transfer, .interrupted, movedBytes: 9000)
    _ = device.passUntilRunning(transfer)
    device.report(transfer, .moved, movedBytes: 500)
    #expect(moved(device) == NetworkBytes(wifi: 9500))
    #expect(device.broken == [])
  }

  @Test("belong to the link that the device had while they moved")
  func links() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.report(transfer, .moved, movedBytes: 4000)
    device.tell(.network(NetworkState(link: .cellular)))
    // The connection broke with the Wi-Fi; what it had moved until then went over that.
    device.fail(transfer, .networkConnectionLost, movedBytes: 6000)
    #expect(moved(device) == NetworkBytes(wifi: 6000))
    _ = device.passUntilRunning(transfer)
    device.finish(transfer)
    #expect(moved(device) == NetworkBytes(wifi: 6000, cellular: 1000))
  }

  @Test("are booked of a transfer that was cancelled")
  func cancelled() throws {
    var device = TestDevice.withPodcast()
    let download = TransferRequest(direction: .download)
    let transfers = device.start([download, download])
    let transfer = try #require(transfers.first)
    device.home()
    device.pass(.minutes(1))
    // The app is told of both when the other one has ended, too.
    device.user(.transfer(.cancel(transfer)))
    #expect(device.outcome(of: transfer) != nil)
    device.report(transfer, .moved, movedBytes: 5000)
    #expect(moved(device) == NetworkBytes(wifi: 5000))
    let hours = device.device.services.consumption[device.app("podcast")].hours
    #expect(hours.labels.contains(.transfers))
  }

  @Test("cost nothing where they stay within the machine")
  func local() {
    var device = TestDevice.withPodcast()
    let transfer = device.download(TransferRequest(direction: .download, staysOnMachine: true))
    device.finish(transfer)
    let used = device.device.services.consumption[device.app("podcast")].hours.total
    #expect(used.transferred == NetworkBytes())
    #expect(used.loopbackBytes == 1000)
    #expect(used.nanojoules == 0)
  }

  @Test("are not forgotten by a restart between two reports")
  func saved() throws {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.report(transfer, .moved, movedBytes: 4000)
    let record = try #require(device.device.transfers[transfer])
    let again = try SavedCodec.decode(TransferRecord.self, from: try SavedCodec.encode(record))
    #expect(again == record)
    #expect(again.booked?.bytes == 4000)
  }
}
