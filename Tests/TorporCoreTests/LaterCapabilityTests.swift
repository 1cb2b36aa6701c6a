import Testing
import TorporModel

@testable import TorporCore

/// What a later version brought, and an older profile keeps without effect (`docs/decisions/0041`).
@Suite("What came with a later version")
struct LaterCapabilityTests {
  private func lack(_ device: TestDevice, _ app: String, _ capability: ProfileCapability)
    -> [String]
  {
    device.decisions(app) { $0 == .provide(capability) }.map { $0.sentence(naming: app) }
  }

  // MARK: Notifications at regions (LN4: iOS 8)

  private func atHouse(_ profile: ProfileName) -> TestDevice {
    var device = TestDevice.withTea(profile)
    device.allow("tea", .always)
    device.move(1000)
    device.add("home", .region(TestDevice.region("house", 0), repeats: true))
    device.move(1000)
    device.home()
    return device
  }

  private func goHome(_ device: inout TestDevice) {
    device.move(0)
    device.pass(.seconds(30))
  }

  @Test("shows no notification at a region before iOS 8, looks for no place, and says why")
  func regionNotifications() {
    for (profile, isShown) in [(ProfileName.ios4, false), (.ios7, false), (.ios8, true)] {
      var device = atHouse(profile)
      #expect((device.demand != nil) == isShown, "\(profile)")
      goHome(&device)
      #expect(device.shown("home").count == (isShown ? 1 : 0), "\(profile)")
      #expect(device.pendingNotifications() == ["home"])
      #expect(
        lack(device, "tea", .regionNotifications)
          == (isShown
            ? []
            : [
              "did not provide tea with notifications at regions: \(profile.rawValue) has no"
                + " notifications at regions"
            ])
      )
      #expect(device.broken == [])
    }
  }

  @Test("keeps a notification at a region, which another profile shows at the next crossing")
  func regionNotificationsOfAnotherProfile() {
    var device = atHouse(.ios7)
    goHome(&device)
    device.user(.change(setting: .profile(.ios8)))
    // Where the device is by then is not a crossing.
    device.move(0)
    device.pass(.minutes(1))
    #expect(device.shown("home") == [])
    device.move(1000)
    device.pass(.seconds(30))
    #expect(device.shown("home").count == 1)
    device.user(.change(setting: .profile(.ios7)))
    #expect(device.demand == nil)
    goHome(&device)
    #expect(device.shown("home").count == 1)
    #expect(device.broken == [])
  }

  // MARK: Deferred location updates (§8.1: iOS 6)

  @Test("finishes a deferral at once with an error before iOS 6, and tells every fix as it comes")
  func deferredLocation() {
    for (profile, isDeferred) in [(ProfileName.ios4, false), (.ios6, true)] {
      var device = TestDevice(profile)
      device.follow("run", modes: [.location])
      device.askLocation("run", .startUpdating(LocationSession(allowsBackgroundUpdates: true)))
      device.home()
      device.askLocation("run", .deferUpdates(untilTravelledMetres: 100, timeout: nil))
      device.move(40)
      device.move(80)
      let finished = device.told("run").contains(.didFinishDeferredUpdates(.deferredFailed))
      #expect(finished == !isDeferred, "\(profile)")
      #expect(device.fixes("run") == (isDeferred ? [] : [[40], [80]]), "\(profile)")
      #expect(
        lack(device, "run", .deferredLocation)
          == (isDeferred
            ? []
            : [
              "did not provide run with deferred location updates: ios4 has no deferred location"
                + " updates"
            ])
      )
    }
  }

  // MARK: Bluetooth peripherals (§7: iOS 6)

  private static let heart = PeripheralService(
    number: "180D",
    characteristics: [PeripheralCharacteristic(number: "2A37", uses: [.read])]
  )
  private static let offers: [BluetoothRequest] = [
    .advertise(services: ["180D"], restoreIdentifier: nil),
    .publish(services: [heart], restoreIdentifier: nil),
  ]

  private func lock(_ profile: ProfileName) -> TestDevice {
    var device = TestDevice(profile)
    device.install("lock", modes: [.bluetoothPeripheral, .bluetoothCentral])
    device.open("lock")
    return device
  }

  @Test("lets no app be a Bluetooth peripheral before iOS 6, and centrals as ever")
  func peripherals() {
    for (profile, isRefused) in [(ProfileName.ios3, true), (.ios4, true), (.ios6, false)] {
      var device = lock(profile)
      let refusal = Reply.refused(
        .service(.peripheral(.unsupported(profile: profile.rawValue)))
      )
      for offer in Self.offers {
        #expect(device.ask("lock", .service(.bluetooth(offer))) == (isRefused ? refusal : .done))
      }
      #expect(device.radio.isEmpty == isRefused, "\(profile)")
      #expect(lack(device, "lock", .bluetoothPeripherals).count == (isRefused ? 2 : 0))
      let central = BluetoothRequest.connect(peripheral: "band", restoreIdentifier: nil)
      #expect(device.ask("lock", .service(.bluetooth(central))) == .done)
      // What ends an offer ends none.
      for end in [BluetoothRequest.stopAdvertising, .publish(services: [], restoreIdentifier: nil)]
      {
        #expect(device.ask("lock", .service(.bluetooth(end))) == .done)
      }
    }
  }

  @Test(
    "withdraws what an app offers under a profile without peripherals, and offers it again later"
  )
  func peripheralsOfAnotherProfile() {
    var device = lock(.ios6)
    let app = device.app("lock")
    for offer in Self.offers { device.ask("lock", .service(.bluetooth(offer))) }
    device.home()
    device.pass(.minutes(11))
    let number = CentralRequestIdentifier(rawValue: 1)
    let request = CentralRequest(
      identifier: number,
      kind: .read,
      service: "180D",
      characteristic: "2A37"
    )
    device.tell(.bluetooth(.centralRequest(app: app, request: request)))
    #expect(device.callbacks("lock").last == "centralRequest")
    let failure = BluetoothOrder.answer(
      request: number,
      .failure(code: CentralAnswer.unlikelyErrorCode)
    )
    device.user(.change(setting: .profile(.ios4)))
    #expect(
      device.radio.suffix(3) == [
        failure, .advertise(app: app, services: []), .serve(app: app, services: []),
      ]
    )
    let asked = device.callbacks("lock").count
    device.tell(.bluetooth(.centralRequest(app: app, request: request)))
    #expect(device.radio.last == failure)
    let ordered = device.radio.count
    device.tell(.bluetooth(.power(isOn: false)))
    device.tell(.bluetooth(.power(isOn: true)))
    #expect(device.radio.count == ordered, "nothing is offered again")
    #expect(device.callbacks("lock").count == asked)
    var later = lock(.ios6)
    for offer in Self.offers { later.ask("lock", .service(.bluetooth(offer))) }
    let offered = later.radio
    later.user(.change(setting: .profile(.ios4)))
    later.user(.change(setting: .profile(.ios7)))
    #expect(later.radio.suffix(2) == offered.suffix(2))
    let orders = later.radio.count
    for profile in [ProfileName.ios7, .ios13, .ios26, .linux] {
      later.user(.change(setting: .profile(profile)))
    }
    #expect(
      later.radio.count == orders,
      "a profile with peripherals again leaves the radio as it is"
    )
    #expect(device.broken + later.broken == [])
  }

  // MARK: Transfers (US12: iOS 17, US13: iOS 11)

  private static let later = TransferRequest(direction: .download, earliestBegin: .hours(1))

  @Test("begins a transfer at once although it has a begin date before iOS 11, and says why")
  func beginDates() {
    for (profile, waits) in [(ProfileName.ios7, false), (.ios8, false), (.ios10, true)] {
      var device = TestDevice.withPodcast(profile)
      let transfer = device.download(Self.later)
      #expect(device.state(of: transfer) == (waits ? .queued : .running), "\(profile)")
      #expect(
        lack(device, "podcast", .transferBeginDates)
          == (waits
            ? []
            : [
              "did not provide podcast with begin dates of transfers: \(profile.rawValue) has no"
                + " begin dates of transfers"
            ])
      )
      let user = device.userDownload(Self.later)
      #expect(device.state(of: user) == .queued, "a user's own transfer waits in every profile")
      device.pass(.hours(1))
      #expect(device.state(of: user) == .running)
    }
  }

  @Test("asks no app before a delayed request begins where there is none")
  func delayedRequest() {
    for (profile, isAsked) in [(ProfileName.ios8, false), (.ios10, true)] {
      var device = TestDevice.withPodcast(profile)
      var configuration = SessionConfiguration(identifier: "eps")
      configuration.asksBeforeDelayedRequests = true
      device.openSession("podcast", configuration)
      _ = device.ask("podcast", .session(.start(session: "eps", [Self.later], key: nil)))
      device.pass(.hours(2))
      #expect(device.callbacks("podcast").contains("willBeginDelayedRequest") == isAsked)
    }
  }

  /// Whether each attempt of the transfer was told to begin at the first byte.
  private func anew(_ transfer: TransferIdentifier, _ device: TestDevice) -> [Bool?] {
    device.log.compactMap {
      guard case .transfer(.start(let order)) = $0.effect, order.transfer == transfer else {
        return nil
      }
      return .some(order.beginsAnew)
    }
  }

  @Test("begins an upload at its first byte after each interruption before iOS 17, and says why")
  func uploads() {
    for (profile, resumes) in [(ProfileName.ios7, false), (.ios13, false), (.ios26, true)] {
      var device = TestDevice.withPodcast(profile)
      let upload = device.download(TransferRequest(direction: .upload))
      let download = device.download()
      device.fail(upload, .networkConnectionLost, movedBytes: 0)
      device.pass(.minutes(1))
      #expect(lack(device, "podcast", .resumableUploads) == [], "nothing was lost yet")
      device.fail(upload, .networkConnectionLost, movedBytes: 1000)
      device.fail(download, .networkConnectionLost, movedBytes: 1000)
      device.pass(.minutes(1))
      let again: Bool? = resumes ? nil : true
      #expect(anew(upload, device) == [again, again, again], "\(profile)")
      #expect(anew(download, device) == [nil, nil], "a download continues in every profile")
      #expect(
        lack(device, "podcast", .resumableUploads)
          == (resumes
            ? []
            : [
              "did not provide podcast with uploads that resume: \(profile.rawValue) has no uploads"
                + " that resume"
            ])
      )
      let user = device.userDownload(TransferRequest(direction: .upload))
      device.fail(user, .networkConnectionLost, movedBytes: 1000)
      device.pass(.minutes(1))
      #expect(anew(user, device) == [nil, nil], "a user's own upload continues")
    }
  }
}
