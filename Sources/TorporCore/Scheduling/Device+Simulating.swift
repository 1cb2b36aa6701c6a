import TorporModel

// What a developer may have happen at once, past every condition (§3.4, debugging).

extension Device {
  /// Runs a pending request now.
  mutating func simulateLaunch(
    of task: String,
    app: AppIdentifier?,
    in turn: inout Turn
  ) -> Reply {
    let owner = apps.slotRange.first { slot in
      apps[slot: slot].map { record in
        (app == nil || record.identifier == app)
          && record.work.requests.pending.contains { $0.identifier == task }
      } ?? false
    }
    guard let owner, let record = apps[slot: owner] else {
      return .refused(.noSuchTask(identifier: task))
    }
    guard !record.process.isEnding else { return .refused(.notRunning(record.identifier)) }
    update(slot: owner, in: &turn) { record, turn in
      guard let request = record.work.requests.remove(identifier: task) else { return }
      record.run(request.request, isSimulated: true, in: &turn)
    }
    return .done
  }

  /// Has the time of a running task be over.
  mutating func simulateExpiration(
    of task: String,
    app: AppIdentifier?,
    in turn: inout Turn
  ) -> Reply {
    let owner = apps.slotRange.first { slot in
      apps[slot: slot].map { record in
        (app == nil || record.identifier == app) && record.work.running.task(named: task) != nil
      } ?? false
    }
    guard let owner else { return .refused(.noSuchTask(identifier: task)) }
    update(slot: owner, in: &turn) { record, turn in
      guard let running = record.work.running.task(named: task) else { return }
      record.expire(running, in: &turn, because: [Condition(.simulated)])
    }
    return .done
  }
}
