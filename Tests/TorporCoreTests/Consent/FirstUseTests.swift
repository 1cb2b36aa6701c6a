import Testing
import TorporModel

@testable import TorporCore

@Suite("The first use of something that the user has to allow")
struct FirstUseTests {
  @Test("of the microphone is refused and a question; once it is allowed, the app records")
  func microphone() {
    var device = TestDevice.asking()
    let activation = AppRequest.service(.audio(.activate(AudioSession(category: .record))))
    #expect(device.ask("mail", activation) == .refused(.service(.audio(.recordingNotPermitted))))
    #expect(device.shown.map(\.key.identifier) == [device.prompt(.microphone)])
    #expect(device.refusedUses(of: .microphone) == [.userDecides])
    device.answer(device.prompt(.microphone), "allow", of: "mail")
    #expect(device.ask("mail", activation) == .done)
  }

  @Test("of Bluetooth is refused and a question, whether as a central or as a peripheral")
  func bluetooth() {
    let central = BluetoothRequest.connect(peripheral: "band", restoreIdentifier: nil)
    let peripheral = BluetoothRequest.advertise(services: ["180D"], restoreIdentifier: nil)
    for request in [central, peripheral] {
      var device = TestDevice.asking()
      let use = AppRequest.service(.bluetooth(request))
      #expect(device.ask("mail", use) == .refused(.service(.notAuthorized(.bluetooth))))
      #expect(device.shown.map(\.content.title) == ["“Mail” would like to use Bluetooth"])
      #expect(device.device.services.bluetooth[device.app("mail")].requests.isEmpty)
      device.answer(device.prompt(.bluetooth), "allow", of: "mail")
      #expect(device.ask("mail", use) == .done)
      #expect(device.device.services.bluetooth[device.app("mail")].requests.count == 1)
    }
  }

  @Test("of Bluetooth needs no permission as a central before iOS 13")
  func centralsBefore() {
    var device = TestDevice.asking(.ios10)
    let central = BluetoothRequest.connect(peripheral: "band", restoreIdentifier: nil)
    #expect(device.ask("mail", .service(.bluetooth(central))) == .done)
    let peripheral = BluetoothRequest.advertise(services: ["180D"], restoreIdentifier: nil)
    let reply = device.ask("mail", .service(.bluetooth(peripheral)))
    #expect(reply == .refused(.service(.notAuthorized(.bluetooth))))
  }

  @Test("of accessories finds none and is a question; allowed, the app sees them")
  func accessories() {
    var device = TestDevice.asking()
    device.user(.connectAccessory(Accessory(name: "pump")))
    #expect(device.ask("mail", .service(.accessory(.connected))) == .service(.accessories([])))
    #expect(!device.callbacks("mail").contains("accessoryDidConnect"))
    let opening = AppRequest.service(.accessory(.open(accessory: "pump")))
    #expect(device.ask("mail", opening) == .refused(.service(.notAuthorized(.accessories))))
    #expect(device.shown.map(\.key.identifier) == [device.prompt(.accessories)])
    device.answer(device.prompt(.accessories), "allow", of: "mail")
    #expect(device.ask("mail", opening) == .done)
    let found = device.ask("mail", .service(.accessory(.connected)))
    guard case .service(.accessories(let accessories)) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(accessories.map(\.name) == ["pump"])
  }

  @Test("is refused without a question once the user has denied it, and the ledger says why")
  func denied() {
    var device = TestDevice.asking()
    device.askFor(.bluetooth)
    device.answer(device.prompt(.bluetooth), "deny", of: "mail")
    let scan = BluetoothRequest.scan(services: [], restoreIdentifier: nil)
    let reply = device.ask("mail", .service(.bluetooth(scan)))
    #expect(reply == .refused(.service(.notAuthorized(.bluetooth))))
    #expect(device.refusedUses(of: .bluetooth) == [.notAuthorized])
    #expect(device.shown.count == 1)
  }

  @Test("off screen is refused without a question")
  func offScreen() {
    var device = TestDevice.asking()
    device.ask("mail", .beginBackgroundTask(name: "work", hasExpirationHandler: true, key: nil))
    device.home()
    let scan = BluetoothRequest.scan(services: ["180D"], restoreIdentifier: nil)
    let reply = device.ask("mail", .service(.bluetooth(scan)))
    #expect(reply == .refused(.service(.notAuthorized(.bluetooth))))
    #expect(device.shown.isEmpty)
  }

  @Test("can be denied later: what the app has of Bluetooth and accessories ends")
  func revoked() {
    var device = TestDevice.asking()
    device.askFor(.bluetooth)
    device.answer(device.prompt(.bluetooth), "allow", of: "mail")
    device.askFor(.accessories)
    device.answer(device.prompt(.accessories), "allow", of: "mail")
    let app = device.app("mail")
    let connection = BluetoothRequest.connect(peripheral: "band", restoreIdentifier: "x")
    device.ask("mail", .service(.bluetooth(connection)))
    device.ask("mail", .service(.accessory(.open(accessory: "pump"))))
    var settings = device.device.apps[app]!.settings
    (settings.allowsBluetooth, settings.allowsAccessories) = (false, false)
    device.user(.decide(app: app, permissions: [.bluetooth, .accessories], settings: settings))
    #expect(device.device.services.bluetooth[app].requests.isEmpty)
    #expect(device.device.services.accessories[app].sessions.isEmpty)
    #expect(device.broken.isEmpty)
  }

  @Test("of the location is a question before iOS 8, which has no call for it")
  func location() {
    var device = TestDevice.asking(.ios6)
    device.askLocation("mail", .startUpdating(LocationSession()))
    #expect(device.shown.first?.actions.map(\.title) == ["Allow", "Don’t Allow"])
    device.answer(device.prompt(.location), "allow", of: "mail")
    #expect(device.status(.location) == .authorizedAlways)
  }

  @Test("of the location is refused, and no question, from iOS 8 on")
  func locationLater() {
    var device = TestDevice.asking()
    device.askLocation("mail", .startUpdating(LocationSession()))
    #expect(device.told("mail") == [.didFail(.denied)])
    #expect(device.shown.isEmpty)
    #expect(device.refusedUses(of: .location) == [.userDecides])
  }
}
