import Testing
import TorporModel

@testable import TorporCore

@Suite("A job")
struct JobTests {
  @Test("that asks for nothing runs at once, and is done when its command ends well")
  func plain() {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.command())
    #expect(device.state(of: job) == .running)
    device.exit(job)
    #expect(device.state(of: job) == .done)
    #expect(device.ends(of: job) == [.exited(status: 0)])
    #expect(
      device.sentences(about: job) == [
        "accepted job 1: the user asked for it",
        "started job 1: it is due",
        "started the process of job 1",
        "job 1 ended with status 0",
        "job 1 succeeded: it ended by itself (status 0)",
      ]
    )
    #expect(device.broken == [])
  }

  @Test("that fails is tried again, ever later, and fails for good after the last try")
  func retries() {
    var device = TestDevice.inTheEvening()
    var request = JobRequest.command()
    request.retries = RetryPolicy(countMax: 3, backoff: .hours(2))
    let job = device.submit(request)
    device.exit(job, .exited(status: 1))
    #expect(device.blockers(of: job) == [.rateLimit])
    for _ in 0..<3 {
      device.pass(.hours(6))
      device.exit(job, .signalled(signal: 11))
    }
    // Six hours after each: the pauses were 2, 4 and, at most, 5 hours.
    let begins = device.begins(of: job)
    #expect(begins[1] == .at(.hours(2)))
    #expect(begins[2] == .at(.hours(10)))
    #expect(begins[3] == .at(.hours(17)))
    #expect(device.state(of: job) == .failed)
    #expect(device.broken == [])
  }

  @Test("that cannot be started has failed, and says why")
  func notStarted() {
    var device = TestDevice.inTheEvening()
    device.silencesStarts = true
    let job = device.submit(.command())
    device.exit(job, .notStarted(errno: 2))
    #expect(device.state(of: job) == .failed)
    #expect(device.ends(of: job) == [.notStarted(errno: 2)])
    #expect(
      device.sentences(about: job).contains("could not start job 1 (no such file)")
    )
  }

  @Test("waits for the jobs before it to finish well")
  func dependencies() {
    var device = TestDevice.inTheEvening()
    let first = device.submit(.command(name: "first"))
    let second = device.submit(.command(name: "second", schedule: JobSchedule(after: [first])))
    #expect(device.blockers(of: second) == [.dependency])
    device.pass(.minutes(1))
    device.exit(first, .exited(status: 1))
    #expect(device.state(of: second) == .failed)
    device.user(.runJobNow(first))
    device.exit(first)
    #expect(device.state(of: second) == .running)
    #expect(
      device.status(of: second)?.blocked
        == [BlockedTime(reason: .dependency, total: .minutes(1))]
    )
    // One that has finished well already is no obstacle.
    let third = device.submit(.command(schedule: JobSchedule(after: [first])))
    #expect(device.state(of: third) == .running)
    #expect(device.broken == [])
  }

  @Test("says what became of the job before it, which is kept for as long as it is waited for")
  func lostDependencies() {
    var device = TestDevice.inTheEvening()
    let failed = device.submit(.command(name: "base"))
    let cancelled = device.submit(.command(name: "other", needs: JobNeeds(externalPower: true)))
    let last = device.submit(
      .command(name: "report", schedule: JobSchedule(after: [failed, cancelled]))
    )
    device.exit(failed, .exited(status: 1))
    device.user(.cancelJob(cancelled))
    #expect(device.status(of: last)?.failedBefore == "base failed")
    device.user(.runJobNow(failed))
    #expect(device.state(of: last) == .failed)
    let next = device.submit(.command(name: "next", schedule: JobSchedule(after: [failed])))
    #expect(device.user(.removeJob(failed)) == .refused(.jobIsNotFinished(failed)))
    #expect(device.state(of: next) == .waiting)
    device.exit(failed)
    device.user(.removeJob(failed))
    #expect(device.state(of: failed) == nil)
    #expect(device.status(of: last)?.failedBefore == "other was cancelled")
    device.user(.removeJob(cancelled))
    #expect(device.state(of: cancelled) == nil)
    #expect(device.broken == [])
  }

  @Test("may wait for jobs of its own owner alone")
  func foreignDependency() {
    var device = TestDevice.inTheEvening()
    let first = device.submit(.command(), owner: 502)
    let reply = device.offer(.command(schedule: JobSchedule(after: [first])))
    #expect(reply == .refused(.unknownJob(name: "1", similar: [])))
  }

  @Test("runs past its conditions when its owner says so, and is not stopped for them")
  func runNow() {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.onPower)
    device.user(.runJobNow(job))
    #expect(device.state(of: job) == .running)
    device.tell(.thermal(.serious))
    #expect(device.state(of: job) == .running)
    device.exit(job)
    #expect(device.state(of: job) == .done)
    // A finished one runs once more.
    device.user(.runJobNow(job))
    #expect(device.state(of: job) == .running)
    #expect(device.broken == [])
  }

  @Test("that is told to run while it ends runs again when it has ended")
  func runNowWhileEnding() {
    var device = TestDevice.inTheEvening()
    device.power(true)
    let job = device.submit(.onPower)
    device.power(false)
    device.user(.runJobNow(job))
    #expect(device.state(of: job) == .ending)
    device.exit(job)
    #expect(device.state(of: job) == .running)
    #expect(device.broken == [])
  }

  @Test("is taken back in any state, and ended first where it runs")
  func cancel() {
    var device = TestDevice.inTheEvening()
    let waiting = device.submit(.onPower)
    device.user(.cancelJob(waiting))
    #expect(device.state(of: waiting) == .cancelled)
    #expect(device.user(.cancelJob(waiting)) == .refused(.jobIsFinished(waiting)))
    let running = device.submit(.command())
    #expect(device.user(.removeJob(running)) == .refused(.jobIsNotFinished(running)))
    device.user(.cancelJob(running))
    #expect(device.state(of: running) == .ending)
    device.pass(.seconds(5))
    #expect(device.state(of: running) == .cancelled)
    #expect(device.ends(of: running) == [.cancelled])
    device.user(.removeJob(running))
    #expect(device.state(of: running) == nil)
    #expect(device.log.contains { $0.effect == .remove(JobRecord.app(of: running)) })
    #expect(device.broken == [])
  }

  @Test("that is paused hears that it is to end when it is taken back")
  func cancelPaused() {
    var device = TestDevice.inTheEvening()
    device.power(true)
    var request = JobRequest.onPower
    request.whenLost = .pause
    let job = device.submit(request)
    device.power(false)
    device.user(.cancelJob(job))
    #expect(device.state(of: job) == .ending)
    #expect(device.wasAskedToEnd(job))
    device.pass(.seconds(5))
    #expect(device.state(of: job) == .cancelled)
    #expect(device.broken == [])
  }

  @Test("whose process the user quits as an app is taken back")
  func quit() {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.command())
    device.user(.forceQuit(app: JobRecord.app(of: job)))
    device.pass(.seconds(5))
    #expect(device.state(of: job) == .cancelled)
    #expect(device.broken == [])
  }

  @Test("outlives a restart of the machine, and runs again")
  func reboot() {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.command())
    let other = device.submit(.onPower)
    device.tell(.booted)
    #expect(device.state(of: job) == .waiting)
    #expect(device.ends(of: job) == [.interrupted])
    #expect(device.state(of: other) == .waiting)
    device.pass(.seconds(30))
    #expect(device.state(of: job) == .running)
    #expect(device.broken == [])
  }

  @Test("goes on over a crash of the daemon; one that ended meanwhile, unseen, runs again")
  func daemonRestart() {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.command())
    device.tell(.daemonRestarted(survivors: device.survivors))
    #expect(device.state(of: job) == .running)
    #expect(device.begins(of: job).count == 1)
    device.tell(.daemonRestarted(survivors: []))
    #expect(device.ends(of: job) == [.unseen])
    device.pass(.seconds(30))
    #expect(device.begins(of: job).count == 2)
    #expect(device.broken == [])
  }

  @Test(
    "that ended while no daemon lived is judged by its status, where that was kept",
    arguments: [
      (TorporModel.ExitStatus.exited(status: 0), JobState.done, JobRunEnd.exited(status: 0)),
      (.exited(status: 3), .failed, .exited(status: 3)),
      (.signalled(signal: 11), .failed, .signalled(signal: 11)),
      (.unknown, .waiting, .unseen),
    ]
  )
  func endedUnwatched(status: TorporModel.ExitStatus, state: JobState, end: JobRunEnd) throws {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.command())
    let launch = try #require(device.status(of: job)?.launch)
    let survivor = Survivor(
      app: JobRecord.app(of: job),
      launch: launch,
      isFrozen: false,
      end: status
    )
    device.tell(.daemonRestarted(survivors: [survivor]))
    #expect(device.state(of: job) == state)
    #expect(device.ends(of: job) == [end])
    // A daemon that dies before it has forgotten the end is told of it again.
    device.tell(.daemonRestarted(survivors: [survivor]))
    #expect(device.state(of: job) == state)
    #expect(device.begins(of: job).count == 1)
    #expect(device.broken == [])
  }

  @Test("has a line in the ledger for each run that says how it ended")
  func ledger() {
    var device = TestDevice.inTheEvening()
    device.power(true)
    var request = JobRequest.onPower
    request.retries = RetryPolicy(countMax: 9)
    let job = device.submit(request)
    device.power(false)
    device.exit(job, .signalled(signal: 15))
    device.power(true)
    for status in [
      TorporModel.ExitStatus.exited(status: 3), .signalled(signal: 11), .unknown,
      .notStarted(errno: 2),
    ] {
      device.exit(job, status)
      device.pass(.hours(5))
    }
    let ends = device.sentences(about: job).filter {
      $0.contains("job 1 failed") || $0.hasPrefix("stopped") || $0.hasPrefix("ended")
    }
    #expect(
      ends == [
        "ended job 1: the device is not on external power",
        "stopped job 1, which will run again: external power was lost",
        "job 1 failed: it ended by itself (status 3)",
        "job 1 failed: it ended by itself (SIGSEGV)",
        "stopped job 1, which will run again: the daemon was restarted",
        "job 1 failed: it could not be started (no such file)",
      ]
    )
    #expect(device.broken == [])
  }
}
