import Testing
import TorporModel

@testable import TorporCore

@Suite("The table of apps")
struct AppTableTests {
  private func record(_ name: String) -> AppRecord {
    let manifest = AppManifest(identifier: AppIdentifier("com.example.\(name)")!)
    return AppRecord(manifest: manifest, settings: AppSettings(), at: .zero)
  }

  @Test("gives the slot of a removed app to no other app before the turn has ended")
  func slotsAreFreedAfterTheTurn() {
    var apps = AppTable()
    let first = apps.insert(record("first"))
    apps.remove(slot: first)
    #expect(apps.insert(record("second")) != first)
    #expect(apps[slot: first] == nil)
    apps.endTurn()
    #expect(apps.insert(record("third")) == first)
    #expect(apps.count == 2)
  }

  @Test("takes an identifier behind '=' for itself alone, and not for the name of another app")
  func exactNames() {
    var apps = AppTable()
    _ = apps.insert(record("mail"))
    func found(_ text: String) -> AppMatch { apps.match(text) { _ in true } }
    let mail = AppIdentifier("com.example.mail")!
    #expect(found("mail") == .found(mail))
    #expect(found(mail.exactName) == .found(mail))
    #expect(found("=mail") == .unknown(similar: []))
    #expect(found("=") == .unknown(similar: []))
    #expect(apps.match(mail.exactName) { _ in false } == .unknown(similar: []))
  }
}
