package import TorporModel

/// Jobs of users: commands that wait for their conditions, run, and are tried again.
///
/// It owns which of them wait, run and are finished. Their processes are apps of the device, which it has
/// started, paused and ended by `JobOrder`; when one of them ends, it is told so.
package struct JobService: Service {
  // Shape: one method for each step of a job, from submission to failure; its state is one table.
  package internal(set) var table: JobTable

  package init() { table = JobTable() }

  /// The jobs as a journal has them; when the machine is worth waking for them follows from the clock.
  init(_ table: JobTable, by clock: WallClock) {
    self.table = table
    self.table.enterAlarms(by: clock)
  }

  package var nextDeadline: Instant? { table.nextReview }

  /// When a job begins whose owner has named the moment, if what it needs besides is there.
  package func nextAlarm(on device: DeviceState) -> Instant? {
    table.alarms.isEmpty ? nil : table.alarms.next(on: device.conditionContext)
  }

  /// Owners ask for jobs, and no app does.
  package mutating func handle(
    _ request: Never,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {}

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .job(.processEnded(let job, let reason)): processEnded(of: job, reason, device, &out)
    case .job(.restarted): failLostJobs(device, &out)
    case .job(.step(let step)): handle(step, device, &out)
    case .deadline: review(device, &out)
    case .device(.surroundingsChanged), .device(.daemonRestarted): look(at: device.now)
    case .device(.clockChanged): clockChanged(device)
    // What a run may take counts the time in which it can run.
    case .device(.slept(let length)): table.slept(for: length)
    case .device(.booted), .device(.watchedAgain), .device(.unlocked), .device(.displayLit),
      .device(.conditionsChanged), .device(.conditionsActedOn):
      break
    case .app, .call, .sound, .channel, .push, .notification, .memory, .location, .accessory,
      .bluetooth, .descriptor, .work, .transfer, .consumption:
      break
    }
  }

  /// Has the jobs looked at in this turn.
  mutating func look(at now: Instant) {
    if !table.isEmpty { table.nextReview = now }
  }
}
