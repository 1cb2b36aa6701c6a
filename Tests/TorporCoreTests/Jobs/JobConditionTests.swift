import Testing
import TorporModel

@testable import TorporCore

@Suite("A job with conditions")
struct JobConditionTests {
  @Test("that needs power waits for it, and says so once")
  func waitsForPower() {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.onPower)
    device.pass(.hours(2))
    device.tell(.storage(freeBytes: 1))
    #expect(device.state(of: job) == .waiting)
    #expect(device.blockers(of: job) == [.externalPower])
    #expect(
      device.status(of: job)?.blocked == [BlockedTime(reason: .externalPower, total: .hours(2))]
    )
    #expect(device.status(of: job)?.forecast == Forecast(at: nil, needs: [.externalPower]))
    device.power(true)
    #expect(device.state(of: job) == .running)
    let waits = device.sentences(about: job).filter { $0.hasPrefix("cannot") }
    #expect(waits == ["cannot run job 1 yet: the device is not on external power"])
    #expect(device.broken == [])
  }

  @Test("says since when there has been no power, which no percent of the battery changes")
  func powerSince() {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.onPower)
    device.power(true, percent: 80)
    device.power(false, percent: 80)
    let pulled = device.now
    device.pass(.minutes(30))
    device.power(false, percent: 79)
    let blocked = device.status(of: job)?.conditions.first { $0.reason == .externalPower }
    #expect(blocked?.holds == false)
    #expect(blocked?.since == pulled)
    #expect(device.broken == [])
  }

  @Test(
    "waits for each condition that it needs",
    arguments: [
      (JobNeeds(batteryPercentMin: 90), Reason.batteryLow),
      (JobNeeds(network: .any), .network),
      (JobNeeds(network: .unmetered), .network),
      (JobNeeds(idle: .minutes(5)), .deviceInUse),
      (JobNeeds(isCool: true), .thermal),
      (JobNeeds(freeBytesMin: 1_000), .storage),
    ]
  )
  func eachNeed(needs: JobNeeds, reason: Reason) {
    var device = TestDevice.inTheEvening()
    device.tell(.thermal(.serious))
    device.tell(.storage(freeBytes: 999))
    let job = device.submit(.command(needs: needs))
    #expect(device.blockers(of: job) == [reason])
    device.tell(.thermal(.nominal))
    device.tell(.storage(freeBytes: 1_000))
    device.power(true, percent: 90)
    device.tell(.network(NetworkState(link: .wifi)))
    device.tell(.userIdle(since: device.now))
    device.pass(.minutes(5))
    #expect(device.state(of: job) == .running)
    #expect(device.broken == [])
  }

  @Test("that loses a condition is asked to end, killed 5 s later, and waits from its start")
  func expires() {
    var device = TestDevice.inTheEvening()
    device.power(true)
    let job = device.submit(.onPower)
    device.pass(.minutes(1))
    device.power(false)
    #expect(device.state(of: job) == .ending)
    #expect(device.wasAskedToEnd(job))
    device.pass(.milliseconds(4_999))
    #expect(device.state(of: job) == .ending)
    device.pass(.milliseconds(1))
    #expect(device.state(of: job) == .waiting)
    #expect(device.ends(of: job) == [.conditionLost(.externalPower)])
    device.power(true)
    #expect(device.state(of: job) == .running)
    device.exit(job)
    #expect(device.state(of: job) == .done)
    #expect(device.broken == [])
  }

  @Test("that ends well although it was asked to end is run again: its work was cut short")
  func expiresPolitely() {
    var device = TestDevice.inTheEvening()
    device.power(true)
    let job = device.submit(.onPower)
    device.power(false)
    device.exit(job)
    #expect(device.state(of: job) == .waiting)
    #expect(device.ends(of: job) == [.conditionLost(.externalPower)])
  }

  @Test("that is to pause is frozen without its condition, and goes on with it")
  func pauses() {
    var device = TestDevice.inTheEvening()
    device.power(true)
    var request = JobRequest.onPower
    request.whenLost = .pause
    request.timeout = .minutes(10)
    let job = device.submit(request)
    device.pass(.minutes(9))
    device.power(false)
    #expect(device.state(of: job) == .paused)
    #expect(device.device.apps[JobRecord.app(of: job)]?.process.isFrozenOrFreezing == true)
    #expect(device.blockers(of: job) == [.externalPower])
    device.pass(.hours(1))
    #expect(device.state(of: job) == .paused)
    device.power(true)
    #expect(device.state(of: job) == .running)
    #expect(device.device.apps[JobRecord.app(of: job)]?.process.isFrozenOrFreezing == false)
    device.pass(.seconds(59))
    #expect(device.state(of: job) == .running)
    device.pass(.seconds(1))
    #expect(device.state(of: job) == .ending)
    #expect(device.ends(of: job) == [nil])
    device.exit(job)
    #expect(device.ends(of: job) == [.timedOut])
    #expect(device.broken == [])
  }

  @Test("that waits for an idle device ends when its user comes back")
  func idleLost() {
    var device = TestDevice.inTheEvening()
    device.tell(.userIdle(since: device.now))
    let job = device.submit(.command(needs: JobNeeds(idle: .minutes(5))))
    device.pass(.minutes(5))
    #expect(device.state(of: job) == .running)
    device.tell(.userIdle(since: nil))
    #expect(device.state(of: job) == .ending)
    #expect(device.broken == [])
  }
}
