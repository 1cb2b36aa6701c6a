import Testing
import TorporModel

@testable import TorporCore

@Suite("A job and its slot")
struct JobSlotTests {
  @Test("takes a slot where it needs something of the device: four run at once, the rest wait")
  func slots() {
    var device = TestDevice.inTheEvening()
    let jobs = (0..<500).map { _ in device.submit(.onPower) }
    let free = (0..<10).map { _ in device.submit(.command()) }
    #expect(free.allSatisfy { device.state(of: $0) == .running })
    device.power(true)
    #expect(jobs.count { device.state(of: $0) == .running } == 4)
    #expect(device.blockers(of: jobs[4]) == [.slotTaken])
    device.exit(jobs[0])
    #expect(device.state(of: jobs[4]) == .running)
    #expect(jobs.count { device.state(of: $0) == .running } == 4)
    #expect(device.broken == [])
  }

  @Test("waits for a slot of its own owner: the long jobs of one stand in nobody else's way")
  func slotsOfOwners() {
    var device = TestDevice.inTheEvening()
    device.power(true)
    let long = (0..<5).map { _ in device.submit(.onPower, owner: 501) }
    let others = (0..<5).map { _ in device.submit(.onPower, owner: 502) }
    for jobs in [long, others] {
      #expect(
        jobs.map { device.state(of: $0) } == [.running, .running, .running, .running, .waiting]
      )
      #expect(device.blockers(of: jobs[4]) == [.slotTaken])
    }
    device.exit(others[0])
    #expect(device.state(of: others[4]) == .running)
    #expect(device.state(of: long[4]) == .waiting)
    device.pass(.minutes(1))
    #expect(
      device.status(of: long[4])?.blocked
        == [BlockedTime(reason: .slotTaken, total: .minutes(1))]
    )
    #expect(device.broken == [])
  }

  @Test("needs no slot when its deadline has come, and leaves one to others")
  func slotsAndDeadlines() {
    var device = TestDevice.inTheEvening()
    device.power(true)
    device.tell(.network(NetworkState(link: .wifi)))
    let long = (0..<4).map { _ in device.submit(.onPower) }
    var request = JobRequest.command(needs: JobNeeds(network: .any))
    request.schedule.deadlineUnixNanoseconds = (TestDevice.evening + 60) * 1_000_000_000
    let due = device.submit(request)
    #expect(device.blockers(of: due) == [.slotTaken])
    device.pass(.minutes(1))
    #expect(device.state(of: due) == .running)
    device.exit(long[0])
    let next = device.submit(.onPower)
    #expect(device.state(of: next) == .running)
    #expect(device.broken == [])
  }

  @Test("gives its slot to the next while it is paused, and goes on when one is free")
  func slotsAndPauses() {
    var device = TestDevice.inTheEvening()
    device.power(true)
    device.tell(.network(NetworkState(link: .wifi)))
    var request = JobRequest.command(needs: JobNeeds(network: .any))
    request.whenLost = .pause
    let paused = device.submit(request)
    let others = (0..<4).map { _ in device.submit(.onPower) }
    #expect(device.state(of: others[3]) == .waiting)
    device.tell(.network(NetworkState(link: .none)))
    #expect(device.state(of: paused) == .paused)
    #expect(device.state(of: others[3]) == .running)
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(device.blockers(of: paused) == [.slotTaken])
    device.exit(others[0])
    #expect(device.state(of: paused) == .running)
    #expect(device.broken == [])
  }
}
