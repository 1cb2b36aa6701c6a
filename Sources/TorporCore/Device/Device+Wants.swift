import TorporModel

// Which facts the device has a use for now. Some cost wake-ups to know; a host looks after those
// only while something here says so, and a device that nothing waits on wants none.

extension Device {
  /// Whether any background work waits or runs, or the machine itself waits to sleep.
  package var hasWork: Bool { alarmWake != nil || jobs.hasActive || anyWork { _ in true } }

  /// Whether it matters since when nobody uses the machine: heavy work waits for that, or runs until
  /// somebody is back.
  package var wantsIdleness: Bool {
    alarmWake != nil || jobs.anyNeeds { $0.idle != nil }
      || anyWork { work in
        work.requests.pending.contains { $0.type.needsIdleness }
          || work.running.tasks.contains { $0.type.needsIdleness && !$0.isSimulated }
      }
  }

  /// Whether something waits for room on the disk.
  package var wantsStorage: Bool {
    jobs.anyNeeds { $0.freeBytesMin != nil } || anyWork { $0.isBlocked(by: .storage) }
      || transfers.waitForStorage
  }

  /// Whether something runs that stops when the machine gets hot, or waits for it to cool down.
  package var wantsThermal: Bool {
    jobs.anyNeeds { $0.isCool } || anyWork { !$0.running.isEmpty || $0.isBlocked(by: .thermal) }
  }

  private func anyWork(_ matches: (AppWork) -> Bool) -> Bool {
    apps.slotRange.contains { slot in
      guard apps.hasWork(inSlot: slot), let work = apps[slot: slot]?.work else { return false }
      return matches(work)
    }
  }
}

extension AppWork {
  fileprivate func isBlocked(by reason: Reason) -> Bool {
    requests.pending.contains { $0.log.blocking.contains(reason) }
      || (fetch.isWanted && fetch.log.blocking.contains(reason))
  }
}

extension TaskType {
  /// Whether work of the kind asks for a machine that nobody uses.
  fileprivate var needsIdleness: Bool {
    switch self {
    case .processing, .healthResearch: true
    case .appRefresh, .continued: false
    }
  }
}
