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

  @Test("is not one that slept with the machine")
  func asleep() {
    var device = TestDevice()
    device.install("sync")
    device.user(.exempt(app: device.app("sync"), lasting: nil))
    device.open("sync")
    device.home()
    device.pass(.minutes(5))
    device.suspend(.hours(8))
    device.pass(.minutes(20))
    #expect(device.state("sync") == .background)
    #expect(device.device.sleepless(at: device.now).isEmpty)
    device.pass(.minutes(10))
    #expect(device.device.sleepless(at: device.now).map(\.app) == [device.app("sync")])
  }

  @Test("is not excused by a time with an end beside a hold without one")
  func besideBounded() throws {
    var device = TestDevice()
    let session = LocationSession(allowsBackgroundUpdates: true)
    device.follow("run", modes: [.location], .startUpdating(session))
    device.move(0)
    device.user(.exempt(app: device.app("run"), lasting: .hours(2)))
    device.home()
    for kilometre in 1...4 {
      device.pass(.minutes(8))
      device.move(Double(kilometre) * 1000)
    }
    let found = try #require(device.device.sleepless(at: device.now).first)
    #expect(found.remedy == "torpor settings com.example.run location=never")
  }

  @Test("has a remedy against what wakes it most often, where nothing holds it")
  func remedies() {
    var hour = ConsumptionHour(begin: .zero)
    hour.changeRun(began: .at(.minutes(1))) {
      $0.wakes.note(.voipPush, times: 9)
    }
    hour.changeRun(began: .at(.minutes(10))) {
      $0.wakes.note(.silentPush, times: 3)
      $0.wakes.note(.region, times: 2)
    }
    #expect(hour.runs.last?.wakes.mostFrequent == .silentPush)
    #expect([hour].wakes.mostFrequent == .voipPush)
    #expect(WakeCounts().mostFrequent == nil)
    let device = TestDevice()
    let app = device.app("mail")
    func remedy(_ wake: WakeReason?) -> String {
      device.device.remedy(against: nil, orElse: wake, of: app)
    }
    #expect(remedy(.silentPush) == "torpor settings com.example.mail backgroundRefresh=off")
    #expect(remedy(.region) == "torpor settings com.example.mail location=never")
    #expect(remedy(.voipPush) == "torpor quit com.example.mail")
    #expect(remedy(nil) == "torpor quit com.example.mail")
  }

  @Test("has no remedy that changes what an administrator has fixed")
  func fixedRemedies() {
    var device = TestDevice()
    device.install("mail")
    let app = device.app("mail")
    let fixed = Restrictions.OfApp(
      app: app,
      settings: [.location(.always), .backgroundRefresh(.on)]
    )
    device.tell(.restrictions(Restrictions(file: "/etc/fixed", device: [], apps: [fixed])))
    let holds: [(hold: Reason?, wake: WakeReason?)] = [
      (.locationUpdates, nil), (nil, .region), (nil, .silentPush),
    ]
    for (hold, wake) in holds {
      #expect(
        device.device.remedy(against: hold, orElse: wake, of: app) == "torpor quit com.example.mail"
      )
    }
  }

  @Test("is judged by all its wakes, those too that no booking has seen yet")
  func presentWakes() throws {
    var device = TestDevice()
    device.install("mail", modes: [.remoteNotification])
    device.open("mail")
    _ = device.beginTask("mail", "save")
    device.home()
    let began = device.now
    device.push("mail")
    let record = try #require(device.device.apps[device.app("mail")])
    let all = try #require(record.usage.wakes)
    #expect(all.total == 1)
    let consumption = device.device.services.consumption[record.identifier]
    #expect(consumption.wakes(of: record, since: began) == all)
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
