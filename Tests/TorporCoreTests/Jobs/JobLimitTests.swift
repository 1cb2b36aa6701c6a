import Testing
import TorporModel

@testable import TorporCore

@Suite("The limits of jobs")
struct JobLimitTests {
  @Test("keep a hundred finished ones of an owner, and sixteen runs of each")
  func history() {
    var device = TestDevice.inTheEvening()
    for _ in 0..<120 { device.exit(device.submit(.command())) }
    #expect(device.device.jobs.count == 100)
    let last = device.submit(.command())
    for _ in 0..<20 {
      device.exit(last)
      device.user(.runJobNow(last))
    }
    #expect(device.begins(of: last).count == 16)
    #expect(device.broken == [])
  }

  @Test("let 64 of one owner run at once, whatever they ask for; the next waits for one to end")
  func runs() {
    var device = TestDevice.inTheEvening()
    let jobs = (0..<66).map { _ in device.submit(.command()) }
    #expect(jobs.count { device.state(of: $0) == .running } == 64)
    #expect(device.blockers(of: jobs[64]) == [.slotTaken])
    let other = device.submit(.command(), owner: 502)
    #expect(device.state(of: other) == .running)
    // Not even at the owner's word.
    device.user(.runJobNow(jobs[65]))
    #expect(device.state(of: jobs[65]) == .waiting)
    #expect(device.blockers(of: jobs[65]) == [.slotTaken])
    device.exit(jobs[0])
    #expect(device.state(of: jobs[65]) == .running)
    #expect(device.state(of: jobs[64]) == .waiting)
    device.exit(jobs[1])
    #expect(device.state(of: jobs[64]) == .running)
    #expect(device.broken == [])
  }

  @Test(
    "of the machine are no failure of a job: it waits, and is tried again",
    arguments: [Int32(11), 12, 23, 24]
  )
  func wantOfRoom(errno: Int32) {
    var device = TestDevice.inTheEvening()
    device.silencesStarts = true
    let job = device.submit(.command())
    for tries in 1...3 {
      device.exit(job, .notStarted(errno: errno))
      #expect(device.state(of: job) == .waiting)
      #expect(device.blockers(of: job) == [.rateLimit])
      #expect(device.begins(of: job).count == tries)
      device.pass(.seconds(30))
      #expect(device.state(of: job) == .running)
    }
    #expect(device.device.jobs[job]?.failureCount == 0)
    #expect(device.broken == [])
  }

  @Test("keep room for root: the last 512 of the device are its own")
  func roomForRoot() {
    #expect(JobTable.countMax(forUser: 501) == 9488)
    #expect(JobTable.countMax(forUser: 0) == 10_000)
    var device = TestDevice.inTheEvening()
    device.checksInvariants = false
    for number in 0..<9488 { _ = device.submit(.onPower, owner: UInt32(501 + number % 3)) }
    #expect(device.offer(.onPower, owner: 504) == .refused(.tooManyJobs(limit: 9488)))
    #expect(device.submit(.onPower, owner: 0).rawValue > 0)
  }

  @Test("refuse more of one user than fit")
  func ofUser() {
    var device = TestDevice.inTheEvening()
    device.checksInvariants = false
    for _ in 0..<JobTable.countOfUserMax { _ = device.submit(.onPower) }
    #expect(device.offer(.onPower) == .refused(.tooManyJobs(limit: JobTable.countOfUserMax)))
    #expect(device.submit(.onPower, owner: 502).rawValue > 0)
    #expect(device.device.brokenInvariants() == [])
  }
}
