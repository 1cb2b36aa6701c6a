import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("What the daemon advises")
struct AdviceCallTests {
  @Test("is of a user's own apps, and of the device for those who may change it")
  func isolation() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("mine", user: 501)
    _ = try daemon.run("yours", user: 502)
    for app in ["run.mine", "run.yours"] {
      _ = try daemon.control(Control.Exempt(app: app), user: app == "run.mine" ? 501 : 502)
      _ = try daemon.control(Control.Home(app: app), user: app == "run.mine" ? 501 : 502)
    }
    daemon.pass(.minutes(40))
    func apps(_ user: UInt32) throws -> [String] {
      try daemon.control(Control.GetAdvice(), user: user).advice.compactMap { $0.app?.text }
    }
    #expect(try apps(501) == ["run.mine"])
    #expect(try apps(502) == ["run.yours"])
    #expect(try Set(apps(500)) == ["run.mine", "run.yours"])
    let row = try daemon.control(Control.GetAdvice(), user: 501).advice.first
    #expect(row?.kind == .sleepless)
    #expect(row?.command == "torpor exempt run.mine --end")
    #expect(row?.hold?.reason == .exemption)
  }
}
