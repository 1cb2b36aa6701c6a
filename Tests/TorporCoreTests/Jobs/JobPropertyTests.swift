import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("Jobs, whatever happens to them,")
struct JobPropertyTests {
  @Test(
    "are never lost, never run twice at once, and begin with what they need",
    arguments: UInt64(1)...30
  )
  func story(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    var device = TestDevice.inTheEvening()
    var accepted: [JobIdentifier] = []
    for _ in 0..<120 {
      try step(&device, &accepted, &random)
      for job in accepted { #expect(device.device.jobs[job] != nil, "job \(job) was lost") }
    }
    #expect(device.broken == [])
    expectNeedsAtBegin(of: device)
    let bytes = try SavedCodec.encode(device.device)
    let back = try SavedCodec.decode(Device.self, from: bytes)
    #expect(back == device.device)
    #expect(back.nextWakeup == device.device.nextWakeup)
    #expect(try SavedCodec.encode(back) == bytes)
  }

  /// Every run that its owner did not force was recorded with conditions that held.
  private func expectNeedsAtBegin(of device: TestDevice) {
    for entry in device.log {
      guard case .record(let decision) = entry.effect, case .run(.job) = decision.action,
        decision.verdict == .done
      else { continue }
      #expect(decision.conditions.filter { !$0.holds } == [])
    }
  }

  private func step(
    _ device: inout TestDevice,
    _ accepted: inout [JobIdentifier],
    _ random: inout SplitMix64
  ) throws {
    let job = accepted.isEmpty ? nil : accepted[random.below(accepted.count)]
    switch random.below(14) {
    case 0, 1, 2:
      let reply = device.offer(try request(among: accepted, &random))
      if case .job(let job, isNew: true) = reply { accepted.append(job) }
    case 3: device.power(random.below(2) == 0, percent: random.below(101))
    case 4: device.tell(.network(NetworkState(link: random.below(2) == 0 ? .none : .wifi)))
    case 5: device.tell(.userIdle(since: random.below(2) == 0 ? nil : device.now))
    case 6: if let job { device.user(.cancelJob(job)) }
    case 7: if let job { device.user(.runJobNow(job)) }
    case 8, 9: if let job { device.exit(job, .exited(status: Int32(random.below(2)))) }
    case 10: device.setWallClock(to: TestDevice.evening + Int64(random.below(40_000_000)))
    case 11: device.tell(.booted)
    case 12: device.tell(.daemonRestarted(survivors: device.survivors))
    default: device.pass(.minutes(random.below(300)))
    }
  }

  private func request(
    among jobs: [JobIdentifier],
    _ random: inout SplitMix64
  ) throws -> JobRequest {
    var request = JobRequest.command()
    request.needs.externalPower = random.below(3) == 0
    if random.below(4) == 0 { request.needs.network = .any }
    if random.below(4) == 0 { request.needs.idle = .minutes(random.below(20) + 1) }
    if random.below(4) == 0 { request.needs.batteryPercentMin = random.below(101) }
    if random.below(4) == 0 {
      request.schedule.every = try CalendarExpression(parsing: "*-*-* *:00:00")
    }
    if random.below(5) == 0 {
      request.schedule.deadlineUnixNanoseconds =
        (TestDevice.evening + Int64(random.below(40_000_000))) * 1_000_000_000
    }
    if random.below(5) == 0, let job = jobs.last { request.schedule.after = [job] }
    if random.below(5) == 0, let job = jobs.last { request.schedule.afterAny = [job] }
    if random.below(3) == 0 { request.onFailure = "true" }
    if random.below(3) == 0 { request.timeout = .minutes(random.below(100) + 1) }
    if random.below(2) == 0 { request.whenLost = .pause }
    if random.below(2) == 0 { request.retries = RetryPolicy(countMax: 2, backoff: .minutes(5)) }
    return request
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
}
