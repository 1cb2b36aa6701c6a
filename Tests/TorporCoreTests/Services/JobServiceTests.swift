import Testing
import TorporModel

@testable import TorporCore

@Suite("The job service, alone")
struct JobServiceTests {
  private static let first = JobIdentifier(rawValue: 1)
  private static let second = JobIdentifier(rawValue: 2)

  private var world: ServiceWorld { ServiceWorld(.linux) }

  /// Submits a job, and gives what the service asks for.
  @discardableResult
  private func submit(
    _ request: JobRequest,
    to service: inout JobService,
    in world: inout ServiceWorld,
    owner: UInt32 = 501
  ) -> [Outbox.Item] {
    var out = Outbox()
    let reply = service.submit(request, owner: owner, zone: nil, world.state, &out)
    // What the device does with the number.
    if case .job(let job, isNew: true) = reply { world.state.counters.useJob(job) }
    return out.items
  }

  private func run(
    _ job: JobIdentifier,
    _ name: String,
    because conditions: [Condition] = [Condition(.notBefore)],
    launch: LaunchIdentifier = LaunchIdentifier(rawValue: 1),
    owner: UInt32 = 501
  ) -> [Outbox.Item] {
    let hold = JobHold(job: job, run: 1, since: .zero)
    let app = JobRecord.app(of: job)
    return [
      .record(entry(.run(.job(job)), of: job, because: conditions)),
      .job(
        .start(JobStart(app: app, name: name, ownerUserID: owner, hold: hold, launch: launch))
      ),
    ]
  }

  private func entry(
    _ action: Decision.Action,
    of job: JobIdentifier,
    launch: LaunchIdentifier? = nil,
    verdict: Decision.Verdict = .done,
    because conditions: [Condition]
  ) -> Outbox.Entry {
    Outbox.Entry(
      action: action,
      app: JobRecord.app(of: job),
      launch: launch,
      verdict: verdict,
      conditions: conditions
    )
  }

  @Test("takes a number for a job, tells the ledger of it, and wants to look at it at once")
  func submission() {
    var (world, service) = (world, JobService())
    let items = submit(.command(name: "backup"), to: &service, in: &world)
    let submitted = entry(.submit(.job(Self.first)), of: Self.first, because: [.user])
    #expect(items == [.job(.number(Self.first)), .record(submitted)])
    #expect(service.nextDeadline == .zero)
    #expect(service.brokenInvariants(on: world.state) == [])
  }

  @Test("starts one job at a time, each when all that the one before it asked for was done")
  func starts() {
    var (world, service) = (world, JobService())
    submit(.command(name: "first"), to: &service, in: &world)
    submit(.command(name: "second"), to: &service, in: &world)
    let next = Outbox.Item.post(.job(.step(.startFree)))
    #expect(world.tell(&service, .deadline) == run(Self.first, "first") + [next])
    #expect(service.nextDeadline == nil)
    let launch = LaunchIdentifier(rawValue: 1)
    world.state.counters.useLaunch(launch)
    #expect(
      world.tell(&service, .job(.step(.startFree)))
        == run(Self.second, "second", launch: LaunchIdentifier(rawValue: 2)) + [next]
    )
    #expect(world.tell(&service, .job(.step(.startFree))) == [])
    #expect(service.table.running == [Self.first, Self.second])
  }

  @Test("starts what an owner wants now before what may run, past its conditions")
  func wanted() {
    var (world, service) = (world, JobService())
    submit(.command(name: "free"), to: &service, in: &world)
    submit(.onPower, to: &service, in: &world)
    var out = Outbox()
    #expect(service.runNow(Self.second, world.state, &out) == .done)
    #expect(out.isEmpty)
    let items = world.tell(&service, .deadline)
    #expect(
      items == run(Self.second, "backup", because: [.user]) + [.post(.job(.step(.startWanted)))]
    )
    #expect(
      world.tell(&service, .job(.step(.startWanted)))
        == run(Self.first, "free") + [.post(.job(.step(.startFree)))]
    )
  }

  @Test(
    "stops a run that has lost its power, or lets it stand still, and starts nothing before that is done"
  )
  func lostPower() {
    for whenLost in [JobRequest.LossPolicy.expire, .pause] {
      var (world, service) = (world, JobService())
      let external = PowerState(isOnExternalPower: true, batteryPercent: 80)
      _ = world.state.conditions.power.update(external, at: .zero)
      var request = JobRequest.onPower
      request.whenLost = whenLost
      submit(request, to: &service, in: &world)
      _ = world.tell(&service, .deadline)
      _ = world.tell(&service, .job(.step(.startFree)))
      let battery = PowerState(isOnExternalPower: false, batteryPercent: 80)
      _ = world.state.conditions.power.update(battery, at: .zero)
      #expect(world.tell(&service, .device(.surroundingsChanged)) == [])
      #expect(service.nextDeadline == .zero)
      let app = JobRecord.app(of: Self.first)
      let lost = [world.state.conditionContext.externalPower]
      let (launch, next) = (
        LaunchIdentifier(rawValue: 1), Outbox.Item.post(.job(.step(.startWanted)))
      )
      let expected: [Outbox.Item] =
        switch whenLost {
        case .expire:
          [
            .record(
              entry(.expire(.job(Self.first)), of: Self.first, launch: launch, because: lost)
            ),
            .job(.end(app, because: lost)), next,
          ]
        case .pause:
          [
            .record(
              entry(
                .run(.job(Self.first)),
                of: Self.first,
                launch: launch,
                verdict: .waiting,
                because: lost
              )
            ),
            .job(.pause(app)), next,
          ]
        }
      #expect(world.tell(&service, .deadline) == expected)
    }
  }

  @Test("shows its owner a job that has failed, and lets those after it fail")
  func failure() {
    var (world, service) = (world, JobService())
    submit(.command(name: "first"), to: &service, in: &world)
    let schedule = JobSchedule(after: [Self.first])
    submit(.command(name: "second", schedule: schedule), to: &service, in: &world)
    _ = world.tell(&service, .deadline)
    let ended = SystemEvent.JobEvent.processEnded(of: Self.first, .exit(status: 1))
    let items = world.tell(&service, .job(ended))
    let key = NotificationKey(app: JobRecord.app(of: Self.first), identifier: "failed")
    let shown = items.compactMap { item in
      if case .effect(.service(.show(let shown))) = item { shown.key } else { nil }
    }
    #expect(shown == [key])
    let because = Condition(.dependency, holds: false, subject: "first failed")
    let lost = entry(.finish(.job(Self.second), .failure), of: Self.second, because: [because])
    #expect(items.last == .record(lost))
    #expect(service.table.records.map(\.state) == [.failed, .failed])
    #expect(service.table.running == [])
  }

  @Test("begins nothing while the machine stops, and looks again when it was started anew")
  func stopping() {
    var (world, service) = (world, JobService())
    submit(.command(name: "backup"), to: &service, in: &world)
    world.state.conditions.isStopping = true
    #expect(world.tell(&service, .deadline) == [])
    #expect(service.nextDeadline == nil)
    world.state.conditions.isStopping = nil
    #expect(world.tell(&service, .device(.daemonRestarted)) == [])
    #expect(service.nextDeadline == .zero)
  }

  @Test("wakes the machine for a moment that an owner has named, and for no other")
  func alarm() throws {
    var (world, service) = (world, JobService())
    world.state.clock.set(unixNanoseconds: TestDevice.evening * 1_000_000_000, at: .zero)
    submit(.onPower, to: &service, in: &world)
    #expect(service.nextAlarm(on: world.state) == nil)
    submit(try .every("*-*-* *:00:00"), to: &service, in: &world)
    #expect(service.nextAlarm(on: world.state) == .zero + .hours(1))
  }

  @Test("gives a run the time that the machine has slept")
  func sleep() {
    var (world, service) = (world, JobService())
    var request = JobRequest.command(name: "backup")
    request.timeout = .minutes(10)
    submit(request, to: &service, in: &world)
    _ = world.tell(&service, .deadline)
    _ = world.tell(&service, .job(.step(.startFree)))
    _ = world.tell(&service, .device(.slept(.hours(1))))
    #expect(service.table[Self.first]?.run?.timeoutAt == .zero + .hours(1) + .minutes(10))
  }

  @Test("says of a run without a process that a rule does not hold")
  func rules() {
    var (world, service) = (world, JobService())
    submit(.command(name: "backup"), to: &service, in: &world)
    _ = world.tell(&service, .deadline)
    #expect(
      service.brokenInvariants(on: world.state) == [
        "job 1: its run is not that of its process", "job 1: is running, and its process is not",
      ]
    )
  }
}

extension Condition {
  /// What the user has asked for.
  fileprivate static var user: Condition { Condition(.userAction) }
}
