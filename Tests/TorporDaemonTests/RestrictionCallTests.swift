import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporText
import TorporWire

@testable import TorporDaemon

@Suite("What an administrator fixes, for programs")
struct RestrictionCallTests {
  private static let path = "/etc/torpor/restrictions.conf"

  private func fix(_ text: String, on daemon: TestDaemon) {
    let restrictions = Restrictions(RestrictionsFile(text, path: Self.path), path: Self.path)
    daemon.driver.post(.input(.device(event: .restrictions(restrictions))))
    daemon.driver.turn()
  }

  private func refusal<Call: WireCall>(
    _ call: Call,
    of daemon: TestDaemon,
    user: UInt32 = 500
  ) -> Refusal? {
    do {
      _ = try daemon.control(call, user: user)
      return nil
    } catch {
      guard case .refused(let refusal)? = error as? WireError else { return nil }
      return refusal
    }
  }

  private func installed() throws -> TestDaemon {
    let daemon = try TestDaemon()
    let manifest = AppManifest(
      identifier: try #require(AppIdentifier("org.example.reader")),
      name: "Reader"
    )
    _ = try daemon.control(
      Control.Install(
        manifest: manifest,
        executable: "/opt/reader",
        arguments: ["reader"],
        environment: [],
        workingDirectory: "/"
      ),
      user: 501
    )
    return daemon
  }

  @Test("is named with the file, and a call that names one of them changes nothing at all")
  func refused() throws {
    let daemon = try installed()
    fix("wifiOnly=on\n* allowsMicrophone=off\norg.example.reader backgroundRefresh=off", on: daemon)
    let device = try daemon.control(Control.GetRestrictions())
    #expect(device.settings == ["wifiOnly"])
    #expect(device.file == Self.path)
    let app = try daemon.control(Control.GetRestrictions(app: "Reader"), user: 501)
    #expect(app.settings == ["allowsMicrophone", "backgroundRefresh"])
    // The other setting of the call stays, too; and what is so already is no change that would be kept.
    let both = Control.ChangeSetting(lowPowerMode: true, wifiOnly: true)
    #expect(
      refusal(both, of: daemon) == .settingRestricted(settings: ["wifiOnly"], file: Self.path)
    )
    #expect(try daemon.control(Control.GetSettings()).lowPowerMode == false)
    let ofApp = Control.ChangeSetting(
      app: "Reader",
      location: .never,
      allowsMicrophone: false
    )
    #expect(
      refusal(ofApp, of: daemon, user: 501)
        == .settingRestricted(settings: ["allowsMicrophone"], file: Self.path)
    )
    #expect(
      try daemon.control(Control.GetSettings(app: "Reader"), user: 501).location == .notDetermined
    )
    fix("", on: daemon)
    #expect(try daemon.control(Control.GetRestrictions()).file == nil)
    #expect(refusal(both, of: daemon) == nil)
  }

  @Test("is not exported: what the user has set themselves is")
  func exported() throws {
    let daemon = try installed()
    let before = try daemon.control(Control.Export(app: "Reader"), user: 501)
    let device = try daemon.control(Control.Export())
    fix(
      "wifiOnly=on lowPowerMode=on pageOutAfter=never\n* location=never wifiOnly=on",
      on: daemon
    )
    #expect(try daemon.control(Control.GetSettings(app: "Reader"), user: 501).location == .never)
    #expect(try daemon.control(Control.Export(app: "Reader"), user: 501) == before)
    #expect(try daemon.control(Control.Export()) == device)
  }

  @Test("is the same after the daemon has been killed, and its end gives back what was before")
  func replayed() throws {
    let journal = MemoryJournal()
    let first = try TestDaemon(journal: journal)
    fix("wifiOnly=on", on: first)
    let second = try TestDaemon(journal: journal)
    #expect(try second.control(Control.GetSettings()).wifiOnly)
    #expect(try second.driver.device.stateDigest() == first.driver.device.stateDigest())
    fix("", on: second)
    #expect(try !second.control(Control.GetSettings()).wifiOnly)
  }
}
