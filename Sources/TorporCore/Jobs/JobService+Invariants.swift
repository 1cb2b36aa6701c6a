import TorporModel

extension JobService {
  /// Every rule about jobs that does not hold, as sentences; empty in health.
  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken = table.free.brokenInvariants() + table.conditional.brokenInvariants()
    for record in table.records {
      broken += brokenInvariants(of: record, on: device).map { "job \(record.job): \($0)" }
    }
    for slot in device.apps.slotRange {
      guard let job = device.apps.read(slot: slot, { $0.job?.job }) ?? nil else { continue }
      if !table.running.contains(job), let app = device.apps.identifier(inSlot: slot) {
        broken.append("\(app) has a process of a job that does not run")
      }
    }
    if table.running != table.running.sorted() || Set(table.running).count != table.running.count {
      broken.append("jobs run twice, or out of order: \(table.running)")
    }
    let loads = table.loads
    for owner in loads.keys.sorted() where (loads[owner]?.runs ?? 0) > JobTable.runsOfUserMax {
      broken.append("user \(owner) has more runs under way than may be")
    }
    return broken
  }

  private func brokenInvariants(of record: JobRecord, on device: DeviceState) -> [String] {
    var broken: [String] = []
    let key = record.job.rawValue
    let isStored = table.free[key: key] != nil || table.conditional[key: key] != nil
    let isRunning = table.running.contains(record.job)
    let process = device.apps[record.app]
    switch record.state {
    case .waiting:
      if isRunning || process != nil { broken.append("waits and has a process") }
      if !isStored, record.unmet.isEmpty, !record.isWanted {
        broken.append("waits and is in no store")
      }
    case .running, .paused, .ending:
      if !isRunning || record.run == nil { broken.append("is \(record.state) without a run") }
      if isStored { broken.append("is \(record.state) and waits too") }
      if process?.process.launch != record.run?.launch {
        broken.append("its run is not that of its process")
      }
      if record.state != .ending, process?.job?.isPaused != (record.state == .paused) {
        broken.append("is \(record.state), and its process is not")
      }
    case .done, .failed, .cancelled:
      if isStored || isRunning || record.run != nil {
        broken.append("is finished and still runs")
      }
    }
    let open = record.failure?.run.map { $0.end == nil } ?? false
    if open != record.runsFailureCommand {
      broken.append("its command for a failure runs without a run, or has ended during one")
    }
    if record.failure?.owesCommand == true, record.state != .waiting {
      broken.append("is \(record.state), and its command for a failure is still to begin")
    }
    if (record.run == nil || open) != (record.runs.last.map { $0.end != nil } ?? true) {
      broken.append("its last run is open without a run, or closed during one")
    }
    return broken
  }
}
