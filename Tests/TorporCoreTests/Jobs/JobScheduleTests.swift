import Testing
import TorporModel

@testable import TorporCore

@Suite("The times of a job")
struct JobScheduleTests {
  private func schedule(
    at: String? = nil,
    every: String? = nil,
    notBefore: Int64? = nil,
    deadline: Int64? = nil
  ) throws -> JobSchedule {
    JobSchedule(
      at: try at.map { try CalendarExpression(parsing: $0) },
      every: try every.map { try CalendarExpression(parsing: $0) },
      notBeforeUnixNanoseconds: notBefore.map { (TestDevice.evening + $0) * 1_000_000_000 },
      deadlineUnixNanoseconds: deadline.map { (TestDevice.evening + $0) * 1_000_000_000 }
    )
  }

  /// Ends the job's run, if there is one, and says whether there was.
  private func finishRun(of job: JobIdentifier, on device: inout TestDevice) -> Bool {
    guard device.state(of: job) == .running else { return false }
    device.exit(job)
    return true
  }

  @Test("with --at begin once, at the next moment that is meant")
  func at() throws {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.command(schedule: try schedule(at: "23:00")))
    #expect(device.blockers(of: job) == [.notBefore])
    #expect(device.status(of: job)?.forecast == Forecast(at: .at(.hours(3)), needs: []))
    device.pass(.days(3))
    #expect(device.begins(of: job) == [.at(.hours(3))])
    device.exit(job)
    #expect(device.state(of: job) == .done)
  }

  @Test("follow the user into another zone")
  func zone() throws {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.command(schedule: try schedule(at: "23:00")))
    device.tell(.timeZone(ZoneRules(try #require(YearlyRule("CET-1CEST,M3.5.0,M10.5.0/3")))))
    device.pass(.hours(3))
    #expect(device.begins(of: job) == [.at(.hours(2))])
    #expect(device.broken == [])
  }

  @Test("stay in the zone that the expression names, wherever the user is")
  func namedZone() throws {
    var device = TestDevice.inTheEvening()
    let request = JobRequest.command(schedule: try schedule(at: "23:00 Europe/Berlin"))
    let berlin = ZoneRules(try #require(YearlyRule("CET-1CEST,M3.5.0,M10.5.0/3")))
    guard case .job(let job, _) = device.offer(request, zone: berlin) else {
      Issue.record("the job was refused")
      return
    }
    device.tell(.timeZone(ZoneRules(try #require(YearlyRule("XXX5")))))
    device.pass(.hours(3))
    #expect(device.begins(of: job) == [.at(.hours(2))])
  }

  @Test("with --every make up for missed moments by one run")
  func every() throws {
    var device = TestDevice.inTheEvening()
    let job = device.submit(try .every("*-*-* *:00:00"))
    device.pass(.hours(1))
    #expect(device.begins(of: job) == [.at(.hours(1))])
    // It runs over three further moments.
    device.pass(.minutes(200))
    device.exit(job)
    #expect(device.begins(of: job).last == device.now)
    device.exit(job)
    #expect(device.state(of: job) == .waiting)
    #expect(device.status(of: job)?.forecast.at == .at(.hours(5)))
    // The machine is off for a day.
    device.sleep(.days(1))
    #expect(finishRun(of: job, on: &device))
    #expect(device.state(of: job) == .waiting)
    #expect(device.status(of: job)?.forecast.at == .at(.hours(29)))
    #expect(device.broken == [])
  }

  @Test("wait for conditions too: a moment that passes meanwhile is made up for")
  func everyWithNeeds() throws {
    var device = TestDevice.inTheEvening()
    var request = try JobRequest.every("*-*-* 21:00")
    request.needs.externalPower = true
    let job = device.submit(request)
    device.pass(.days(3))
    #expect(device.state(of: job) == .waiting)
    device.power(true)
    #expect(finishRun(of: job, on: &device))
    #expect(device.state(of: job) == .waiting)
    #expect(device.begins(of: job).count == 1)
  }

  @Test("come through a failure: tried again, then the next moment")
  func everyFails() throws {
    var device = TestDevice.inTheEvening()
    var request = try JobRequest.every("*-*-* 21:00")
    request.retries = RetryPolicy(countMax: 1, backoff: .minutes(10))
    let job = device.submit(request)
    device.pass(.hours(1))
    device.exit(job, .exited(status: 1))
    device.pass(.minutes(10))
    device.exit(job, .exited(status: 1))
    #expect(device.state(of: job) == .waiting)
    #expect(device.status(of: job)?.forecast.at == .at(.hours(25)))
    #expect(device.begins(of: job) == [.at(.hours(1)), .at(.minutes(70))])
  }

  @Test("are made up for by one run when the clock is set forward by a year")
  func forward() throws {
    var device = TestDevice.inTheEvening()
    let job = device.submit(try .every("*-*-* *:00:00"))
    device.setWallClock(to: TestDevice.evening + 365 * 86_400)
    #expect(finishRun(of: job, on: &device))
    #expect(device.state(of: job) == .waiting)
    device.pass(.hours(1))
    #expect(device.begins(of: job).count == 2)
    #expect(device.broken == [])
  }

  @Test("come again when the clock is set back by a year, but not after a small correction")
  func back() throws {
    var device = TestDevice.inTheEvening()
    let job = device.submit(try .every("*-*-* *:00:00"))
    device.pass(.hours(1))
    #expect(finishRun(of: job, on: &device))
    device.setWallClock(to: TestDevice.evening + 3_599)
    device.pass(.minutes(30))
    #expect(device.begins(of: job).count == 1)
    device.setWallClock(to: TestDevice.evening - 365 * 86_400)
    device.pass(.hours(1))
    #expect(device.begins(of: job).count == 2)
    #expect(device.broken == [])
  }

  @Test("never lead to a storm of runs, however the clock and the zone jump")
  func noStorm() throws {
    let zones = [
      ZoneRules.utc, ZoneRules(try #require(YearlyRule("CET-1CEST,M3.5.0,M10.5.0/3"))),
      ZoneRules(try #require(YearlyRule("XXX11"))),
    ]
    var random = SplitMix64(state: 7)
    var device = TestDevice.inTheEvening()
    let jobs = [
      device.submit(try .every("*-*-* *:00:00")), device.submit(try .every("*-*-* 03:00")),
      device.submit(try .every("Mon *-*-* 09:00")),
    ]
    for _ in 0..<400 {
      switch random.below(4) {
      case 0: device.setWallClock(to: TestDevice.evening + random.signed(366 * 86_400))
      case 1: device.setWallClock(to: TestDevice.evening + random.signed(3_600))
      case 2: device.tell(.timeZone(zones[random.below(zones.count)]))
      default: device.tell(.booted)
      }
      for job in jobs {
        let before = device.device.jobs[job]?.runCount ?? 0
        for _ in 0..<10 where finishRun(of: job, on: &device) {}
        // One to make up for what the jump passed, and one that a boot had broken off.
        #expect((device.device.jobs[job]?.runCount ?? 0) - before <= 2)
        #expect(device.state(of: job) == .waiting)
      }
      device.pass(.minutes(10))
    }
    #expect(device.broken == [])
  }

  @Test("end the wait for soft conditions at the deadline, not for what it cannot do without")
  func deadline() throws {
    var device = TestDevice.inTheEvening()
    let soft = JobNeeds(externalPower: true, idle: .hours(1), isCool: true)
    let job = device.submit(.command(needs: soft, schedule: try schedule(deadline: 7_200)))
    let hard = JobNeeds(externalPower: true, network: .unmetered, freeBytesMin: 10)
    device.tell(.storage(freeBytes: 20))
    let other = device.submit(.command(needs: hard, schedule: try schedule(deadline: 7_200)))
    #expect(device.status(of: job)?.forecast == Forecast(at: .at(.hours(2)), needs: []))
    device.pass(.hours(2))
    #expect(device.begins(of: job) == [.at(.hours(2))])
    #expect(device.blockers(of: other) == [.network])
    device.tell(.network(NetworkState(link: .cellular)))
    #expect(device.state(of: other) == .running)
    #expect(device.broken == [])
  }

  @Test("with --every and a deadline are hard before it, and soft again for every later moment")
  func deadlineOfEvery() throws {
    var device = TestDevice.inTheEvening()
    let needs = JobNeeds(externalPower: true)
    // Due at 21:00, without its power at 22:00, and then again at 21:00.
    let job = device.submit(
      .command(needs: needs, schedule: try schedule(every: "*-*-* 21:00", deadline: 7_200))
    )
    device.pass(.hours(2))
    #expect(device.begins(of: job) == [.at(.hours(2))])
    #expect(finishRun(of: job, on: &device))
    #expect(device.state(of: job) == .waiting)
    device.pass(.days(3))
    #expect(device.begins(of: job).count == 1)
    #expect(device.blockers(of: job) == [.externalPower])
    device.power(true)
    #expect(device.state(of: job) == .running)
    // What it needs it needs while it runs, too.
    device.power(false)
    #expect(device.state(of: job) == .ending)
    #expect(device.broken == [])
  }

  @Test("with --every and a deadline before the first moment wait as if there were none")
  func deadlineBeforeEvery() throws {
    var device = TestDevice.inTheEvening()
    let job = device.submit(
      .command(
        needs: JobNeeds(externalPower: true),
        schedule: try schedule(every: "*-*-* 21:00", deadline: 60)
      )
    )
    device.pass(.hours(30))
    #expect(device.blockers(of: job) == [.externalPower])
    device.power(true)
    #expect(device.state(of: job) == .running)
    #expect(device.broken == [])
  }

  @Test("that lie in the wrong order, or will never come, are refused")
  func impossible() throws {
    var device = TestDevice.inTheEvening()
    #expect(
      device.offer(.command(schedule: try schedule(notBefore: 100, deadline: 99)))
        == .refused(.impossibleWindow(.deadlineBeforeStart))
    )
    #expect(
      device.offer(.command(schedule: try schedule(at: "2020-01-01")))
        == .refused(.impossibleWindow(.calendarElapsed))
    )
    let job = device.submit(.command(schedule: try schedule(notBefore: 100, deadline: 100)))
    device.pass(.hours(1))
    #expect(device.begins(of: job) == [.at(.seconds(100))])
  }
}

/// A small, seeded generator (Steele, Lea and Flood 2014).
private struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// A number between minus and plus the limit.
  mutating func signed(_ limit: Int64) -> Int64 {
    Int64(next() % UInt64(2 * limit + 1)) - limit
  }
}
