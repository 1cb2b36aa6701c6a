import Testing
import TorporModel

@testable import TorporCore

@Suite("Bluetooth")
struct BluetoothTests {
  private func device(
    modes: [BackgroundMode] = [.bluetoothCentral],
    restore: String? = nil
  ) -> TestDevice {
    var device = TestDevice()
    device.install("fitness", modes: modes)
    device.open("fitness")
    device.ask(
      "fitness",
      .service(.bluetooth(.connect(peripheral: "band", restoreIdentifier: restore)))
    )
    device.tell(.bluetooth(.connected(peripheral: "band")))
    device.home()
    return device
  }

  private func dies(_ device: inout TestDevice, _ signal: Int32 = 11) {
    device.report("fitness", .exited(status: .signalled(signal: signal)))
  }

  @Test("wakes a frozen app for ten seconds with data and when the peripheral goes")
  func wakes() {
    var device = device()
    #expect(device.callbacks("fitness").contains("peripheralDidConnect"))
    device.tell(.bluetooth(.data(peripheral: "band")))
    #expect(device.callbacks("fitness").last == "peripheralData")
    device.pass(.seconds(11))
    #expect(device.state("fitness") == .suspended)
    device.tell(.bluetooth(.disconnected(peripheral: "band")))
    #expect(device.callbacks("fitness").last == "peripheralDidDisconnect")
    #expect(device.broken == [])
  }

  @Test("waits for an app without the mode to run again")
  func undeclared() {
    var device = device(modes: [])
    device.tell(.bluetooth(.disconnected(peripheral: "band")))
    #expect(device.state("fitness") == .suspended)
    device.open("fitness")
    #expect(device.callbacks("fitness").last == "peripheralDidDisconnect")
  }

  /// The table of §7.3.
  @Test("launches a dead app whose request can be restored, and tells it so first")
  func restoring() {
    var device = device(restore: "central")
    dies(&device)
    device.tell(.bluetooth(.data(peripheral: "band")))
    #expect(
      device.callbacks("fitness").suffix(4)
        == ["didFinishLaunching", "didEnterBackground", "willRestoreState", "peripheralData"]
    )
    #expect(device.broken == [])
  }

  @Test("says what a manager has asked for, whichever process has asked")
  func standing() {
    var device = device(restore: "central")
    let requests: [BluetoothRequest] = [
      .subscribe(peripheral: "band", characteristic: "2a37", isOn: true),
      .scan(services: ["180d"], restoreIdentifier: "central"),
      .connect(peripheral: "other", restoreIdentifier: nil),
    ]
    for request in requests { device.ask("fitness", .service(.bluetooth(request))) }
    dies(&device)
    device.open("fitness")
    let kept = StandingBluetooth(
      connections: [
        PeripheralConnection(peripheral: "band", isConnected: true, characteristics: ["2a37"])
      ],
      scan: ["180d"],
      centrals: ["central"]
    )
    let none = StandingBluetooth(centrals: ["central"])
    func asked(_ identifier: String?) -> Reply? {
      device.ask("fitness", .service(.bluetooth(.standing(restoreIdentifier: identifier))))
    }
    #expect(asked("central") == .service(.bluetooth(kept)))
    #expect(asked(nil) == .service(.bluetooth(none)))
    #expect(asked("another") == .service(.bluetooth(none)))
  }

  @Test("launches nobody without an identifier, after a force-quit, or when the radio was off")
  func notRestoring() {
    var plain = device()
    dies(&plain)
    plain.tell(.bluetooth(.data(peripheral: "band")))
    #expect(plain.state("fitness") == .notRunning)

    var quit = device(restore: "central")
    quit.user(.forceQuit(app: quit.app("fitness")))
    quit.tell(.bluetooth(.data(peripheral: "band")))
    #expect(quit.state("fitness") == .notRunning)

    var toggled = device(restore: "central")
    dies(&toggled)
    toggled.tell(.bluetooth(.power(isOn: false)))
    toggled.tell(.bluetooth(.power(isOn: true)))
    toggled.tell(.bluetooth(.connected(peripheral: "band")))
    #expect(toggled.state("fitness") == .notRunning)
  }

  @Test("restores after a restart of the machine, once it is unlocked")
  func reboot() {
    var device = device(restore: "central")
    device.tell(.booted)
    device.tell(.bluetooth(.connected(peripheral: "band")))
    #expect(device.state("fitness") == .notRunning)
    device.tell(.bluetooth(.disconnected(peripheral: "band")))
    device.user(.unlock)
    device.tell(.bluetooth(.connected(peripheral: "band")))
    #expect(device.callbacks("fitness").suffix(2) == ["willRestoreState", "peripheralDidConnect"])
  }

  @Test("tells a scan of each peripheral once in the background, and only of named services (§7)")
  func scans() {
    var device = TestDevice()
    device.install("finder", modes: [.bluetoothCentral])
    device.open("finder")
    device.ask("finder", .service(.bluetooth(.scan(services: ["180D"], restoreIdentifier: nil))))
    device.home()
    for _ in 1...3 { device.tell(.bluetooth(.discovered(peripheral: "a", services: ["180D"]))) }
    device.tell(.bluetooth(.discovered(peripheral: "b", services: ["1800"])))
    #expect(device.callbacks("finder").filter { $0 == "didDiscoverPeripheral" }.count == 1)
  }

  @Test("hands a central's request to the app that advertises, with the mode for it")
  func peripheral() {
    var device = TestDevice()
    device.install("lock", modes: [.bluetoothPeripheral])
    device.open("lock")
    device.ask("lock", .service(.bluetooth(.advertise(services: ["180D"], restoreIdentifier: nil))))
    device.home()
    device.tell(.bluetooth(.centralRequest(app: device.app("lock"))))
    #expect(device.callbacks("lock").last == "centralRequest")
  }

  @Test("is subscribed to again after a restart of the daemon, as long as the connection is wanted")
  func subscriptions() {
    var device = device(restore: "central")
    device.open("fitness")
    let rate = BluetoothOrder.subscribe(peripheral: "band", characteristic: "2A37", isOn: true)
    device.ask(
      "fitness",
      .service(.bluetooth(.subscribe(peripheral: "band", characteristic: "2A37", isOn: true)))
    )
    // The app asks for its connection anew at every launch.
    device.ask(
      "fitness",
      .service(.bluetooth(.connect(peripheral: "band", restoreIdentifier: "central")))
    )
    device.tell(.daemonRestarted(survivors: []))
    #expect(device.radio.suffix(2) == [.connect(peripheral: "band"), rate])
    device.open("fitness")
    device.ask("fitness", .service(.bluetooth(.cancelConnection(peripheral: "band"))))
    #expect(device.radio.last == .disconnect(peripheral: "band"))
    device.tell(.daemonRestarted(survivors: []))
    #expect(device.radio.last == .disconnect(peripheral: "band"))
  }

  @Test("is one subscription of a characteristic, with or without the name of its service")
  func spellings() {
    var device = device(restore: "central")
    func ask(_ app: String, _ characteristic: String, _ isOn: Bool) {
      let request = BluetoothRequest.subscribe(
        peripheral: "band",
        characteristic: characteristic,
        isOn: isOn
      )
      device.ask(app, .service(.bluetooth(request)))
    }
    device.install("other", modes: [.bluetoothCentral])
    device.open("other")
    device.ask(
      "other",
      .service(.bluetooth(.connect(peripheral: "band", restoreIdentifier: nil)))
    )
    ask("other", "2A37", true)
    device.open("fitness")
    ask("fitness", "180d:2a37", true)
    let before = device.radio.count
    ask("fitness", "180D:2A37", false)
    #expect(device.radio.count == before)
    ask("other", "180D:2A37", false)
    #expect(
      device.radio.last
        == .subscribe(peripheral: "band", characteristic: "180D:2A37", isOn: false)
    )
    // Two services with one characteristic.
    ask("fitness", "180D:2A19", true)
    ask("fitness", "180F:2A19", true)
    let two = device.radio.count
    ask("fitness", "180D:2A19", false)
    #expect(device.radio.count == two)
    ask("fitness", "180F:2A19", false)
    #expect(device.radio.count == two + 1)
    #expect(device.broken == [])
  }

  @Test("is taken back from the radio with the process that asked, and at a force-quit with all")
  func takenBack() {
    var plain = device()
    plain.ask("fitness", .service(.bluetooth(.advertise(services: ["1"], restoreIdentifier: nil))))
    plain.ask("fitness", .service(.bluetooth(.scan(services: ["2"], restoreIdentifier: nil))))
    dies(&plain)
    let app = plain.app("fitness")
    #expect(
      plain.radio.suffix(3) == [
        .disconnect(peripheral: "band"), .advertise(app: app, services: []),
        .scan(isOn: false, services: []),
      ]
    )
    var kept = device(restore: "central")
    dies(&kept)
    #expect(kept.radio.last == .connect(peripheral: "band"))
    kept.user(.forceQuit(app: kept.app("fitness")))
    #expect(kept.radio.last == .disconnect(peripheral: "band"))
  }
}
