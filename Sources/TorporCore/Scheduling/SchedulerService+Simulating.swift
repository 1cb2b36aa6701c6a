import TorporModel

// Actions that a developer can force at once, regardless of conditions (§3.4, debugging), and
// cancellations by the user.

extension SchedulerService {
  /// Runs a pending request now.
  func simulateLaunch(
    of task: String,
    app: AppIdentifier?,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    let owner = device.apps.slotRange.first { slot in
      device.apps[slot: slot].map { record in
        (app == nil || record.identifier == app)
          && record.work.requests.pending.contains { $0.identifier == task }
      } ?? false
    }
    guard let owner, let record = device.apps[slot: owner] else {
      return .refused(.noSuchTask(identifier: task))
    }
    guard !record.process.isEnding else { return .refused(.notRunning(record.identifier)) }
    out.work(.simulateLaunch(of: task, slot: owner))
    return .done
  }

  /// Makes the time of a running task run out.
  func simulateExpiration(
    of task: String,
    app: AppIdentifier?,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    let owner = device.apps.slotRange.first { slot in
      device.apps[slot: slot].map { record in
        (app == nil || record.identifier == app) && record.work.running.task(named: task) != nil
      } ?? false
    }
    guard let owner else { return .refused(.noSuchTask(identifier: task)) }
    out.work(.simulateExpiration(of: task, slot: owner))
    return .done
  }

  /// Has a task end because the user cancels it (CP8).
  func cancelTask(
    _ task: String,
    app: AppIdentifier?,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    let owner = device.apps.slotRange.first { slot in
      device.apps[slot: slot].map { record in
        (app == nil || record.identifier == app) && record.work.hasTask(toCancel: task)
      } ?? false
    }
    guard let owner else { return .refused(.noSuchTask(identifier: task)) }
    out.work(.cancel(task: task, slot: owner))
    return .done
  }
}
