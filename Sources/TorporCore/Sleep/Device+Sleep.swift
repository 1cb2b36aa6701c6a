import TorporModel

// The effect of the machine's sleep on all deadlines.
//
// The time line counts sleep (decision 0001), and calendar time is counted on it as it is. Running
// time passes only while an app can run: everything that counts it is moved by the length of the
// sleep, before any other decision (decision 0019).

extension Device {
  /// The machine was asleep for that long until now.
  ///
  /// Nothing was handed in meanwhile, so that whatever runs has run since before the sleep.
  mutating func slept(for length: Duration, in turn: inout Turn) {
    guard length > .zero else { return }
    announce(.device(.slept(length)), in: &turn)
    for key in DeadlineKey.all(slots: apps.slotRange) { moveRunningTime(of: key, by: length) }
  }

  /// Decides for each kind of deadline whether it counts running time or calendar time.
  ///
  /// Looks that come early are left where they are: each finds nothing, and sets the next.
  private mutating func moveRunningTime(of key: DeadlineKey, by length: Duration) {
    switch key {
    case .app(let slot):
      apps.update(slot: slot) { $0.slept(for: length) }
      setDeadline(AppTable.deadline(ofSlot: slot, in: &apps), for: key)
    // Told by an event.
    case .service: break
    // It begins with the end of a sleep.
    case .alarmWake: break
    // A user who has the machine in hand ten seconds after the lock does not ask whether it slept.
    case .screen: break
    // Dates of requests, spacings, quiet periods and windows are times of the day, and of the user.
    case .work: break
    }
  }
}

extension AppRecord {
  /// The machine was asleep for that long: everything that counts what the app had of its time.
  ///
  /// An exemption is a date that the user has set; how long the app stood still is what others saw of it.
  mutating func slept(for length: Duration) {
    process.slept(for: length)
    callbacks.slept(for: length)
    time.slept(for: length)
    suspension.slept(for: length)
    facts.hazards.slept(for: length)
    facts.savingTime?.slept(for: length)
    processor.slept(for: length)
    paging.slept(for: length)
    usage.slept(for: length)
    work.running.slept(for: length)
    work.fetch.slept(for: length)
    for index in wakes.indices { wakes[index].slept(for: length) }
  }
}

extension TransferTable {
  /// The machine was asleep for that long: an attempt shows by living that the service does not die of it.
  mutating func slept(for length: Duration) {
    nextTrialAt = nextTrialAt.map { $0 + length }
    for transfer in running {
      update(transfer) { record in record.provenAt = record.provenAt.map { $0 + length } }
    }
  }
}

extension JobTable {
  /// The machine was asleep for that long: what a run may take counts the time in which it can run.
  mutating func slept(for length: Duration) {
    for job in running { change(job) { $0.run?.slept(for: length) } }
  }
}

extension Turn {
  /// Says in the ledger that the machine slept: a comparison of two times in it has to count that.
  ///
  /// A sleep below a second shows in none of them.
  mutating func recordSleep(of length: Duration) {
    guard length >= .seconds(1) else { return }
    record(.sleep(length), of: nil, because: [])
  }
}
