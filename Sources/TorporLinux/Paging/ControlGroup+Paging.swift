internal import TorporPosix

extension ControlGroup {
  /// How many page faults of the group's processes have waited for a disk since their starts.
  func majorFaults(procRoot: String) -> Int64 {
    processIDs().reduce(0) { sum, processID in
      sum + (ProcessStat(of: processID, procRoot: procRoot)?.majorFaults ?? 0)
    }
  }
}
