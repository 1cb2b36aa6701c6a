import Testing
import TorporModel

@testable import TorporCore

@Suite("What never sleeps")
struct SleeplessTests {
  @Test(
    "is an app that has run off screen for 30 minutes by a hold without an end, with its remedy"
  )
  func exempted() throws {
    var device = TestDevice()
    device.install("sync")
    device.user(.exempt(app: device.app("sync"), lasting: nil))
    device.open("sync")
    device.home()
    let left = device.now
    device.pass(.minutes(29))
    #expect(device.device.sleepless(at: device.now).isEmpty)
    device.pass(.minutes(2))
    let found = try #require(device.device.sleepless(at: device.now).first)
    #expect(found.app == device.app("sync"))
    #expect(found.since == left)
    #expect(found.hold?.reason == .exemption)
    #expect(found.remedy == "torpor exempt com.example.sync --end")
    device.user(.endExemption(app: device.app("sync")))
    device.pass(.minutes(2))
    #expect(device.state("sync") == .suspended)
    #expect(device.device.sleepless(at: device.now).isEmpty)
  }

  @Test("is not one whose time has an end from its beginning")
  func bounded() {
    var device = TestDevice()
    device.install("sync")
    device.user(.exempt(app: device.app("sync"), lasting: .hours(2)))
    device.open("sync")
    device.home()
    device.pass(.hours(1))
    #expect(device.state("sync") == .background)
    #expect(device.device.sleepless(at: device.now).isEmpty)
  }
}
