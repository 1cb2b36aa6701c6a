import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("A job that fails for good")
struct JobFailureTests {
  private static func after(_ job: JobIdentifier, any: Bool = false) -> JobSchedule {
    any ? JobSchedule(afterAny: [job]) : JobSchedule(after: [job])
  }

  @Test(
    "lets those begin that follow it in any case, as success and cancellation do",
    arguments: [Int32(1), 0, nil]
  )
  func afterAny(status: Int32?) {
    var device = TestDevice.inTheEvening()
    let first = device.submit(.command(name: "first"))
    let second = device.submit(.command(schedule: Self.after(first, any: true)))
    #expect(device.blockers(of: second) == [.dependency])
    if let status {
      device.exit(first, .exited(status: status))
    } else {
      device.user(.cancelJob(first))
      device.exit(first, .signalled(signal: 15))
    }
    #expect(device.state(of: second) == .running)
    // One that has finished already is no obstacle.
    let third = device.submit(.command(schedule: Self.after(first, any: true)))
    #expect(device.state(of: third) == .running)
    #expect(device.broken == [])
  }

  @Test("and is tried again holds back those that follow it in any case until its last try")
  func retriesBeforeAny() {
    var device = TestDevice.inTheEvening()
    var request = JobRequest.command(name: "first")
    request.retries = RetryPolicy(countMax: 1, backoff: .minutes(1))
    let first = device.submit(request)
    let second = device.submit(.command(schedule: Self.after(first, any: true)))
    device.exit(first, .exited(status: 1))
    #expect(device.state(of: second) == .waiting)
    device.pass(.minutes(2))
    device.exit(first, .exited(status: 1))
    #expect(device.state(of: second) == .running)
  }

  @Test("fails all that need its success, at once and by name; its success later runs them")
  func cascade() {
    var device = TestDevice.inTheEvening()
    let first = device.submit(.command(name: "first"))
    let second = device.submit(.command(name: "second", schedule: Self.after(first)))
    let third = device.submit(.command(name: "third", schedule: Self.after(second)))
    let last = device.submit(.command(name: "last", schedule: Self.after(third, any: true)))
    device.exit(first, .exited(status: 3))
    #expect([first, second, third].map { device.state(of: $0) } == [.failed, .failed, .failed])
    #expect(device.status(of: second)?.failedBefore == "first failed")
    #expect(device.status(of: third)?.failedBefore == "second failed")
    #expect(
      device.sentences(about: second).last
        == "job 2 failed: job 'first' failed"
    )
    #expect(device.state(of: last) == .running)
    // One that is submitted too late learns it as well.
    let late = device.submit(.command(schedule: Self.after(first)))
    #expect(device.state(of: late) == .failed)
    device.user(.runJobNow(first))
    device.exit(first)
    #expect(device.state(of: second) == .running)
    #expect(device.status(of: second)?.failedBefore == nil)
    #expect(device.state(of: third) == .failed)
    device.exit(second)
    #expect(device.state(of: third) == .running)
    #expect(device.broken == [])
  }

  @Test("runs its command for that case once, as itself, for ten minutes at most")
  func command() {
    var device = TestDevice.inTheEvening()
    var request = JobRequest.command(name: "backup")
    request.onFailure = "mail root"
    request.retries = RetryPolicy(countMax: 1, backoff: .minutes(1))
    let job = device.submit(request)
    device.exit(job, .exited(status: 3))
    #expect(device.failureCommands == [])
    device.pass(.minutes(2))
    device.exit(job, .exited(status: 3))
    #expect(
      device.failureCommands == [
        FailureCommand(command: "mail root", job: job, jobName: "backup", result: "exited 3")
      ]
    )
    #expect(device.state(of: job) == .running)
    #expect(device.status(of: job)?.failureRun?.endedAt == nil)
    #expect(device.ends(of: job) == [.exited(status: 3), .exited(status: 3)])
    device.pass(.minutes(9))
    #expect(!device.asksToEnd)
    device.pass(.minutes(1))
    #expect(device.asksToEnd)
    device.exit(job, .signalled(signal: 15))
    #expect(device.state(of: job) == .failed)
    #expect(device.status(of: job)?.failureRun?.end == .timedOut)
    #expect(device.ends(of: job) == [.exited(status: 3), .exited(status: 3)])
    #expect(
      device.sentences(about: job).contains(
        "started the --on-failure command of job 1: the job failed"
      )
    )
    // The next run is the third.
    #expect(device.device.jobs[job]?.runCount == 2)
    // Run again, it is as new; its end counts, and not that of the command for a failure.
    device.user(.runJobNow(job))
    #expect(device.status(of: job)?.failureRun == nil)
    device.exit(job)
    #expect(device.state(of: job) == .done)
    #expect(device.failureCommands.count == 1)
    #expect(device.broken == [])
  }

  @Test("because another did before it runs its command too, though it never ran itself")
  func commandOfFollower() {
    var device = TestDevice.inTheEvening()
    let first = device.submit(.command(name: "first"))
    var request = JobRequest.command(name: "second", schedule: Self.after(first))
    request.onFailure = "mail root"
    let second = device.submit(request)
    let third = device.submit(.command(name: "third", schedule: Self.after(second)))
    device.exit(first, .exited(status: 1))
    #expect(device.failureCommands.map(\.result) == ["dependency"])
    #expect(device.state(of: third) == .waiting)
    device.exit(second)
    #expect(device.state(of: second) == .failed)
    #expect(device.state(of: third) == .failed)
    #expect(device.broken == [])
  }

  @Test("and repeats runs its command after each failure, and waits for its next moment")
  func repeated() throws {
    var device = TestDevice.inTheEvening()
    var request = try JobRequest.every("*-*-* *:00:00")
    request.onFailure = "mail root"
    let job = device.submit(request)
    let follower = device.submit(.command(schedule: Self.after(job, any: true)))
    for count in 1...2 {
      device.pass(.hours(1))
      device.exit(job, .exited(status: 1))
      #expect(device.failureCommands.count == count)
      device.exit(job)
      #expect(device.state(of: job) == .waiting)
    }
    #expect(device.state(of: follower) == .running)
    // What ends the command for a failure by its owner's will takes the job back.
    device.pass(.hours(1))
    device.exit(job, .exited(status: 1))
    device.user(.cancelJob(job))
    device.exit(job, .signalled(signal: 15))
    #expect(device.state(of: job) == .cancelled)
    #expect(device.broken == [])
  }

  @Test("outlives a restart of the machine during its command: that is not run twice")
  func reboot() {
    var device = TestDevice.inTheEvening()
    var request = JobRequest.command()
    request.onFailure = "mail root"
    let job = device.submit(request)
    device.exit(job, .exited(status: 1))
    device.tell(.booted)
    device.pass(.hours(1))
    #expect(device.state(of: job) == .failed)
    #expect(device.status(of: job)?.failureRun?.end == .interrupted)
    #expect(device.failureCommands.count == 1)
    #expect(device.broken == [])
  }

  @Test("fails those that an earlier version had left waiting for it, when the daemon starts")
  func earlierState() throws {
    var device = TestDevice.inTheEvening()
    let first = device.submit(.command(name: "first"))
    let second = device.submit(.command(name: "second", schedule: Self.after(first)))
    device.exit(first, .exited(status: 1))
    var earlier = device.device
    earlier.services.jobs.table.change(second) {
      $0.state = .waiting
      $0.failure = nil
    }
    _ = earlier.handle(.device(event: .daemonRestarted(survivors: [])), at: device.now)
    #expect(earlier.jobs[second]?.state == .failed)
    #expect(earlier.jobStatus(of: second, at: device.now)?.failedBefore == "first failed")
  }

  @Test("is shown to its owner until it runs again, unless the device is set not to")
  func notice() {
    var device = TestDevice.inTheEvening()
    let job = device.submit(.command(name: "backup"))
    device.exit(job, .exited(status: 3))
    #expect(device.notifications.map(\.content.title) == ["Job backup failed"])
    #expect(
      device.notifications.map(\.content.body) == [
        "The command exited with status 3. Details: torpor jobs show backup"
      ]
    )
    #expect(device.notifications.map(\.key.app) == [JobRecord.app(of: job)])
    #expect(device.withdrawals == 0)
    device.user(.runJobNow(job))
    #expect(device.withdrawals == 1)
    device.user(.change(setting: .kept(.jobNotifications(false))))
    device.exit(job, .signalled(signal: 11))
    #expect(device.state(of: job) == .failed)
    #expect(device.notifications.count == 1)
  }

  @Test("was saved without jobs to follow in any case by earlier versions, and is still read")
  func earlierSchedule() throws {
    let saved = try SavedCodec.decode(JobSchedule.self, from: Array(#"{"after":[7]}"#.utf8))
    #expect(saved == JobSchedule(after: [JobIdentifier(rawValue: 7)]))
  }
}

extension TestDevice {
  /// The commands for failures that were started, in order.
  fileprivate var failureCommands: [FailureCommand] {
    log.compactMap { entry in
      guard case .launch(let order) = entry.effect else { return nil }
      return order.failure
    }
  }

  /// Whether any process was asked to end.
  fileprivate var asksToEnd: Bool {
    log.contains { if case .requestTermination = $0.effect { true } else { false } }
  }

  fileprivate var notifications: [ShownNotification] {
    log.compactMap { entry in
      guard case .service(.show(let shown)) = entry.effect else { return nil }
      return shown
    }
  }

  fileprivate var withdrawals: Int {
    log.count { if case .service(.withdraw) = $0.effect { true } else { false } }
  }
}
