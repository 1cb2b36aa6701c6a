import Testing
import TorporModel

@testable import TorporCore

extension TestDevice {
  /// What the radio was ordered, in order.
  var radio: [BluetoothOrder] {
    log.compactMap {
      if case .service(.bluetooth(let order)) = $0.effect { order } else { nil }
    }
  }
}

@Suite("An app's own peripheral")
struct PeripheralTests {
  private static let heart = PeripheralService(
    number: "180D",
    characteristics: [PeripheralCharacteristic(number: "2A37", uses: [.read, .notify])]
  )
  private static let first = CentralRequestIdentifier(rawValue: 1)
  private static let failure = BluetoothOrder.answer(
    request: first,
    .failure(code: CentralAnswer.unlikelyErrorCode)
  )

  private func device(
    modes: [BackgroundMode] = [.bluetoothPeripheral],
    restore: String? = nil
  ) -> TestDevice {
    var device = TestDevice()
    device.install("lock", modes: modes)
    device.open("lock")
    device.ask(
      "lock",
      .service(.bluetooth(.publish(services: [Self.heart], restoreIdentifier: restore)))
    )
    device.home()
    device.pass(.minutes(1))
    return device
  }

  private func reads(_ device: inout TestDevice, _ number: UInt64 = 1) {
    let request = CentralRequest(
      identifier: CentralRequestIdentifier(rawValue: number),
      kind: .read,
      service: "180D",
      characteristic: "2A37"
    )
    device.tell(.bluetooth(.centralRequest(app: device.app("lock"), request: request)))
  }

  private func answer(_ device: inout TestDevice, _ bytes: [UInt8]) -> Reply? {
    device.ask("lock", .service(.bluetooth(.answer(request: Self.first, .value(bytes)))))
  }

  @Test("is served, wakes the frozen app for ten seconds, and hands its answer to the central once")
  func answers() {
    var device = device()
    #expect(device.radio == [.serve(app: device.app("lock"), services: [Self.heart])])
    reads(&device)
    #expect(device.callbacks("lock").last == "centralRequest")
    #expect(answer(&device, [0, 72]) == .done)
    #expect(device.radio.last == .answer(request: Self.first, .value([0, 72])))
    let unknown = Reply.refused(.service(.peripheral(.unknownRequest(Self.first))))
    #expect(answer(&device, [0, 72]) == unknown)
    #expect(device.state("lock") == .background)
    device.pass(.seconds(11))
    #expect(device.state("lock") == .suspended)
    #expect(device.lastExit("lock") == nil)
    #expect(device.radio.last == .answer(request: Self.first, .value([0, 72])))
    #expect(device.broken == [])
  }

  @Test("fails the central when the app is frozen over it, or ends")
  func silence() {
    var frozen = device()
    reads(&frozen)
    frozen.pass(.seconds(11))
    #expect(frozen.state("lock") == .suspended)
    #expect(frozen.radio.last == Self.failure)
    var dead = device()
    reads(&dead)
    dead.report("lock", .exited(status: .signalled(signal: 11)))
    #expect(dead.radio.contains(Self.failure))
    #expect(dead.radio.last == .serve(app: dead.app("lock"), services: []))
  }

  @Test("launches a dead app that can be restored, and tells it what it publishes")
  func restoring() {
    var device = device(restore: "peripheral")
    device.report("lock", .exited(status: .signalled(signal: 9)))
    // It is served all the while.
    #expect(device.radio == [.serve(app: device.app("lock"), services: [Self.heart])])
    reads(&device)
    #expect(device.callbacks("lock").suffix(2) == ["willRestoreState", "centralRequest"])
    // As at every launch; the question stays open.
    device.ask(
      "lock",
      .service(.bluetooth(.publish(services: [Self.heart], restoreIdentifier: "peripheral")))
    )
    #expect(device.radio.count == 1)
    #expect(answer(&device, [1]) == .done)
    #expect(device.radio.last == .answer(request: Self.first, .value([1])))
    #expect(device.broken == [])
  }

  @Test("fails the central at once where nobody would answer")
  func nobody() {
    var plain = device(modes: [])
    reads(&plain)
    #expect(plain.state("lock") == .suspended)
    #expect(plain.radio.last == Self.failure)
    var quit = device(restore: "peripheral")
    quit.user(.forceQuit(app: quit.app("lock")))
    #expect(quit.radio.last == .serve(app: quit.app("lock"), services: []))
    reads(&quit)
    #expect(quit.state("lock") == .notRunning)
    #expect(quit.radio.last == Self.failure)
    var gone = device()
    gone.open("lock")
    gone.ask("lock", .service(.bluetooth(.publish(services: [], restoreIdentifier: nil))))
    reads(&gone)
    #expect(gone.radio.last == Self.failure)
  }

  @Test("asks the app for as many answers at once as there are, and no more")
  func many() {
    var device = device()
    for number in 1...UInt64(AppBluetooth.centralRequestsMax) { reads(&device, number) }
    #expect(device.radio.count == 1)
    reads(&device, 1000)
    let refused = CentralRequestIdentifier(rawValue: 1000)
    #expect(
      device.radio.last
        == .answer(request: refused, .failure(code: CentralAnswer.unlikelyErrorCode))
    )
  }

  @Test("tells those that have subscribed, of what it publishes alone")
  func updates() {
    var device = device()
    device.open("lock")
    func update(_ characteristic: String) -> Reply? {
      device.ask(
        "lock",
        .service(
          .bluetooth(
            .updateValue(service: "180D", characteristic: characteristic, value: [9])
          )
        )
      )
    }
    #expect(update("2A37") == .done)
    #expect(
      device.radio.last
        == .updateValue(
          app: device.app("lock"),
          service: "180D",
          characteristic: "2A37",
          value: [9]
        )
    )
    let refusal = PeripheralRefusal.unknownCharacteristic(service: "180D", characteristic: "2A38")
    #expect(update("2A38") == .refused(.service(.peripheral(refusal))))
  }

  @Test("is served again after a restart of the daemon")
  func again() {
    var device = device(restore: "peripheral")
    device.tell(.daemonRestarted(survivors: []))
    let served = BluetoothOrder.serve(app: device.app("lock"), services: [Self.heart])
    #expect(device.radio == [served, served])
  }
}
