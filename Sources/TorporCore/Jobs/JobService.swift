package import TorporModel

/// The service for jobs of users: commands that wait for their conditions, run, and are retried.
///
/// It owns the waiting, running and finished jobs. Their processes are apps of the device, which it
/// starts, pauses and ends with `JobOrder`; it is notified when one ends.
package struct JobService: Service {
  // Shape: one method for each step of a job, from submission to failure; its state is one table.
  package internal(set) var table: JobTable

  package init() { table = JobTable() }

  /// Makes the service from the saved jobs; its alarms are derived from the clock.
  init(_ table: JobTable, by clock: WallClock) {
    self.table = table
    self.table.enterAlarms(by: clock)
  }

  package var nextDeadline: Instant? { table.nextReview }

  /// Returns when a job with a begin time given by its owner begins, if its other needs are met.
  package func nextAlarm(on device: DeviceState) -> Instant? {
    table.alarms.isEmpty ? nil : table.alarms.next(on: device.conditionContext)
  }

  /// Owners request jobs, apps do not.
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
    // The time limit of a run counts only the time in which it can run.
    case .device(.slept(let length)): table.slept(for: length)
    case .device(.booted), .device(.watchedAgain), .device(.unlocked), .device(.displayLit),
      .device(.conditionsChanged), .device(.conditionsActedOn):
      break
    case .app, .call, .sound, .channel, .push, .notification, .memory, .location, .accessory,
      .bluetooth, .descriptor, .work, .transfer, .consumption:
      break
    }
  }

  /// Schedules a review of the jobs in this turn.
  mutating func look(at now: Instant) {
    if !table.isEmpty { table.nextReview = now }
  }
}
