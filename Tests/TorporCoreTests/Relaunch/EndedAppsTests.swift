import Foundation
import Testing
import TorporCore
import TorporModel
import TorporWire

@Suite("Commands that have ended")
struct EndedAppsTests {
  private func ended(_ count: Int) -> TestDevice {
    var device = TestDevice()
    for index in 0..<count {
      let app = device.app("clock\(index)")
      var manifest = AppManifest(identifier: app, isCooperative: false, isTransient: true)
      manifest.ownerUserID = 501
      device.user(.run(manifest: manifest))
      device.report("clock\(index)", .exited(status: .exited(status: 3)))
    }
    return device
  }

  @Test("are remembered with how they ended and whose they were, the latest of them")
  func bounds() {
    let device = ended(EndedApps.countMax + 3)
    let entries = device.device.ended.entries
    #expect(entries.count == EndedApps.countMax)
    #expect(entries.first?.app == device.app("clock3"))
    #expect(entries.last?.exit.reason == .exit(status: 3))
    #expect(entries.last?.ownerUserID == 501)
    #expect(device.broken == [])
  }

  @Test("are found by identifier, name and last part until a day has passed")
  func names() {
    let device = ended(2)
    let table = device.device.ended
    for name in ["com.example.clock1", "clock1"] {
      let found = table.latest(named: name, at: device.now) { _ in true }
      #expect(found?.app == device.app("clock1"))
    }
    #expect(table.latest(named: "clock1", at: device.now + .days(1)) { _ in true } == nil)
    #expect(table.latest(named: "clock1", at: device.now) { _ in false } == nil)
    #expect(table.latest(named: "clock9", at: device.now) { _ in true } == nil)
  }

  @Test("outlive the daemon, and a state from before they were kept still opens")
  func saved() throws {
    let device = ended(1).device
    let bytes = try SavedCodec.encode(device)
    let again = try SavedCodec.decode(Device.self, from: bytes)
    #expect(again.ended == device.ended)
    #expect(!again.ended.isEmpty)
    var old = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    old["ended"] = nil
    let older = try JSONSerialization.data(withJSONObject: old)
    #expect(try SavedCodec.decode(Device.self, from: Array(older)).ended.isEmpty)
  }
}
