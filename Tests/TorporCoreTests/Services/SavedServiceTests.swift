import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("State of a service that is saved with its app")
struct SavedServiceTests {
  @Test("makes the same device again, whatever the order in which it came")
  func order() throws {
    var device = TestDevice.withFrozen("first", modes: [.remoteNotification])
    device.install("second", modes: [.remoteNotification])
    device.user(.change(setting: .lowPowerMode(true)))
    for name in ["second", "first"] {
      let app = device.app(name)
      device.tell(.push(Push(app: app, payload: "{}", isVisible: false, hasContent: true)))
      #expect(device.device.services.push[app].held != nil)
    }
    let again = try SavedCodec.decode(Device.self, from: SavedCodec.encode(device.device))
    #expect(again == device.device)
  }

  @Test("cannot be written where no service has put it, because it could not be read again")
  func missing() {
    let manifest = AppManifest(identifier: AppIdentifier("com.example.mail")!)
    let record = AppRecord(manifest: manifest, settings: AppSettings(), at: .zero)
    #expect(throws: SavedCodec.Failure.self) { try SavedCodec.encode(record) }
  }
}
