import Testing
import TorporModel

@testable import TorporCore

@Suite("What is watched for an app")
struct WatchedItemTests {
  @Test("is shown: descriptors, requests of Bluetooth, and places")
  func items() {
    var device = TestDevice(.linux, hasPasscode: false)
    device.install("phone", modes: [.voip, .bluetoothCentral])
    device.open("phone")
    #expect(device.watched("phone").isEmpty)
    device.ask("phone", .service(.descriptor(.watch(name: "line", purpose: .voIP))))
    device.ask("phone", .service(.bluetooth(.connect(peripheral: "band", restoreIdentifier: nil))))
    device.home()
    #expect(
      device.watched("phone") == [
        "its VoIP socket 'line'", "the Bluetooth peripheral 'band', until its process ends",
      ]
    )
  }

  @Test("is found in the services alone")
  func services() {
    var world = ServiceWorld()
    world.add("phone", .background, modes: [.bluetoothCentral])
    var services = Services()
    let phone = world.app("phone")
    #expect(services.watched(for: phone, in: world.state.profile) == nil)
    for identifier in [nil, "central"] {
      let name = identifier == nil ? "band" : "scale"
      _ = world.ask(
        &services.bluetooth,
        .connect(peripheral: name, restoreIdentifier: identifier),
        by: "phone"
      )
    }
    _ = world.ask(&services.descriptors, .watch(name: "line", purpose: .other), by: "phone")
    #expect(
      services.watched(for: phone, in: world.state.profile) == [
        WatchedItem(thing: .descriptor, name: "line", endsWithProcess: false),
        WatchedItem(thing: .peripheral, name: "band", endsWithProcess: true),
        WatchedItem(thing: .peripheral, name: "scale", endsWithProcess: false),
      ]
    )
  }

  @Test("is said in words, each thing in its own")
  func phrases() {
    let phrases = WatchedItem.Thing.allCases.map {
      WatchedItem(thing: $0, name: "x", endsWithProcess: false).phrase
    }
    #expect(
      phrases == [
        "its VoIP socket 'x'", "the line 'x' of an accessory", "its descriptor 'x'",
        "the Bluetooth peripheral 'x'", "a Bluetooth scan for x", "its Bluetooth advertising for x",
        "its Bluetooth services x", "significant changes of location", "visits", "the region 'x'",
        "the beacon 'x'",
      ]
    )
    #expect(
      WatchedItem(thing: .scan, endsWithProcess: true).phrase
        == "a Bluetooth scan, until its process ends"
    )
  }
}

extension TestDevice {
  fileprivate func watched(_ name: String) -> [String] {
    device.status(of: app(name), at: now)?.watched?.map(\.phrase) ?? []
  }
}
