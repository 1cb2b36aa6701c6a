import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("A session about jobs")
struct JobSessionTests {
  private func submission(
    _ name: String? = nil,
    needs: JobNeeds = JobNeeds(externalPower: true),
    after: [String] = []
  ) -> JobSubmission {
    JobSubmission(
      request: JobRequest(name: name, command: "make all", needs: needs),
      after: after,
      executable: "/usr/bin/make",
      arguments: ["make", "all"],
      environment: ["HOME=/home/ada"],
      workingDirectory: "/home/ada"
    )
  }

  private func jobs(of daemon: TestDaemon, user: UInt32) throws -> [String] {
    try daemon.control(Control.ListJobs(), user: user).jobs.map(\.name)
  }

  @Test("submits a command that runs as its caller when its conditions hold")
  func submit() throws {
    let daemon = try TestDaemon()
    let reply = try daemon.control(Control.SubmitJob(submission()), user: 501)
    #expect(reply.job == JobIdentifier(rawValue: 1) && reply.name == "make" && reply.isNew)
    #expect(daemon.kernel.recipes.isEmpty)
    let power = PowerState(isOnExternalPower: true, batteryPercent: nil)
    daemon.driver.post(.input(.device(event: .power(power))))
    daemon.driver.turn()
    let recipe = daemon.kernel.recipes.values.first
    #expect(recipe?.userID == 501)
    #expect(recipe?.environment == ["HOME=/home/ada"])
    #expect(recipe?.executable == "/usr/bin/make")
  }

  @Test("runs the command for a failure as the job, with the shell in the place of its command")
  func failureCommand() throws {
    let daemon = try TestDaemon()
    var wish = submission("dump", needs: JobNeeds())
    wish.request.onFailure = "mail root"
    _ = try daemon.control(Control.SubmitJob(wish), user: 501)
    let first = try #require(daemon.kernel.alive.keys.first)
    daemon.kernel.end(first, .exited(status: 3))
    daemon.driver.turn()
    let launch = try #require(daemon.kernel.alive.keys.first)
    #expect(launch != first)
    let recipe = try #require(daemon.kernel.recipes[launch])
    #expect(recipe.executable == "/bin/sh")
    #expect(recipe.arguments == ["sh", "-c", "mail root"])
    #expect(recipe.userID == 501)
    #expect(recipe.workingDirectory == "/home/ada")
    #expect(
      recipe.environment == [
        "HOME=/home/ada", "TORPOR_JOB=1", "TORPOR_JOB_NAME=dump", "TORPOR_JOB_RESULT=exited 3",
      ]
    )
  }

  @Test("names jobs to follow in any case by name, the caller's own only")
  func followsInAnyCase() throws {
    let daemon = try TestDaemon()
    _ = try daemon.control(Control.SubmitJob(submission("dump")), user: 501)
    var wish = submission("report", needs: JobNeeds())
    wish.afterAny = ["dump"]
    _ = try daemon.control(Control.SubmitJob(wish), user: 501)
    let jobs = try daemon.control(Control.ListJobs(), user: 501).jobs
    #expect(jobs.map(\.request.schedule.afterAny) == [[], [JobIdentifier(rawValue: 1)]])
    #expect(throws: WireError.self) { try daemon.control(Control.SubmitJob(wish), user: 502) }
  }

  /// A daemon that died while a job without conditions ran, which then ended well.
  private func endedUnheard() throws -> (daemon: TestDaemon, launch: LaunchIdentifier) {
    let daemon = try TestDaemon()
    _ = try daemon.control(Control.SubmitJob(submission(needs: JobNeeds())))
    let launch = try #require(daemon.kernel.alive.keys.first)
    daemon.kernel.endUnheard(launch, .exited(status: 0))
    return (daemon, launch)
  }

  private func state(in daemon: TestDaemon) -> JobState? {
    daemon.driver.device.jobs[JobIdentifier(rawValue: 1)]?.state
  }

  @Test("is over when its command ended well while no daemon lived; that is forgotten once saved")
  func endedWhileNoDaemonLived() throws {
    let (daemon, launch) = try endedUnheard()
    daemon.journal.failingCommits = [daemon.journal.commitCount + 1]
    let next = try TestDaemon(journal: daemon.journal, kernel: daemon.kernel)
    next.driver.takeOver(machineWasRestarted: false)
    #expect(state(in: next) == .done)
    #expect(daemon.kernel.keptEnds.keys.contains(launch), "what is not saved was forgotten")
    // That daemon dies with what it knew, and the one after it is told again.
    let last = try TestDaemon(journal: daemon.journal, kernel: daemon.kernel)
    last.driver.takeOver(machineWasRestarted: false)
    #expect(state(in: last) == .done)
    #expect(daemon.kernel.keptEnds.isEmpty)
    #expect(daemon.kernel.recipes.count == 1)
  }

  @Test("is interrupted by a restart of the machine, whatever was kept of its end")
  func endedBeforeBoot() throws {
    let (daemon, _) = try endedUnheard()
    let next = try TestDaemon(journal: daemon.journal, kernel: daemon.kernel)
    next.driver.takeOver(machineWasRestarted: true)
    #expect(state(in: next) == .waiting)
    #expect(daemon.kernel.keptEnds.isEmpty)
  }

  @Test("shows and commands the caller's own jobs, and root's all")
  func owners() throws {
    let daemon = try TestDaemon()
    _ = try daemon.control(Control.SubmitJob(submission("mine")), user: 501)
    _ = try daemon.control(Control.SubmitJob(submission("yours")), user: 502)
    #expect(try jobs(of: daemon, user: 501) == ["mine"])
    #expect(try jobs(of: daemon, user: 0) == ["mine", "yours"])
    for method in [
      ControlCall.cancelJob(Control.CancelJob(job: "yours")),
      .runJobNow(Control.RunJobNow(job: "2")), .removeJob(Control.RemoveJob(job: "yours")),
      .jobOutput(Control.JobOutput(job: "2")), .listJobs(Control.ListJobs(job: "yours")),
      .submitJob(Control.SubmitJob(submission(after: ["yours"]))),
    ] {
      #expect(throws: WireError.self) { try daemon.control(method, user: 501) }
    }
    try daemon.control(Control.CancelJob(job: "yours"), user: 0)
    try daemon.control(Control.RemoveJob(job: "2"), user: 502)
    #expect(try jobs(of: daemon, user: 502) == [])
    #expect(throws: WireError.refused(.unknownJob(name: "min", similar: ["mine"]))) {
      try daemon.control(Control.CancelJob(job: "min"), user: 501)
    }
  }

  @Test("resolves the names of jobs to wait for")
  func after() throws {
    let daemon = try TestDaemon()
    _ = try daemon.control(Control.SubmitJob(submission("first")), user: 501)
    _ = try daemon.control(
      Control.SubmitJob(submission("second", after: ["first", "1"])),
      user: 501
    )
    let jobs = try daemon.control(Control.ListJobs(job: "second"), user: 501).jobs
    #expect(jobs.first?.request.schedule.after == [JobIdentifier(rawValue: 1)])
  }

  @Test("gives long lists page by page")
  func pages() throws {
    let daemon = try TestDaemon()
    for _ in 0..<250 { _ = try daemon.control(Control.SubmitJob(submission()), user: 501) }
    var counts: [Int] = []
    var query = Control.ListJobs()
    repeat {
      let reply = try daemon.control(query, user: 501)
      let (page, next) = (reply.jobs, reply.next)
      counts.append(page.count)
      query.after = next
    } while query.after != nil
    #expect(counts == [100, 100, 50])
  }

  @Test("refuses a zone that nobody knows")
  func zone() throws {
    let daemon = try TestDaemon()
    var wish = submission()
    wish.request.schedule.at = try CalendarExpression(parsing: "03:00 Europe/Atlantis")
    #expect(throws: WireError.invalidParameter(parameter: "at")) {
      try daemon.control(Control.SubmitJob(wish), user: 501)
    }
  }

  @Test("whose daemon dies finds its jobs, and how they are started, in the next one")
  func restart() throws {
    let journal = MemoryJournal()
    do {
      let daemon = try TestDaemon(journal: journal)
      _ = try daemon.control(Control.SubmitJob(submission("backup")), user: 501)
    }
    let next = try TestDaemon(journal: journal)
    #expect(try jobs(of: next, user: 501) == ["backup"])
    _ = try next.control(Control.RunJobNow(job: "backup"), user: 501)
    #expect(next.kernel.recipes.values.first?.arguments == ["make", "all"])
  }
}
