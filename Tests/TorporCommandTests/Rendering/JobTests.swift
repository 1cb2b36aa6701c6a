import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor

@Suite("The list of jobs")
struct JobListTests {
  private let jobs = [
    Samples.job(14, "report", .failed, runs: [Samples.run(minutesAgo: 6, .exited(status: 3))]),
    Samples.job(
      12,
      "backup",
      .waiting,
      request: JobRequest(
        command: "rsync -a /home /mnt",
        needs: JobNeeds(externalPower: true, network: .unmetered)
      ),
      conditions: [
        Condition(.externalPower, holds: false), Condition(.network, holds: false),
        Condition(.thermal),
      ],
      forecast: Forecast(at: Samples.now + .minutes(190), needs: [.externalPower]),
      runs: [Samples.run(minutesAgo: 40, .exited(status: 0))]
    ),
    Samples.job(13, "index", .running, runs: [Samples.run(minutesAgo: 2, nil)]),
  ]

  private func lines(
    _ jobs: [JobStatus],
    showsAll: Bool = false,
    userID: UInt32 = 1000,
    width: Int? = nil
  ) -> String {
    JobList.lines(
      jobs,
      Samples.clock,
      .plain,
      showsAll: showsAll,
      userID: userID,
      width: width
    ).joined(separator: "\n")
  }

  @Test("shows what each waits for, when it comes, and how it went last time")
  func table() {
    #expect(
      lines(jobs) == """
        JOB  NAME    STATE    WAITS FOR                                        LAST RESULT       COMMAND
         12  backup  waiting  external power; an unmetered network; Sat 07:10  ok, 39m ago       rsync -a /home /mnt
         13  index   running  runs for 2m 00s                                  -                 rsync -a /home /mnt
         14  report  failed   -                                                status 3, 5m ago  rsync -a /home /mnt
        """
    )
  }

  @Test("fits into a narrow terminal", arguments: [80, 100, 120])
  func narrow(width: Int) {
    let all = lines(jobs, width: width).split(separator: "\n")
    #expect(all.allSatisfy { $0.count <= width }, "\(all)")
    #expect(all.count == 4)
  }

  @Test("leaves out what was over a day ago, and says so")
  func older() {
    var clockwork = Samples.job(1, "old", .done)
    clockwork.submittedAt = Samples.now - .days(2)
    #expect(
      lines([clockwork]) == """
        No job waits or runs.
        1 older finished job: `torpor jobs --all`
        """
    )
    #expect(lines([clockwork], showsAll: true).contains("old"))
  }

  @Test("says how to get a job where there is none")
  func none() {
    #expect(
      lines([])
        == "No jobs. `torpor when --power ac -- COMMAND` runs one as soon as there is external power."
    )
  }

  @Test("says whose they are, to who sees those of others")
  func owners() {
    #expect(lines(jobs, userID: 0).hasPrefix("JOB  USER  NAME"))
  }

  @Test("never lets a command reach the terminal as it is")
  func commands() {
    let job = Samples.job(1, "x", .running, request: JobRequest(command: "a\u{1b}[2J\nb"))
    #expect(lines([job]).contains("a\\x1b[2J\\nb"))
  }
}

@Suite("An explanation of a job")
struct JobExplanationTests {
  @Test("tells what was asked for, what it waits for since when, what to expect, and its runs")
  func whole() throws {
    let job = Samples.job(
      12,
      "backup",
      .waiting,
      request: JobRequest(
        command: "rsync -a /home /mnt",
        needs: JobNeeds(externalPower: true, network: .unmetered, idle: .minutes(5)),
        schedule: JobSchedule(every: try CalendarExpression(parsing: "daily")),
        retries: RetryPolicy(countMax: 2),
        timeout: .hours(1)
      ),
      conditions: [
        Condition(.network, since: Samples.now - .minutes(50)),
        Condition(.externalPower, holds: false, since: Samples.now - .minutes(12)),
        Condition(.notBefore, since: Samples.now - .minutes(4)),
      ],
      blocked: [
        BlockedTime(reason: .externalPower, total: .minutes(40)),
        BlockedTime(reason: .deviceInUse, total: .minutes(3)),
      ],
      forecast: Forecast(at: Samples.now + .minutes(190), needs: [.externalPower]),
      runs: [
        Samples.run(minutesAgo: 30, .exited(status: 0)),
        Samples.run(minutesAgo: 20, .conditionLost(.externalPower)),
      ]
    )
    #expect(
      JobExplanation.lines(job, Samples.clock, .plain).joined(separator: "\n") == """
        Job 12 (backup) waits for external power.
          rsync -a /home /mnt

        Request
          every *-*-* 00:00:00
          with external power, an unmetered network and 5m of idle time
          stopped when a condition is lost; runs again later
          stopped after 1h
          retried at most 2 times when it fails, first after 30s
          submitted 50m 00s ago, Sat 03:10 by user \(LoginName.of(1000))

        What it waits for
          blocked  the device is not on external power
                   since Sat 03:48 (12m 00s); blocked for 40m 00s in total (longest)
          holds    the network that it needs is available
                   since Sat 03:10 (50m 00s)
          holds    it is due
                   since Sat 03:56:00 (4m 00s)
          earlier  the device is in use
                   blocked for 3m 00s in total

        What to expect
          next plausible run in 3h 10m, Sat 07:10; needs external power

        Runs
          BEGAN      TOOK  END
          Sat 03:30   10s  succeeded
          Sat 03:40   10s  stopped: external power was lost; will run again
        """
    )
  }

  @Test(
    "says where the job stands",
    arguments: [
      (
        Samples.job(3, "a", .running, runs: [Samples.run(minutesAgo: 20, nil)]),
        "has been running since Sat 03:40"
      ),
      (Samples.job(3, "a", .waiting), "is about to run"),
      (
        Samples.job(
          3,
          "a",
          .waiting,
          conditions: [Condition(.notBefore, holds: false, until: Samples.now + .hours(20))]
        ),
        "waits for its time, in 20h 00m, Sun 00:00"
      ),
      (
        Samples.job(
          3,
          "a",
          .waiting,
          conditions: [Condition(.rateLimit, holds: false, until: Samples.now + .minutes(20))]
        ),
        "waits for its next try, in 20m 00s, Sat 04:20"
      ),
      (
        Samples.job(3, "a", .paused, conditions: [Condition(.deviceInUse, holds: false)]),
        "is paused and waits for an idle device"
      ),
      (Samples.job(3, "a", .cancelled), "was cancelled"),
      (
        Samples.job(3, "a", .done, runs: [Samples.run(minutesAgo: 20, .exited(status: 0))]),
        "is done; its last run ended 19m 50s ago, Sat 03:40"
      ),
    ]
  )
  func states(job: JobStatus, text: String) {
    #expect(JobExplanation.state(job, Samples.clock, .plain) == text)
  }

  @Test("is preceded, when the job is submitted, by what it waits for and how to see more")
  func announcement() {
    let job = Samples.job(
      12,
      "backup",
      .waiting,
      request: JobRequest(
        command: "x",
        needs: JobNeeds(batteryPercentMin: 40, freeBytesMin: 1 << 30)
      ),
      conditions: [Condition(.batteryLow, holds: false), Condition(.storage, holds: false)],
      forecast: Forecast(at: Samples.now + .minutes(190), needs: [.batteryLow])
    )
    #expect(
      JobAnnouncement.lines(job, Samples.clock) == [
        "Job 12 (backup) waits for 40% of battery and 1.0 GiB of free disk space. Next plausible run: "
          + "in 3h 10m, Sat 07:10.",
        "Details: `torpor jobs show backup`. Output: `torpor jobs output backup`",
      ]
    )
    #expect(
      JobAnnouncement.lines(Samples.job(3, "a", .waiting), wasThere: true, Samples.clock)[0]
        == "Job 3 (a) already exists and is unchanged: it is about to run."
    )
    #expect(
      JobAnnouncement.lines(Samples.job(3, "a", .waiting), isAttached: true, Samples.clock)[1]
        == "Ctrl-C detaches; the job keeps running. Details: `torpor jobs show a`"
    )
    #expect(
      JobAnnouncement.lines(Samples.job(3, "a", .failed), isAttached: true, Samples.clock)[1]
        == "Details: `torpor jobs show a`"
    )
  }
}

@Suite("A forecast")
struct ForecastTests {
  private func text(at length: Duration?, needs: [Reason]) -> String {
    Forecast(at: length.map { Samples.now + $0 }, needs: needs).text(
      Samples.clock,
      NeedText(needs: JobNeeds(network: .unmetered)),
      [Condition(.dependency, holds: false, subject: "backup")]
    )
  }

  @Test("names the moment where a clock knows it, and what is needed")
  func forecasts() {
    #expect(text(at: .hours(2), needs: []) == "next run in 2h 00m, Sat 06:00")
    #expect(
      text(at: .hours(2), needs: [.network, .dependency])
        == "next plausible run in 2h 00m, Sat 06:00; needs an unmetered network and job backup"
    )
    #expect(text(at: nil, needs: []) == "is about to run")
    #expect(text(at: .zero, needs: []) == "is about to run")
    // Nothing is expected of a moment that has passed while something else is missing.
    for length in [nil, Duration.zero, .seconds(-5)] {
      #expect(
        text(at: length, needs: [.externalPower])
          == "needs external power (time unknown)"
      )
    }
  }
}

@Suite("The end of a run")
struct RunEndTests {
  @Test(
    "has a clause, a label and the exit status of torpor when --wait",
    arguments: [
      (JobRunEnd.exited(status: 0), "succeeded", "ok", Int32(0)),
      (.exited(status: 3), "failed with status 3", "status 3", 3),
      (.signalled(signal: 11), "was ended by SIGSEGV", "SIGSEGV", 139),
      (.timedOut, "timed out", "timed out", 124),
      (
        .conditionLost(.network), "stopped: the network was lost; will run again",
        "stopped", 137
      ),
      (.cancelled, "was cancelled", "cancelled", 143),
      (
        .interrupted, "was interrupted by a restart of the machine; will run again", "interrupted",
        137
      ),
      (.notStarted(errno: 2), "could not be started: no such file", "not started", 127),
      (.notStarted(errno: 13), "could not be started: permission denied", "not started", 126),
      (
        .notInFolder(path: "/x\u{1b}", errno: 2),
        "could not be started: its working directory /x\\x1b cannot be entered: no such file",
        "not started", 127
      ),
      (.unseen, "ended; its exit status is unknown", "unseen", 137),
    ]
  )
  func ends(end: JobRunEnd, clause: String, label: String, status: Int32) {
    #expect(end.clause(NeedText()) == clause)
    #expect(end.label == label)
    #expect(end.exitStatus == status)
  }

  @Test("of a command for a failure leads to no other run")
  func commandClauses() {
    #expect(
      JobRunEnd.interrupted.commandClause(NeedText())
        == "was interrupted by a restart of the machine"
    )
    #expect(
      JobRunEnd.conditionLost(.memoryPressure).commandClause(NeedText())
        == "stopped: memory became short"
    )
    #expect(JobRunEnd.exited(status: 3).commandClause(NeedText()) == "failed with status 3")
  }

  @Test("is told by torpor when --wait where the status alone would not say it")
  func verdicts() {
    let failed = Samples.job(
      3,
      "a",
      .failed,
      runs: [Samples.run(minutesAgo: 1, .exited(status: 3))]
    )
    #expect(AttachedJob.verdict(on: failed) == (3, nil))
    let late = Samples.job(3, "a", .failed, runs: [Samples.run(minutesAgo: 1, .timedOut)])
    #expect(
      AttachedJob.verdict(on: late)
        == (124, "Job 3 (a) timed out.")
    )
    #expect(
      AttachedJob.verdict(on: Samples.job(3, "a", .cancelled))
        == (143, "Job 3 (a) was cancelled.")
    )
    var without = Samples.job(3, "a", .failed)
    without.failedBefore = "backup failed"
    #expect(AttachedJob.verdict(on: without) == (1, "Job 3 (a) did not run: job backup failed."))
  }

  @Test("of torpor when --wait come as one where there is no folder for a socket, which is said")
  func mergedStreams() {
    #expect(
      AttachedJob.mergedStreams(SystemError(operation: "use", subject: "/run", code: 1))
        == "The job's standard error will come on standard output, because this program has no private "
        + "folder for a socket (cannot use /run: Operation not permitted (EPERM)). "
        + "Set XDG_RUNTIME_DIR to a folder that only you can write to."
    )
  }
}
