import TorporModel

// The facts that the device needs now. Some cost wake-ups; a host observes those only while they are
// needed here, and a device without waiting work needs none.

extension Device {
  /// Whether any background work waits or runs, or the machine itself waits to sleep.
  package var hasWork: Bool { alarmWake != nil || jobs.hasActive || state.anyWork { _ in true } }

  /// Whether the machine's idle time matters: heavy work waits for it, or runs until the user returns.
  package var wantsIdleness: Bool {
    alarmWake != nil || jobs.anyNeeds { $0.idle != nil }
      || state.anyWork { work in
        work.requests.pending.contains { $0.type.needsIdleness }
          || work.running.tasks.contains { $0.type.needsIdleness && !$0.isSimulated }
      }
  }

  /// Whether any work waits for disk space.
  package var wantsStorage: Bool {
    jobs.anyNeeds { $0.freeBytesMin != nil } || state.anyWork { $0.isBlocked(by: .storage) }
      || transfers.waitForStorage || storage.waitsForRoom
  }

  /// Whether any work stops when the machine gets hot, or waits for it to cool down.
  package var wantsThermal: Bool {
    jobs.anyNeeds { $0.isCool }
      || state.anyWork { !$0.running.isEmpty || $0.isBlocked(by: .thermal) }
  }
}

extension DeviceState {
  /// Whether any app has background work of that kind, pending or running.
  fileprivate func anyWork(_ matches: (AppWork) -> Bool) -> Bool {
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
  /// Whether work of the kind requires a machine that is not in use.
  fileprivate var needsIdleness: Bool {
    switch self {
    case .processing, .healthResearch: true
    case .appRefresh, .continued: false
    }
  }
}
