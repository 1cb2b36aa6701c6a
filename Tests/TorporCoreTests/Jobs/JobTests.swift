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
        "started job 1: its time has come",
        "launched torpor.job.1 into the background for its job: it is a job that runs",
        "torpor.job.1 ended with status 0",
        "job 1 finished (success): it ended by itself (status 0)",
      ]
    )
    #expect(device.broken == [])
  }

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
    let waits = device.sentences(about: job).filter { $0.hasPrefix("waits") }
    #expect(waits == ["waits to run job 1: the device is not on external power"])
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
      device.sentences(about: job).contains("could not start torpor.job.1 (no such file)")
    )
  }

  @Test("waits for the jobs before it to finish well")
  func dependencies() {
    var device = TestDevice.inTheEvening()
    let first = device.submit(.command(name: "first"))
    let second = device.submit(.command(name: "second", schedule: JobSchedule(after: [first])))
    #expect(device.blockers(of: second) == [.dependency])
    device.exit(first, .exited(status: 1))
    #expect(device.state(of: second) == .waiting)
    device.user(.runJobNow(first))
    device.pass(.minutes(1))
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
    let subjects = device.status(of: last)?.conditions.map(\.subject)
    #expect(subjects == ["base failed", "other was cancelled"])
    let refusal = Refusal.jobIsAwaited(failed, by: "report")
    #expect(device.user(.removeJob(failed)) == .refused(refusal))
    device.user(.runJobNow(failed))
    device.exit(failed)
    device.user(.removeJob(failed))
    #expect(device.state(of: failed) == nil)
    device.user(.cancelJob(last))
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
      $0.contains("finished") || $0.contains("torpor.job.1: ") && !$0.contains("launched")
    }
    #expect(
      ends == [
        "ended torpor.job.1: the device is not on external power",
        "job 1 finished (failure): a condition that it needs was lost (externalPower)",
        "job 1 finished (failure): it ended by itself (status 3)",
        "job 1 finished (failure): it ended by itself (SIGSEGV)",
        "job 1 finished (failure): the daemon was restarted",
        "job 1 finished (failure): it could not be started (no such file)",
      ]
    )
    #expect(device.broken == [])
  }

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

@Suite("The names of jobs")
struct JobNameTests {
  @Test("are made from the command, with a number where they are taken")
  func made() {
    var device = TestDevice.inTheEvening()
    let jobs = (0..<3).map { _ in device.submit(.command()) }
    let names = jobs.map { device.status(of: $0)?.name }
    #expect(names == ["backup", "backup-2", "backup-3"])
    let other = device.submit(.command(), owner: 502)
    #expect(device.status(of: other)?.name == "backup")
  }

  @Test("that are taken are refused, replaced, kept or used once, as was asked")
  func conflicts() {
    var device = TestDevice.inTheEvening()
    var request = JobRequest.command(name: "backup")
    let first = device.submit(request)
    #expect(
      device.offer(request) == .refused(.jobNameTaken(name: "backup", job: first))
    )
    request.conflict = .keep
    #expect(device.offer(request) == .job(first, isNew: false))
    request.conflict = .once
    #expect(device.offer(request) == .job(first, isNew: false))
    request.conflict = .replace
    let second = device.submit(request)
    #expect(device.state(of: first) == .ending)
    #expect(device.state(of: second) == .running)
    device.exit(second)
    request.conflict = .once
    #expect(device.offer(request) == .job(second, isNew: false))
    request.conflict = .keep
    #expect(device.submit(request) != second)
    #expect(device.broken == [])
  }

  @Test(
    "are letters, digits and some signs, and no number",
    arguments: [
      ("backup", true), ("a.b_c-d", true), ("", false), ("12", false), ("1a", true), ("a b", false),
      ("ä", false), (String(repeating: "a", count: 64), true),
      (String(repeating: "a", count: 65), false),
    ]
  )
  func rules(name: String, isValid: Bool) {
    #expect(JobName.isValid(name) == isValid)
  }

  @Test(
    "made from any program are names",
    arguments: ["/usr/bin/make", "12", "ä ö", "", "/", String(repeating: "x", count: 200)]
  )
  func fromProgram(program: String) {
    #expect(JobName.isValid(JobName.make(fromProgram: program)))
  }

  @Test("of jobs' processes are taken by no app")
  func reserved() {
    var device = TestDevice.inTheEvening()
    let manifest = AppManifest(identifier: JobRecord.app(of: JobIdentifier(rawValue: 7)))
    let reply = device.user(.install(manifest: manifest, settings: AppSettings(), replaces: true))
    #expect(reply == .refused(.alreadyInstalled(manifest.identifier)))
  }
}

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
